import Kernel
import Testing

@testable import Sandbox

@Suite struct ChangesClassTests {
  private let classifier = ChangeClassifier(workspace: "/home/me/work")

  private func node(_ mode: UInt32 = 0o644, target: BytePath? = nil) -> TreeNode {
    TreeNode(
      kind: target == nil ? .regular : .link, permissions: mode, size: 1, source: .upper("x"),
      target: target)
  }

  @Test(arguments: [
    (".git/hooks/pre-commit", Change.Class.hook), (".husky/pre-push", .hook),
    ("sub/.git/hooks/x", .hook), (".git/config", .git), (".gitmodules", .git),
    (".github/workflows/ci.yml", .ciConfig), (".gitlab-ci.yml", .ciConfig),
    ("Jenkinsfile", .ciConfig), (".circleci/config.yml", .ciConfig),
    (".claude/settings.json", .agentConfig), ("a/AGENTS.md", .agentConfig),
    ("CLAUDE.md", .agentConfig), (".mcp.json", .agentConfig),
    (".github/copilot-instructions.md", .agentConfig), (".vscode/tasks.json", .editorConfig),
    (".envrc", .editorConfig), ("x.code-workspace", .editorConfig), (".npmrc", .toolConfig),
    (".config/x", .dotfile), ("src/main.c", .text), ("hooks/x", .text),
  ])
  func `a path tells what it may do`(path: String, expected: Change.Class) {
    #expect(classifier.classify(BytePath(path), node()) == expected)
  }

  @Test func `bits outweigh names`() {
    #expect(classifier.classify(".git/hooks/x", node(0o4755)) == .setuid)
    #expect(classifier.classify("x", node(0o2755)) == .setuid)
    #expect(classifier.classify("x", node(0o755)) == .executable)
  }

  @Test(arguments: [
    ("x", "d", false), ("../x", "d", false), ("../../x", "d", true), ("..", "", true),
    ("/home/me/work/x", "", false), ("/home/me/work/../x", "", true), ("/home/me/worker", "", true),
    ("/etc", "", true), ("a/../../x", "d/e", true), ("a/../x", "d", true), ("./x", "", false),
  ])
  func `a link leads out unless it certainly stays`(target: String, folder: String, isOut: Bool) {
    #expect(classifier.leadsOutside(BytePath(target), from: BytePath(folder)) == isOut)
  }
}
