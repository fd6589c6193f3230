import FoundationEssentials
import GitTestKit
import Glibc
import Kernel
import TestSupport
import Testing
import Verification

@testable import Git

/// What a hostile repository says of itself, in each of the files that git believes.
@Suite struct ForeignClaimTests {
  private let sample: SampleRepository
  /// A repository beside it that only its user may read, and its commit.
  private let hidden: String
  private let secret: String
  private let base: String

  init() throws {
    sample = try SampleRepository()
    hidden = sample.scratch.url.appending(path: "private").path
    try sample.scratch.write("the secret\n", to: "private/secret.txt")
    try sample.git("init", "-q", "-b", "main", hidden)
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for words in [
      ["add", "-A"], who + ["commit", "-qm", "private"],
      ["config", "uploadpack.allowFilter", "true"],
      ["config", "uploadpack.allowAnySHA1InWant", "true"],
    ] {
      let result = try HostProcess.run(["/usr/bin/git", "-C", hidden] + words)
      #expect(result.code == 0, "\(result.errors)")
    }
    secret =
      try HostProcess.run(["/usr/bin/git", "-C", hidden, "rev-parse", "HEAD"]).text
      .trimmingCharacters
    base = try sample.git("rev-parse", "HEAD")
  }

  private func own(_ commit: String) throws -> OwnRepository {
    try OwnRepository(
      commit, of: try sample.source(), history: .whole, by: try SandboxedGit.shared(),
      in: BytePath(sample.scratch.url.path))
  }

  /// Runs a line of shell in the tree, where `$P` is the private repository and `$B` the base.
  private func shell(_ line: String) throws -> HostProcess.Finished {
    let start = """
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=A \\
        GIT_COMMITTER_EMAIL=a@example.com HOME=/nonexistent
      cd "$1"; P="$2"; S=$3; B=$4
      """
    return try HostProcess.run(
      ["/bin/bash", "-c", start + "\n" + line, "bash", sample.root.path, hidden, secret, base])
  }

  /// One claim: how it is made, and what shows that git alone believes it.
  struct Claim: CustomStringConvertible, Sendable {
    let description: String
    let make: String
    let control: String
    let expected: String
  }

  /// Claims by which another repository's objects would be this one's.
  private static let borrowing = [
    Claim(
      description: "commondir", make: "echo $P/.git > .git/commondir",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "relative commondir", make: "echo ../../private/.git > .git/commondir",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "relative alternates",
      make: "echo ../../../private/.git/objects > .git/objects/info/alternates",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "quoted alternates after a comment",
      make: "printf '# x\\n\\n\"%s\"\\n' $P/.git/objects > .git/objects/info/alternates",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "alternates of alternates within the folder",
      make: "mkdir -p .git/o/info; echo $P/.git/objects > .git/o/info/alternates; "
        + "echo ../o > .git/objects/info/alternates",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "alternates behind a link",
      make: "echo $P/.git/objects > .git/a; ln -s ../../a .git/objects/info/alternates",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "a promisor",
      make: "git config core.repositoryFormatVersion 1; git config extensions.partialClone origin; "
        + "git config remote.origin.url file://$P; git config remote.origin.promisor true; "
        + "git config remote.origin.partialCloneFilter blob:none",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "a linked folder of one object",
      make: "rm -rf .git/objects/${S:0:2}; ln -s $P/.git/objects/${S:0:2} .git/objects/${S:0:2}",
      control: "git cat-file -t $S", expected: "commit"),
    Claim(
      description: "a repository's place in the configuration",
      make: "git config core.worktree $P; git config include.path $P/.git/config",
      control: "git ls-files --others", expected: "secret.txt"),
    Claim(
      description: "another address for each address",
      make: "git config url.$P.insteadOf $PWD/.git; git config url.file://$P.insteadOf file://$PWD",
      control: "git ls-remote $PWD/.git HEAD | cut -f1 | grep -c $S", expected: "1"),
  ]

  @Test(arguments: ForeignClaimTests.borrowing)
  func `no claim of a repository brings another's objects along`(claim: Claim) throws {
    let made = try shell(claim.make)
    #expect(made.code == 0, "\(made.errors)")
    #expect(throws: (any Error).self) { try own(secret) }
    try sample.scratch.write("\(secret)\n", to: "project/.git/refs/heads/main")
    #expect(throws: (any Error).self) {
      try own(try #require(try sample.source().head()))
    }
    try sample.scratch.write("\(base)\n", to: "project/.git/refs/heads/main")
    let control = try shell(claim.control)
    #expect(control.text.trimmingCharacters == claim.expected, "\(control.errors)")
  }

