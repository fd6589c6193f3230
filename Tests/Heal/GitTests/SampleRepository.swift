import FoundationEssentials
import Git
import GitTestKit
import Kernel
import TestSupport
import Testing
import Verification

/// A real repository with one commit, made by git itself.
struct SampleRepository {
  let scratch: Scratch
  let root: URL

  init(_ files: [String: String] = ["src/app.py": "one\ntwo\nthree\n", "README": "hello\n"]) throws
  {
    scratch = try Scratch("forge")
    root = scratch.url.appending(path: "project")
    for (name, text) in files { try scratch.write(text, to: "project/\(name)") }
    try git("init", "-q", "-b", "main")
    try git("add", "-A")
    try git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-qm", "first")
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    let result = try HostProcess.run(
      ["/usr/bin/git", "-C", root.path] + arguments,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": scratch.url.path, "GIT_CONFIG_NOSYSTEM": "1",
      ])
    if result.code != 0 { Issue.record("git \(arguments): \(result.errors)") }
    return result.text.trimmingCharacters
  }

  func source() throws -> SourceRepository {
    try #require(try SourceRepository.find(at: BytePath(root.path)))
  }

  func own() throws -> OwnRepository {
    let source = try source()
    return try OwnRepository(
      try #require(try source.head()), of: source, history: .whole, by: try SandboxedGit.shared())
  }

  /// Everything below the project, with contents and times: nothing of it may change.
  func state() throws -> String {
    try HostProcess.run([
      "/bin/sh", "-c",
      "cd '\(root.path)' && find . -printf '%p %m %s %T@\\n' | sort && find . -type f -exec sha256sum {} + | sort",
    ]).text
  }
}

extension String {
  var trimmingCharacters: String {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

let change = """
  --- a/src/app.py
  +++ b/src/app.py
  @@ -1,3 +1,3 @@
   one
  -two
  +TWO
   three

  """
