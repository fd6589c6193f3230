import Kernel
import Testing

@testable import Sandbox

@Suite struct SpellingsTests {
  private let spellings = Spellings(of: [".git", ".vscode", "AGENTS.md"])

  /// What a file system that folds `spelling` to `name` answers.
  private func found(_ entry: BytePath, as name: BytePath) -> Set<UInt64> {
    spellings.aliases(among: ["src", entry]) { $0 == name ? 7 : nil }
  }

  @Test(arguments: [
    (".GIT", ".git"), (".Git", ".git"), ("agents.MD", "AGENTS.md"), (".g\u{200D}it", ".git"),
    (".vs\u{00AD}code", ".vscode"),
  ])
  func `a spelling that the file system takes for a protected name is one`(
    entry: String, name: String
  ) {
    #expect(found(BytePath(entry), as: BytePath(name)) == [7])
  }

  @Test func `where the file system tells the spellings apart none is protected`() {
    #expect(spellings.aliases(among: [".GIT", "a\u{200D}b"]) { _ in nil }.isEmpty)
  }

  @Test func `plain names and protected ones cost no question`() {
    let asked = spellings.aliases(among: [".git", ".gitignore", "AGENTS.md", "README"]) { name in
      Issue.record("asked for \(name)")
      return 1
    }
    #expect(asked.isEmpty)
  }
}
