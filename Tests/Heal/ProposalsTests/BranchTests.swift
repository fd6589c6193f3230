import Audit
import Autonomy
import FoundationEssentials
import Git
import Healing
import Kernel
import Signals
import State
import TestSupport
import Testing

@testable import Proposals

@Suite("A branch is one for each incident, and nobody else's is touched")
struct BranchTests {

  private func branches(_ fixture: Fixture, _ remote: URL) throws -> [String] {
    try fixture.git("for-each-ref", "--format=%(refname:short) %(objectname)", at: remote)
      .split(separator: "\n").map(String.init).filter { $0.hasPrefix("sentinel/") }
  }

  private func refusal(
    _ body: () async throws -> PublishedProposal
  ) async throws -> PublishFailure? {
    await #expect(throws: PublishFailure.self) { _ = try await body() }
  }

  @Test("The same incident twice is one branch, which the newer fix moves")
  func twice() async throws {
    let fixture = try Fixture()
    let remote = try fixture.remote()
    let before = try fixture.everything()
    let first = try await fixture.publisher(fixture.origin).publish(fixture.fix())
    let branch = try #require(first.branch)
    #expect(try branch == "sentinel/\(fixture.fix().healingCase.id)")
    let head = try branches(fixture, remote)
    #expect(head.count == 1)
    _ = try await fixture.publisher(fixture.origin, run: "r2").publish(fixture.fix())
    #expect(try branches(fixture, remote) == head)
    _ = try await fixture.publisher(fixture.origin, run: "r3").publish(fixture.fix(with: "a * 4"))
    let moved = try branches(fixture, remote)
    #expect(moved.count == 1 && moved != head)
    #expect(try fixture.git("show", "\(branch):src/app.py", at: remote).hasSuffix("a * 4"))
    let commits = try fixture.git("rev-list", "--count", "main..\(branch)", at: remote)
    #expect(commits == "1")
    #expect(try fixture.everything() == before)
  }

  @Test("A branch that a person has added to, amended or taken is refused and stays as it is")
  func changed() async throws {
    for change in ["add", "amend", "foreign"] {
      let fixture = try Fixture()
      let remote = try fixture.remote()
      let branch = try "sentinel/\(fixture.fix().healingCase.id)"
      let clone = fixture.scratch.url.appending(path: "clone")
      if change != "foreign" {
        _ = try await fixture.publisher(fixture.origin).publish(fixture.fix())
      }
      try fixture.git("clone", "-q", remote.path, clone.path)
      try fixture.git("checkout", "-q", change == "foreign" ? "-b" : "-q", branch, at: clone)
      try fixture.scratch.write("mine\n", to: "clone/README")
      let amend = change == "amend" ? ["--amend", "--no-edit"] : ["-m", "mine"]
      _ = try HostProcess.run(
        [
          "/usr/bin/git", "-C", clone.path, "-c", "user.name=Ada", "-c", "user.email=a@example.com",
          "commit", "-aq",
        ] + amend, environment: ["PATH": "/usr/bin:/bin", "HOME": fixture.scratch.url.path])
      try fixture.git("push", "-qf", "origin", branch, at: clone)
      let head = try branches(fixture, remote)
      let failure = try await refusal {
        try await fixture.publisher(fixture.origin, run: "r2").publish(fixture.fix(with: "a * 4"))
      }
      #expect(failure?.reason == .pushRefused, "\(change)")
      #expect(failure?.message.contains("changed by somebody") == true)
      #expect(try branches(fixture, remote) == head, "\(change)")
    }
  }

  @Test("A state that knows nothing goes on with the branch that another Sentinel has made")
  func otherMachine() async throws {
    let fixture = try Fixture()
    let remote = try fixture.remote()
    _ = try await fixture.publisher(fixture.origin).publish(fixture.fix())
    try FileSystem.remove(fixture.state.path)
    try FileSystem.remove(BytePath(fixture.scratch.url.path).appending("home"))
    _ = try await fixture.publisher(fixture.origin).publish(fixture.fix(with: "a * 4"))
    #expect(try branches(fixture, remote).count == 1)
  }

  @Test("A remote that refuses is a refused push, not a fault of the machine")
  func refused() async throws {
    let fixture = try Fixture()
    let remote = try fixture.remote()
    let hook = try fixture.scratch.write(
      "#!/bin/sh\necho no pushes on Sundays >&2\nexit 1\n", to: "hook", mode: 0o755)
    try FileManager.default.copyItem(at: hook, to: remote.appending(path: "hooks/pre-receive"))
    let failure = try await refusal {
      try await fixture.publisher(fixture.origin).publish(fixture.fix())
    }
    #expect(failure?.reason == .pushRefused)
    #expect(failure?.message.contains("no pushes on Sundays") == true)
    let missing = PublishingSettings.Target.branch(remote: "nowhere", access: fixture.access)
    let none = try await refusal {
      try await fixture.publisher(missing, run: "r2").publish(fixture.fix())
    }
    #expect(none?.reason == .pushRefused)
  }

