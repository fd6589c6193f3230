import FoundationEssentials
import Git
import GitTestKit
import Kernel
import TestSupport
import Testing
import Verification

@Suite("Git work leaves the user's repository alone")
struct RepositoryTests {
  @Test("A patch becomes a commit, a mail that git am takes, and a branch of a remote")
  func wholeWay() throws {
    let sample = try SampleRepository()
    let before = try sample.state()
    let source = try sample.source()
    let base = try #require(try source.head())
    #expect(try base == sample.git("rev-parse", "HEAD"))
    #expect(source.branch == "main")
    let own = try sample.own()
    let commit = try own.commit(
      Array(change.utf8), onto: base, message: "Shout\n\nSentinel-Incident: 0123\n",
      seconds: 1_700_000_000)
    let mail = try own.mail(commit)
    let remote = sample.scratch.url.appending(path: "remote.git")
    try sample.git("init", "-q", "--bare", remote.path)
    let address = try RemoteAddress(remote.path, relativeTo: source.root)
    let access = PushCredentials([:])
    try own.push(commit, as: "sentinel/0123", to: address, expecting: nil, for: access)
    #expect(
      try own.branches(below: "sentinel/", of: address, for: access) == ["sentinel/0123": commit])
    #expect(try sample.state() == before)

    let clone = try SampleRepository()
    try clone.scratch.write(String(decoding: mail, as: UTF8.self), to: "fix.patch")
    try clone.git(
      "-c", "user.name=B", "-c", "user.email=b@example.com", "am", "-q", "--keep-cr",
      clone.scratch.url.appending(path: "fix.patch").path)
    #expect(try clone.git("show", "HEAD:src/app.py") == "one\nTWO\nthree")
    #expect(try clone.git("log", "-1", "--format=%b") == "Sentinel-Incident: 0123")
  }

  @Test("The same patch, message and time give the same commit")
  func deterministic() throws {
    let sample = try SampleRepository()
    let base = try #require(try sample.source().head())
    let commits = try (1...2).map { _ in
      try sample.own().commit(Array(change.utf8), onto: base, message: "m\n", seconds: 5)
    }
    #expect(commits[0] == commits[1])
  }

  @Test("A branch that somebody moved meanwhile is left alone")
  func lease() throws {
    let sample = try SampleRepository()
    let source = try sample.source()
    let base = try #require(try source.head())
    let own = try sample.own()
    let first = try own.commit(Array(change.utf8), onto: base, message: "1\n", seconds: 1)
    let second = try own.commit(Array(change.utf8), onto: base, message: "2\n", seconds: 2)
    let remote = sample.scratch.url.appending(path: "remote.git")
    try sample.git("init", "-q", "--bare", remote.path)
    let address = try RemoteAddress(remote.path, relativeTo: source.root)
    let access = PushCredentials([:])
    try own.push(first, as: "sentinel/x", to: address, expecting: nil, for: access)
    #expect(throws: GitFailure.self) {
      try own.push(second, as: "sentinel/x", to: address, expecting: nil, for: access)
    }
    try own.push(second, as: "sentinel/x", to: address, expecting: first, for: access)
    #expect(try own.branches(below: "", of: address, for: access) == ["sentinel/x": second])
  }

  @Test(
    "A patch that needs a guess does not apply",
    arguments: [
      change.replacing("one\n", with: "ONE\n"), change.replacing("src/app.py", with: "src/none.py"),
      change.replacing("a/src/app.py", with: "a/../../x").replacing(
        "b/src/app.py", with: "b/../../x"),
      "no patch at all",
    ])
  func unappliable(patch: String) throws {
    let sample = try SampleRepository()
    let base = try #require(try sample.source().head())
    #expect(throws: GitFailure.self) {
      try sample.own().commit(Array(patch.utf8), onto: base, message: "m\n", seconds: 1)
    }
  }

  @Test(
    "Hooks, filters, monitors and helpers of the repository never run; git alone would run them")
  func programs() throws {
    let sample = try SampleRepository([
      "a.txt": "x\n", ".gitattributes": "*.txt filter=evil diff=evil eol=crlf ident\n",
    ])
    let mark = sample.scratch.url.appending(path: "ran")
    let script = try sample.scratch.write(
      "#!/bin/sh\necho ran >> '\(mark.path)'\ncat\n", to: "evil.sh", mode: 0o755)
    for key in [
      "filter.evil.smudge", "filter.evil.clean", "diff.evil.command", "diff.evil.textconv",
      "core.fsmonitor", "core.sshCommand", "core.pager", "credential.helper", "core.editor",
      "uploadpack.packObjectsHook",
    ] { try sample.git("config", key, script.path) }
    for hook in [
      "pre-commit", "post-checkout", "pre-push", "reference-transaction", "post-index-change",
    ] {
      try sample.scratch.copy(script, as: "project/.git/hooks/\(hook)")
    }
    let base = try #require(try sample.source().head())
    let own = try sample.own()
    let target = try sample.scratch.folder("export")
    try own.export(base, to: BytePath(target.path))
    let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-x\n+y\n"
    let commit = try own.commit(Array(patch.utf8), onto: base, message: "m\n", seconds: 1)
    _ = try own.mail(commit)
    #expect(!FileManager.default.fileExists(atPath: mark.path))
    #expect(try Data(contentsOf: target.appending(path: "a.txt")) == Data("x\n".utf8))
    #expect(!FileManager.default.fileExists(atPath: target.appending(path: ".git").path))

    try FileManager.default.removeItem(at: sample.root.appending(path: "a.txt"))
    _ = try HostProcess.run(["/usr/bin/git", "-C", sample.root.path, "checkout", "--", "a.txt"])
    #expect(FileManager.default.fileExists(atPath: mark.path), "the control ran nothing")
  }

  @Test("A .git that leads elsewhere is refused")
  func forged() throws {
    let sample = try SampleRepository()
    let fake = try sample.scratch.folder("fake")
    try sample.scratch.write("gitdir: \(sample.root.path)/.git\n", to: "fake/.git")
    #expect(throws: GitFailure.self) { try SourceRepository.find(at: BytePath(fake.path)) }
    let linked = try sample.scratch.folder("linked")
    try FileManager.default.createSymbolicLink(
      at: linked.appending(path: ".git"), withDestinationURL: sample.root.appending(path: ".git"))
    #expect(throws: GitFailure.self) { try SourceRepository.find(at: BytePath(linked.path)) }
    let plain = try sample.scratch.folder("plain")
    #expect(try SourceRepository.find(at: BytePath(plain.path)) == nil)
  }

  @Test("A worktree of the user's is found")
  func worktree() throws {
    let sample = try SampleRepository()
    let tree = sample.scratch.url.appending(path: "tree")
    try sample.git("worktree", "add", "-q", tree.path)
    let source = try #require(try SourceRepository.find(at: BytePath(tree.path)))
    #expect(try source.head() == sample.git("rev-parse", "HEAD"))
    #expect(source.branch == "tree")
  }

  @Test("Packed references and detached heads are read; odd ones are refused")
  func heads() throws {
    let sample = try SampleRepository()
    let commit = try sample.git("rev-parse", "HEAD")
    try sample.git("pack-refs", "--all")
    #expect(try sample.source().head() == commit)
    try sample.git("checkout", "-q", "--detach")
    #expect(try sample.source().head() == commit)
    for text in ["ref: refs/../../etc/passwd", "ref: /etc/passwd", "nonsense", ""] {
      try sample.scratch.write(text + "\n", to: "project/.git/HEAD")
      #expect(throws: GitFailure.self) { try sample.source().head() }
    }
  }

  @Test(
    "Addresses that would run a program are refused",
    arguments: [
      "ext::sh -c id", "-oProxyCommand=id", "http://host.example.com/x", "git://host.example.com/x",
      "ssh://-oProxyCommand=id/x", "a\nb", "", "fd::17",
    ])
  func addresses(text: String) throws {
    #expect(throws: GitFailure.self) { try RemoteAddress(text, relativeTo: "/") }
  }

  @Test("What git says of a remote that cannot be reached holds no password")
  func passwords() throws {
    let sample = try SampleRepository()
    let base = try #require(try sample.source().head())
    let own = try sample.own()
    // Some versions of git strike them themselves.
    // Port 1 answers nobody.
    let address = try RemoteAddress("https://user:hunter2@127.0.0.1:1/x.git", relativeTo: "/")
    let said = "unable to access 'https://user:hunter2@127.0.0.1:1/x.git/'"
    #expect(address.withoutUser(said) == "unable to access 'https://127.0.0.1:1/x.git/'")
    let attempts: [() throws -> Void] = [
      { _ = try own.branches(below: "", of: address, for: PushCredentials([:])) },
      { try own.push(base, as: "x", to: address, expecting: nil, for: PushCredentials([:])) },
      { try own.delete("x", from: address, expecting: base, for: PushCredentials([:])) },
      { _ = try own.lastCommit(of: "x", at: address, for: PushCredentials([:])) },
    ]
    for attempt in attempts {
      let failure = #expect(throws: GitFailure.self) { try attempt() }
      let said = "\(failure.map { "\($0)" } ?? "")"
      #expect(said.contains("127.0.0.1") && !said.contains("hunter2"), "\(said)")
    }
  }

  @Test("A branch is moved forward from the commit that was named, or not at all")
  func advancing() throws {
    let sample = try SampleRepository()
    let base = try #require(try sample.source().head())
    let remote = sample.scratch.url.appending(path: "remote.git")
    try sample.git("init", "-q", "--bare", "-b", "main", remote.path)
    try sample.git("push", "-q", remote.path, "main")
    let address = try RemoteAddress(remote.path, relativeTo: "/")
    let (own, access) = (try sample.own(), PushCredentials([:]))
    let fix = try own.commit(
      Array(change.utf8), onto: base, message: "fix", seconds: 1_700_000_000)
    let head = { try own.branches(below: "main", of: address, for: access)["main"] }
    // A person's commit comes between: its own would be lost by force alone.
    try sample.git(
      "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m",
      "mine")
    let mine = try sample.git("rev-parse", "HEAD")
    try sample.git("push", "-q", remote.path, "main")
    let advance = { (from: String, to: String) in
      try own.advance("main", from: from, to: to, at: address, for: access)
    }
    #expect(throws: GitFailure.self) { try advance(base, fix) }
    // Naming what is there does not help: the fix does not follow on it.
    #expect(throws: GitFailure.self) { try advance(mine, fix) }
    #expect(throws: GitFailure.self) { try advance(mine, base) }
    #expect(try head() == mine)
    try own.push(fix, as: "main", to: address, expecting: mine, for: access)
    #expect(try head() == fix, "the control: a lease alone takes commits away")
    try sample.git("push", "-qf", remote.path, "\(base):main")
    try advance(base, fix)
    #expect(try head() == fix)
    let commits = try OwnRepository(by: try SandboxedGit.shared()).commits(
      of: "main", at: address, most: 10, for: access)
    #expect(commits.map(\.name) == [fix, base] && commits.map(\.parents) == [[base], []])
    #expect(commits[0].message.hasPrefix("fix") && commits[0].author.hasPrefix("Sentinel"))
  }

  @Test("Where to push is the user's word; what the tree says of it is only shown")
  func remotes() throws {
    let sample = try SampleRepository()
    let root = BytePath(sample.root.path)
    try sample.git("remote", "add", "origin", "https://user:secret@host.example.com/x.git")
    try sample.git("remote", "add", "up", "../other.git")
    let nobody = PushCredentials(["HOME": sample.scratch.url.appending(path: "nobody").path])
    for name in ["origin", "up", "none"] {
      let failure = #expect(throws: GitFailure.self) {
        try RemoteAddress.named(name, around: root, for: nobody)
      }
      let said = "\(failure.map { "\($0)" } ?? "")"
      #expect(said.contains("no remote of the name \(name)"), "\(said)")
      #expect(said.contains("host.example.com") == (name == "origin"), "\(said)")
      #expect(!said.contains("secret"))
    }
    try sample.scratch.write(
      "[remote \"origin\"]\n\turl = https://ada@git.example.com/y.git\n", to: "ada/.gitconfig")
    let ada = PushCredentials(["HOME": sample.scratch.url.appending(path: "ada").path])
    #expect(
      try "\(RemoteAddress.named("origin", around: root, for: ada))"
        == "https://git.example.com/y.git")
    let local = try sample.scratch.folder("z.git").path
    #expect(try "\(RemoteAddress.named(local, around: root, for: nobody))" == local)
    for text in ["../other.git", "x/y.git", "./z"] {
      #expect(throws: GitFailure.self) {
        try RemoteAddress.named(text, around: root, for: nobody)
      }
    }
  }
}