  /// Claims that would make the base, or what led to it, another than its name says.
  private static let lying = [
    Claim(
      description: "a replacement",
      make:
        "echo evil > README; git add README; git replace $B $(git commit-tree $(git write-tree) -m x)",
      control: "git show $B:README", expected: "evil"),
    Claim(
      description: "a graft",
      make: "c=$(git commit-tree $B^{tree} -m x); echo $B $c > .git/info/grafts",
      control: "git rev-list --count $B 2>/dev/null", expected: "2"),
    Claim(
      description: "a filter",
      make:
        "echo '* filter=x diff=x' > .git/info/attributes; git config filter.x.smudge 'echo evil'; "
        + "git config filter.x.required true; git config diff.x.textconv 'echo evil'; git config core.autocrlf true",
      control: "rm README; git checkout -q README; cat README", expected: "evil"),
    Claim(
      description: "a false graph of commits",
      make: "git commit-graph write 2>&1; chmod u+w .git/objects/info/commit-graph; "
        + "head -c 1000 /dev/urandom > .git/objects/info/commit-graph",
      control: "git commit-graph verify 2>/dev/null || echo false", expected: "false"),
    Claim(
      description: "a false index of packs",
      make: "git gc -q; head -c 2000 /dev/urandom > .git/objects/pack/multi-pack-index",
      control: "git multi-pack-index verify 2>/dev/null || echo false", expected: "false"),
    Claim(
      description: "a false index of one pack",
      make: "git gc -q; i=$(echo .git/objects/pack/*.idx); chmod u+w $i; "
        + "printf '\\377\\377\\377\\377' | dd of=$i bs=1 seek=1100 conv=notrunc 2>/dev/null",
      control: "git fsck >/dev/null 2>&1 || echo false", expected: "false"),
    Claim(
      description: "a false index of the tree",
      make: "head -c 3000 /dev/urandom > .git/index",
      control: "git status 2>/dev/null || echo false",
      expected: "false"),
  ]

  @Test(arguments: ForeignClaimTests.lying)
  func `what a repository says of a commit does not change the commit`(claim: Claim) throws {
    let made = try shell(claim.make)
    #expect(made.code == 0, "\(made.errors)")
    // Refused or true; nothing between.
    if let own = try? own(base) {
      #expect(try own.contents(of: "README", in: base) == Array("hello\n".utf8))
      #expect(try own.history(of: base, most: 9) == [base])
    }
    let control = try shell(claim.control)
    #expect(control.text.trimmingCharacters == claim.expected, "\(control.errors)")
  }

  @Test(arguments: [
    "ref: refs/heads/../../../private/.git/refs/heads/main", "ref: /etc/hostname",
    "ref: refs/../../private/.git/HEAD", "ref: refs/heads/main\0/../x", "ref: refs/heads/-x.lock",
    "ref: refs/heads/a//b", "ref:refs/heads/main", "ref: HEAD", "ref: refs/heads/loop",
    "gitdir: ../private/.git",
  ])
  func `a HEAD that leads elsewhere names no commit`(text: String) throws {
    try sample.scratch.write("ref: refs/heads/loop\n", to: "project/.git/refs/heads/loop")
    try sample.scratch.write("\(text)\n", to: "project/.git/HEAD")
    #expect((try? sample.source().head()) == nil)
    try sample.scratch.write("ref: refs/heads/main\n", to: "project/.git/HEAD")
    #expect(try sample.source().head() == base, "the control names nothing")
  }

  @Test func `a repository that turns into a link after it was found is not followed`() throws {
    let source = try sample.source()
    let moved = try shell("mv .git kept; ln -s $P/.git .git")
    #expect(moved.code == 0)
    #expect(throws: (any Error).self) {
      try OwnRepository(
        secret, of: source, history: .whole, by: try SandboxedGit.shared(),
        in: BytePath(sample.scratch.url.path))
    }
    #expect(try shell("git cat-file -t $S").text == "commit\n", "the control is not led there")
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a repository that somebody else has put above a tree is not its own`() throws {
    let tree = try sample.scratch.folder("project/deep/tree")
    let place = BytePath(tree.path)
    #expect(try SourceRepository.find(around: place) != nil, "the control finds none")
    let given = unsafe chown(sample.root.path + "/.git", 12345, 12345)
    #expect(given == 0)
    #expect(try SourceRepository.find(around: place) == nil)
  }

  @Test func `an address that git would complete into the tree is refused`() throws {
    let tree = BytePath(sample.root.path)
    let link = sample.scratch.url.appending(path: "link").path
    let mark = sample.scratch.url.appending(path: "ran").path
    let made = try shell(
      """
      git init -q --bare evil.git; ln -s "$PWD" '\(link)'
      printf '#!/bin/sh\\necho ran > "\(mark)"\\n' > evil.git/hooks/pre-receive
      chmod +x evil.git/hooks/pre-receive
      """)
    #expect(made.code == 0, "\(made.errors)")
    for address in ["\(link)/evil", "file://\(link)/evil", "\(link)/evil.git", "\(link)/./evil"] {
      #expect(throws: GitFailure.self, "\(address)") {
        try RemoteAddress.named(address, around: tree, for: PushCredentials([:]))
      }
    }
    let control = try shell("git push -q '\(link)/evil' main")
    #expect(
      FileManager.default.fileExists(atPath: mark), "the control ran nothing: \(control.errors)")
  }
}