  @Test("Programs that the repository configures never run; git's own push runs them")
  func programs() async throws {
    let fixture = try Fixture()
    _ = try fixture.remote()
    let mark = fixture.scratch.url.appending(path: "ran")
    let script = try fixture.scratch.write(
      "#!/bin/sh\necho \"$0\" >> '\(mark.path)'\nexec git-receive-pack \"$@\"\n", to: "evil.sh",
      mode: 0o755)
    for key in [
      "core.fsmonitor", "core.sshCommand", "credential.helper", "remote.origin.receivepack",
      "remote.origin.uploadpack", "core.gitProxy", "core.askPass", "gpg.program",
    ] { try fixture.git("config", key, script.path) }
    for hook in ["pre-push", "reference-transaction", "post-commit", "commit-msg"] {
      try fixture.scratch.copy(script, as: "project/.git/hooks/\(hook)")
    }
    _ = try await fixture.publisher(fixture.origin).publish(fixture.fix())
    #expect(!FileManager.default.fileExists(atPath: mark.path))
    _ = try HostProcess.run(
      ["/usr/bin/git", "-C", fixture.root.path, "push", "origin", "main:control"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": fixture.scratch.url.path])
    #expect(FileManager.default.fileExists(atPath: mark.path), "the control ran nothing")
  }

  @Test("A remote inside the tree under test is refused: git would run its hooks")
  func inside() async throws {
    let fixture = try Fixture()
    let mark = fixture.scratch.url.appending(path: "ran")
    for address in ["\(fixture.root.path)/evil.git", "file://\(fixture.root.path)/./evil.git"] {
      try? FileManager.default.removeItem(at: fixture.root.appending(path: "evil.git"))
      try fixture.git("init", "-q", "--bare", fixture.root.appending(path: "evil.git").path)
      try fixture.scratch.write(
        "#!/bin/sh\ntouch '\(mark.path)'\n", to: "project/evil.git/hooks/post-receive",
        mode: 0o755)
      try fixture.know(address)
      let failure = try await refusal {
        try await fixture.publisher(fixture.origin, run: address).publish(fixture.fix())
      }
      #expect(failure?.reason == .pushRefused)
      #expect(failure?.message.contains("lies in the tree") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: mark.path))
    try fixture.git("config", "remote.origin.url", fixture.root.path + "/evil.git")
    try fixture.git("push", "-q", "origin", "main")
    #expect(FileManager.default.fileExists(atPath: mark.path), "the control ran nothing")
  }

  @Test(
    "A remote that the tree's configuration names is never pushed to; git's own push runs its hooks"
  )
  func claimed() async throws {
    let fixture = try Fixture()
    let remote = fixture.scratch.url.appending(path: "elsewhere.git")
    let mark = fixture.scratch.url.appending(path: "ran")
    try fixture.git("init", "-q", "--bare", remote.path)
    try fixture.scratch.write(
      "#!/bin/sh\ntouch '\(mark.path)'\n", to: "elsewhere.git/hooks/pre-receive", mode: 0o755)
    for address in ["../elsewhere.git", remote.path, "file://\(remote.path)"] {
      try fixture.git("config", "remote.origin.url", address)
      let failure = try await refusal {
        try await fixture.publisher(fixture.origin, run: WorkFolder.nonce()).publish(fixture.fix())
      }
      #expect(failure?.reason == .pushRefused)
      #expect(failure?.message.contains("no remote of the name origin") == true, "\(address)")
    }
    #expect(!FileManager.default.fileExists(atPath: mark.path))
    try fixture.git("push", "-q", "origin", "main")
    #expect(FileManager.default.fileExists(atPath: mark.path), "the control ran nothing")
  }

  @Test("What owners or a freeze forbid stays a folder")
  func forbidden() async throws {
    let fixture = try Fixture()
    let remote = try fixture.remote()
    var ledger = try AutonomyState(fixture.state)
    _ = try ledger.record(
      [.froze(key: nil, ceiling: .observer, by: "ada", reason: "audit")],
      at: Moment(milliseconds: 1), by: .init(kind: "person", id: "ada"))
    let published = try await fixture.publisher(fixture.origin).publish(fixture.fix())
    #expect(published.branch == nil && published.folder != nil)
    #expect(try branches(fixture, remote).isEmpty)
  }

  @Test("Branches of incidents that are gone go too; those of others and of people stay")
  func obsolete() async throws {
    let fixture = try Fixture()
    let remote = try fixture.remote()
    var settings = try fixture.settings(fixture.origin)
    settings.closes = [.finding]
    let watch = KillWatch(
      state: fixture.state, environment: fixture.environment, policy: fixture.policy)
    let audit = try fixture.audit()
    let publisher = ProposalPublisher(settings, audit: audit, watch: watch)
    try audit.received(fixture.fix().healingCase)
    let branch = try #require(try await publisher.publish(fixture.fix()).branch)
    try fixture.git("push", "-q", "origin", "main:refs/heads/sentinel/0000000000000000")
    let fingerprint = try fixture.fix().healingCase.incident.fingerprint
    #expect(try await publisher.closeObsolete(open: [fingerprint]).isEmpty)
    // A run that looked at tests alone has not seen that a finding is gone.
    settings.closes = [.testFailure]
    let tests = ProposalPublisher(settings, audit: audit, watch: watch)
    #expect(try await tests.closeObsolete(open: []).isEmpty)
    let closed = try await publisher.closeObsolete(open: [])
    #expect(closed.map(\.branch) == [branch])
    #expect(try branches(fixture, remote).map { $0.prefix(25) } == ["sentinel/0000000000000000"])
    #expect(try await publisher.closeObsolete(open: []).isEmpty)
    #expect(LogCheck.report(on: fixture.state.log).problem == nil)
  }
}
