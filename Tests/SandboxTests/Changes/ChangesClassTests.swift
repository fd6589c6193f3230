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
    (".envrc", .editorConfig), ("x.code-workspace", .editorConfig), (".npmrc", .dotfile),
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

@Suite struct ChangesLineDiffTests {
  private func apply(_ diff: LineDiff, _ old: [String], _ new: [String]) -> [String] {
    var result: [String] = []
    var next = 0
    for block in diff.blocks {
      result += old[next..<block.old.lowerBound] + new[block.new]
      next = block.old.upperBound
    }
    return result + old[next...]
  }

  private func diff(_ old: [String], _ new: [String]) -> LineDiff {
    LineDiff(old.map { Array($0.utf8)[...] }, new.map { Array($0.utf8)[...] })
  }

  @Test func `one line in the middle is one block`() {
    let old = (0..<1000).map(String.init)
    var new = old
    new[500] = "other"
    #expect(diff(old, new).blocks == [LineDiff.Block(old: 500..<501, new: 500..<501)])
  }

  @Test func `every pair of short texts is turned into the other`() {
    let texts = (0..<81).map { number in
      [number % 3, number / 3 % 3, number / 9 % 3, number / 27].filter { $0 > 0 }.map(String.init)
    }
    for old in texts {
      for new in texts { #expect(apply(diff(old, new), old, new) == new) }
    }
  }

  @Test func `long texts without a common line, or with one line repeated, end soon`() {
    let old = (0..<100_000).map { "a\($0)" }
    let new = (0..<100_000).map { "b\($0)" }
    #expect(diff(old, new).blocks.count == 1)
    let same = (0..<100_000).map { $0 % 2 == 0 ? "x" : "a\($0)" }
    let other = (0..<100_000).map { $0 % 2 == 0 ? "x" : "b\($0)" }
    #expect(!diff(same, other).blocks.isEmpty)
  }
}
