import FoundationEssentials
import GitTestKit
import Glibc
import Kernel
import TestSupport
import Testing
import Verification

@testable import Git

/// What a tree's repository says is data: nothing beside it comes along, and nothing in it runs here.
@Suite("A foreign repository gives its own objects and nothing else")
struct ForeignRepositoryTests {
  /// A repository that only its user may read, with one commit.
  private static func secret(beside sample: SampleRepository) throws -> (
    path: String, commit: String
  ) {
    let path = sample.scratch.url.appending(path: "private").path
    try sample.scratch.write("the secret\n", to: "private/secret.txt")
    try sample.git("init", "-q", "-b", "main", path)
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for words in [["add", "-A"], who + ["commit", "-qm", "private"], ["rev-parse", "HEAD"]] {
      let result = try HostProcess.run(["/usr/bin/git", "-C", path] + words)
      #expect(result.code == 0, "\(result.errors)")
      if words[0] == "rev-parse" { return (path, result.text.trimmingCharacters) }
    }
    throw CocoaError(.fileReadUnknown)
  }

  private static func own(_ commit: String, of sample: SampleRepository) throws -> OwnRepository {
    try OwnRepository(
      commit, of: try sample.source(), history: .whole, by: try SandboxedGit.shared(),
      in: BytePath(sample.scratch.url.path))
  }

  @Test("A repository that borrows another's objects is refused; git alone carries them away")
  func alternates() throws {
    let sample = try SampleRepository()
    let (path, commit) = try Self.secret(beside: sample)
    try sample.scratch.write("\(path)/.git/objects\n", to: "project/.git/objects/info/alternates")
    try sample.scratch.write("\(commit)\n", to: "project/.git/refs/heads/main")
    let failure = #expect(throws: GitFailure.self) { try Self.own(commit, of: sample) }
    #expect("\(failure.map { "\($0)" } ?? "")".contains("borrows objects"))
    let remote = sample.scratch.url.appending(path: "remote.git").path
    try sample.git("init", "-q", "--bare", remote)
    try sample.git("push", "-q", remote, "main")
    let carried = try HostProcess.run(
      ["/usr/bin/git", "-C", remote, "cat-file", "-p", "main:secret.txt"])
    #expect(carried.text == "the secret\n", "the control carried nothing away")
  }

  @Test("A tree that is exchanged for a link to another repository gives nothing of that")
  func exchanged() throws {
    let sample = try SampleRepository()
    let (path, commit) = try Self.secret(beside: sample)
    let source = try sample.source()
    let files = FileManager.default
    try files.moveItem(at: sample.root, to: sample.scratch.url.appending(path: "aside"))
    try files.createSymbolicLink(at: sample.root, withDestinationURL: URL(filePath: path))
    #expect((try? source.head() ?? nil) == nil)
    #expect(throws: (any Error).self) {
      try OwnRepository(
        commit, of: source, history: .whole, by: try SandboxedGit.shared(),
        in: BytePath(sample.scratch.url.path))
    }
    // The control: who looks it up again is led there.
    #expect(try sample.source().head() == commit)
  }

  @Test(
    "A pipe in the place of a file of git's is refused at once",
    arguments: ["config", "objects/pack/multi-pack-index", "shallow", "objects/info/commit-graph"])
  func pipes(name: String) throws {
    let sample = try SampleRepository()
    let commit = try #require(try sample.source().head())
    let place = sample.root.appending(path: ".git/\(name)").path
    try? FileManager.default.removeItem(atPath: place)
    #expect(unsafe mkfifo(place, 0o600) == 0)
    let began = ContinuousClock.now
    let failure = #expect(throws: GitFailure.self) { try Self.own(commit, of: sample) }
    #expect("\(failure.map { "\($0)" } ?? "")".contains("is a pipe"))
    #expect(ContinuousClock.now - began < .seconds(30))
  }

  @Test(
    "A remote whose .git file or hooks lead into the tree is refused", arguments: [true, false])
  func remotesThatLeadIn(byFile: Bool) throws {
    let sample = try SampleRepository()
    let remote = sample.scratch.url.appending(path: "remote")
    try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
    if byFile {
      try sample.scratch.write("gitdir: \(sample.root.path)/.git\n", to: "remote/.git")
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: remote.path + "/hooks", withDestinationPath: sample.root.path + "/.git/hooks")
    }
    let address = try RemoteAddress(remote.path, relativeTo: "/")
    #expect(throws: GitFailure.self) { try address.refuse(within: BytePath(sample.root.path)) }
  }

  @Test(
    "Objects and references behind a link are out of reach",
    arguments: ["objects", "refs", "refs/heads", "packed-refs", "HEAD", "objects/pack"])
  func links(name: String) throws {
    let sample = try SampleRepository()
    let (path, commit) = try Self.secret(beside: sample)
    for words in [["gc", "-q"], ["pack-refs", "--all"]] {
      _ = try HostProcess.run(["/usr/bin/git", "-C", path] + words)
    }
    let files = FileManager.default
    let link = sample.root.appending(path: ".git/\(name)")
    try? files.removeItem(at: link)
    try files.createSymbolicLink(
      at: link, withDestinationURL: URL(filePath: "\(path)/.git/\(name)"))
    // What the tree names is not followed out of it, ...
    #expect((try? sample.source().head() ?? nil) != commit)
    // ... and who knows the name gets nothing either.
    #expect(throws: (any Error).self) { try Self.own(commit, of: sample) }
    let plain = try HostProcess.run(["/usr/bin/git", "-C", path, "cat-file", "-t", commit])
    #expect(plain.text == "commit\n", "there is nothing that could be reached")
  }

  @Test("A worktree's file that names a made-up repository does not lead into another")
  func forgedWorktree() throws {
    let sample = try SampleRepository()
    let (path, commit) = try Self.secret(beside: sample)
    let tree = sample.scratch.url.appending(path: "tree")
    try sample.scratch.write("gitdir: fake/worktrees/x\n", to: "tree/.git")
    let fake = "tree/fake/worktrees/x"
    try sample.scratch.write("ref: refs/heads/main\n", to: "\(fake)/HEAD")
    try sample.scratch.write("\(tree.path)/.git\n", to: "\(fake)/gitdir")
    for common in ["\(path)/.git", "../../../../private/.git"] {
      try sample.scratch.write("\(common)\n", to: "\(fake)/commondir")
      #expect(throws: GitFailure.self) { try SourceRepository.find(at: BytePath(tree.path)) }
      let plain = try HostProcess.run(["/usr/bin/git", "-C", tree.path, "rev-parse", "HEAD"])
      #expect(plain.text == "\(commit)\n", "the control was not led there: \(plain.errors)")
    }
  }

  @Test("Programs that its configuration names for a fetch see nothing; git alone runs them here")
  func serving() throws {
    let sample = try SampleRepository()
    let mark = sample.scratch.url.appending(path: "ran")
    let script = try sample.scratch.write(
      "#!/bin/sh\necho ran >> '\(mark.path)'\nexec \"$@\"\n", to: "project/.git/evil", mode: 0o755)
    for key in [
      "uploadpack.packObjectsHook", "core.alternateRefsCommand", "core.fsmonitor",
      "remote.origin.uploadpack", "core.sshCommand",
    ] { try sample.git("config", key, script.path) }
    let base = try #require(try sample.source().head())
    let own = try Self.own(base, of: sample)
    #expect(try own.files(of: base).count == 2)
    #expect(!FileManager.default.fileExists(atPath: mark.path))
    _ = try HostProcess.run(["/usr/bin/git", "-C", sample.root.path, "status"])
    #expect(FileManager.default.fileExists(atPath: mark.path), "the control ran nothing")
  }

  @Test("Confined git reaches no file of the host beside its folders, no network, and no variable")
  func confinement() throws {
    let sample = try SampleRepository()
    let secret = try sample.scratch.write("the secret\n", to: "secret.txt")
    let base = try #require(try sample.source().head())
    // Whatever the configuration runs is what an exploited git would run.
    let told = "project/.git/told"
    try sample.scratch.write(
      """
      #!/bin/sh
      { cat '\(secret.path)'; echo x > '\(sample.root.path)/.git/written'; ls /sys/class/net; env; } \\
        > /tmp/told 2>&1
      cat /tmp/told >&2
      exit 9

      """, to: told, mode: 0o755)
    let git = try SandboxedGit.shared()
    let common = BytePath(sample.root.path).appending(".git")
    let call = { (words: [String]) in
      ConfinedCall(
        arguments: words, input: [], variables: [:], readable: [common], writable: [],
        seconds: 30, outputBytes: 1 << 20, fileBytes: 1 << 20, task: "test")
    }
    let failure = #expect(throws: GitFailure.self) {
      try git.run(
        call([
          "--git-dir=\(common)", "-c", "alias.evil=!sh \(common)/told", "-c", "safe.directory=*",
          "evil",
        ]))
    }
    let said = "\(failure.map { "\($0)" } ?? "")"
    #expect(said.contains("No such file") && said.contains("Read-only"), "\(said)")
    #expect(!said.contains("the secret"))
    #expect(!FileManager.default.fileExists(atPath: sample.root.path + "/.git/written"))
    #expect(
      try git.run(call(["--git-dir=\(common)", "cat-file", "-t", base])) == Array("commit\n".utf8))
    let plain = try HostProcess.run(["/bin/sh", sample.root.path + "/.git/told"])
    #expect(plain.errors.contains("the secret"), "the control read nothing")
  }

  @Test("Damaged objects do not come in; a copy of the folder brings them along")
  func damaged() throws {
    let sample = try SampleRepository()
    // A tree with an entry `.git`, which a checkout elsewhere would turn into a repository.
    let blob = try sample.git("rev-parse", "HEAD:README")
    let script = """
      cd '\(sample.root.path)'
      bytes() { echo "$1" | sed 's/../\\\\x&/g' | xargs -0 printf '%b'; }
      inner=$({ printf '100644 config\\0'; printf '%b' "$(echo \(blob) | sed 's/../\\\\x&/g')"; } |
        git hash-object -w -t tree --literally --stdin)
      outer=$({ printf '40000 .git\\0'; printf '%b' "$(echo $inner | sed 's/../\\\\x&/g')"; } |
        git hash-object -w -t tree --literally --stdin)
      git -c user.name=A -c user.email=a@example.com commit-tree $outer -m odd > ../odd
      git update-ref refs/heads/main $(cat ../odd)
      """
    let made = try HostProcess.run(["/bin/bash", "-c", script])
    #expect(made.code == 0, "\(made.errors)")
    let head = try #require(try sample.source().head())
    let failure = #expect(throws: GitFailure.self) { try Self.own(head, of: sample) }
    #expect(
      "\(failure.map { "\($0)" } ?? "")".contains("hasDotgit"), "\(String(describing: failure))")
    let copy = sample.scratch.url.appending(path: "copy").path
    let plain = try HostProcess.run(
      ["/usr/bin/git", "clone", "-q", "--bare", sample.root.path, copy])
    #expect(plain.code == 0, "the control took nothing over: \(plain.errors)")
  }

  @Test("What confined git leaves where it should not keeps everything from being pushed")
  func planted() throws {
    let sample = try SampleRepository()
    let (path, commit) = try Self.secret(beside: sample)
    let base = try #require(try sample.source().head())
    let remote = sample.scratch.url.appending(path: "remote.git").path
    try sample.git("init", "-q", "--bare", remote)
    let address = try RemoteAddress(remote, relativeTo: "/")
    let access = PushCredentials([:])
    let scratch = BytePath(sample.scratch.url.path)
    let planted: [(String, (URL) throws -> Void)] = [
      (
        "alternates",
        {
          try "\(path)/.git/objects\n".write(
            to: $0.appending(path: "objects/info/alternates"), atomically: false, encoding: .utf8)
        }
      ),
      (
        "a linked pack folder",
        { inside in
          let pack = inside.appending(path: "objects/pack")
          try FileManager.default.removeItem(at: pack)
          try FileManager.default.createSymbolicLink(
            at: pack, withDestinationURL: URL(filePath: "\(path)/.git/objects/pack"))
        }
      ),
      (
        "a linked object",
        { inside in
          let from = "\(path)/.git/objects/\(commit.prefix(2))"
          try FileManager.default.createDirectory(
            at: inside.appending(path: "objects/\(commit.prefix(2))"),
            withIntermediateDirectories: true)
          try FileManager.default.createSymbolicLink(
            at: inside.appending(path: "objects/\(commit.prefix(2))/\(commit.dropFirst(2))"),
            withDestinationURL: URL(filePath: "\(from)/\(commit.dropFirst(2))"))
        }
      ),
    ]
    for (name, plant) in planted {
      let own = try Self.own(base, of: sample)
      let folder = try #require(
        try FileManager.default.contentsOfDirectory(atPath: sample.scratch.url.path)
          .first { $0.hasPrefix("sentinel-git-") })
      try plant(URL(filePath: "\(scratch)/\(folder)/work/inside"))
      #expect(throws: GitFailure.self, "\(name)") {
        try own.push(commit, as: "x", to: address, expecting: nil, for: access)
      }
      withExtendedLifetime(own) {}
    }
    // A configuration and hooks in there are nobody's.
    let own = try Self.own(base, of: sample)
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: sample.scratch.url.path)
        .first { $0.hasPrefix("sentinel-git-") })
    let inside = "\(folder)/work/inside"
    let mark = sample.scratch.url.appending(path: "ran").path
    try sample.scratch.write(
      "#!/bin/sh\ntouch '\(mark)'\n", to: "\(inside)/hooks/pre-push", mode: 0o755)
    try sample.scratch.write(
      "[core]\n\tbare = true\n\trepositoryformatversion = 0\n\thooksPath = \(scratch)/\(inside)/hooks\n",
      to: "\(inside)/config")
    try own.push(base, as: "main", to: address, expecting: nil, for: access)
    #expect(!FileManager.default.fileExists(atPath: mark))
    let plain = try HostProcess.run(
      [
        "/usr/bin/git", "--git-dir", "\(scratch)/\(inside)", "push", "-q", remote,
        "\(base):refs/heads/y",
      ])
    #expect(
      FileManager.default.fileExists(atPath: mark), "the control ran nothing: \(plain.errors)")
    withExtendedLifetime(own) {}
  }

  @Test("A commit alone, a shallow repository, a worktree and SHA-256 names come over")
  func ordinary() throws {
    let sample = try SampleRepository()
    try sample.scratch.write("more\n", to: "project/README")
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    _ = try HostProcess.run(
      ["/usr/bin/git", "-C", sample.root.path] + who + ["commit", "-qam", "2"])
    let head = try #require(try sample.source().head())
    let git = try SandboxedGit.shared()
    let alone = try OwnRepository(head, of: try sample.source(), history: .none, by: git)
    #expect(try alone.history(of: head, most: 9) == [head])
    let whole = try OwnRepository(head, of: try sample.source(), history: .whole, by: git)
    #expect(try whole.history(of: head, most: 9).count == 2)
    for (name, words) in [
      ("shallow", ["clone", "-q", "--depth=1", "file://\(sample.root.path)"]),
      ("tree", ["-C", sample.root.path, "worktree", "add", "-q"]),
      ("long", ["init", "-q", "--object-format=sha256"]),
    ] {
      let place = sample.scratch.url.appending(path: name).path
      let made = try HostProcess.run(["/usr/bin/git"] + words + [place])
      #expect(made.code == 0, "\(made.errors)")
      if name == "long" {
        _ = try HostProcess.run(
          ["/usr/bin/git", "-C", place] + who + ["commit", "-q", "--allow-empty", "-m", "x"])
      }
      let source = try #require(try SourceRepository.find(at: BytePath(place)))
      let commit = try #require(try source.head())
      let own = try OwnRepository(commit, of: source, history: .whole, by: git)
      #expect(try own.history(of: commit, most: 9).first == commit, "\(name)")
    }
  }
}
