import Audit
import Autonomy
import Findings
import FoundationEssentials
import Git
import Healing
import Kernel
import Patches
import State
import Synchronization
import TestSupport
import Testing
import Text

@testable import Proposals

@Suite("An Actor moves the branch that the policy names, from the commit of the proof, once")
struct ActTests {
  @Test("What may be done is done: the branch moves to the fix, and nothing else changes")
  func acts() async throws {
    let fixture = try ActorFixture()
    let (base, before) = (try fixture.head(), try fixture.base.everything())
    let published = try await fixture.publisher().publish(fixture.fix())
    #expect(published.decision["inputs"]?["acted"] == true, "\(published.decision)")
    #expect(published.branch == "main" && published.folder != nil)
    #expect(try fixture.branches() == ["main"])
    #expect(try fixture.head("main^") == base)
    #expect(try fixture.base.git("show", "main:src/app.py", at: fixture.remote).hasSuffix("a * 3"))
    #expect(try fixture.base.everything() == before)
    let story = try fixture.story()
    #expect(story == ["decided proposed", "folder", "acting acting", "act merged"], "\(story)")
    let id = try #require(published.decision["inputs"]?["canary"])
    #expect(id["stage"] == 1 && id["shareMillionths"] == 100_000)
    #expect(LogCheck.report(on: fixture.base.state.log).problem == nil)
    let name = try #require(try fixture.controller().acts.values.first?.first?.id)
    #expect(try fixture.controller().standing(of: name) == .merged(due: false))
  }

  /// What keeps from acting, each by itself.
  enum Lack: String, CaseIterable {
    case noKey, otherBranch, notDrawn, author, tests, scanner, badCheck, judge, withdrawn, ceiling
    case approvals, hours, tree, freeze
  }

  @Test(
    "Whatever is missing, it stays a proposal, and the branch stays where it is",
    arguments: Lack.allCases)
  func lacks(_ lack: Lack) async throws {
    var fixture = try ActorFixture()
    var fix = try fixture.fix(inCanary: lack != .notDrawn)
    switch lack {
    case .noKey: fixture.base.policy.actsOn = []
    case .otherBranch: fixture.base.policy.actsOn = ["release"]
    case .notDrawn: break
    case .author: fix.proposed.highestLevel = 2
    case .tests: fix.report.checks.removeAll { $0.name == EvidenceCheck.allTests }
    case .scanner: fix.report.checks.removeAll { $0.name.hasPrefix(EvidenceCheck.scan) }
    case .badCheck: fix.report.checks[0].isGood = false
    case .judge: fix.report.judgement = nil
    case .withdrawn, .freeze:
      let key = try #require(try fixture.controller().records.keys.first)
      let event: Event =
        lack == .withdrawn
        ? .withdrew(key: key, by: "ada")
        : .froze(key: nil, ceiling: .proposer, by: "ada", reason: "release")
      var ledger = try AutonomyState(fixture.base.state)
      _ = try ledger.record(
        [event], at: Moment(milliseconds: AuditLog.systemClock()),
        by: .init(kind: "person", id: "ada"))
    case .ceiling: fixture.base.policy.classes[0].limits.ceiling = .proposer
    case .approvals: fixture.base.policy.classes[0].limits.approvals = 1
    case .hours: fixture.base.policy.owners = []
    // The commit holds another file than the tree in which the fix was proven.
    case .tree: fixture.base.files["README"] = "other\n"
    }
    let base = try fixture.head()
    let published = try await fixture.publisher().publish(fix)
    #expect(try fixture.head() == base)
    #expect(published.decision["inputs"]?["acted"] == nil && published.branch != "main")
    #expect(published.folder != nil)
    // What waits for people is not even pushed.
    let branches = try fixture.branches().filter { $0 != "main" }
    #expect(branches == (lack == .approvals ? [] : ["sentinel/\(fix.healingCase.id)"]))
    #expect(try !fixture.story().contains { $0.hasPrefix("acting") })
  }

  @Test("On a folder nothing can be acted, whatever was earned")
  func folder() async throws {
    let fixture = try ActorFixture()
    let published = try await fixture.publisher(.folder).publish(fixture.fix())
    #expect(published.branch == nil && published.decision["inputs"]?["action"] == "propose")
    #expect(try fixture.branches() == ["main"])
  }

  @Test("As the canary grows, what it has left out is taken")
  func stages() async throws {
    let fixture = try ActorFixture(successes: 84 + 84)
    let published = try await fixture.publisher().publish(fixture.fix(inCanary: false))
    #expect(published.decision["inputs"]?["canary"]?["stage"] == 4, "\(published.decision)")
    #expect(published.branch == "main")
  }

  @Test("A branch that has moved since the proof is left to people, also at the last instant")
  func race() async throws {
    for isLate in [false, true] {
      let fixture = try ActorFixture()
      let commit = "echo mine > README; git commit -qam mine; git push -q origin main"
      let moved = Mutex(false)
      if !isLate { try fixture.person(commit) }
      let publisher = try fixture.publisher {
        // Between the entry that it begins and the push.
        guard isLate, (try? fixture.story().contains("acting acting")) == true,
          moved.withLock({ wasMoved in
            defer { wasMoved = true }
            return !wasMoved
          })
        else { return }
        _ = try? fixture.person(commit)
      }
      let fix = try fixture.fix()
      let published = try await publisher.publish(fix)
      #expect(try fixture.base.git("log", "-1", "--format=%s", at: fixture.remote) == "mine")
      #expect(published.branch == "sentinel/\(fix.healingCase.id)")
      let why = published.decision["inputs"]?["notActed"]?.string ?? ""
      #expect(why.contains("main has moved from"), "\(why)")
      let story = try fixture.story()
      #expect(
        story.dropFirst(2)
          == (isLate
            ? ["acting acting", "refrained refrained", "branch"] : ["refrained", "branch"]),
        "\(story)")
      #expect(try fixture.controller().acts.values.allSatisfy(\.isEmpty))
      // The control: a push by force loses what the person has done.
      let own = try fixture.base.git(
        "rev-parse", "sentinel/\(fix.healingCase.id)", at: fixture.remote)
      try fixture.person("git push -qf origin \(own):main")
      #expect(
        try fixture.base.git("log", "-2", "--format=%s", at: fixture.remote).contains("mine")
          == false)
    }
  }

  @Test("A kill switch that is set at the last instant stops it, and later it goes on, once")
  func halted() async throws {
    let fixture = try ActorFixture()
    let base = try fixture.head()
    let halt = fixture.base.state.haltFile
    let publisher = try fixture.publisher {
      if (try? fixture.story().contains("acting acting")) == true {
        try? FileSystem.write([], to: halt)
      }
    }
    let failure = await #expect(throws: PublishFailure.self) {
      _ = try await publisher.publish(fixture.fix())
    }
    #expect(failure?.reason == .killed)
    #expect(try fixture.head() == base && fixture.branches() == ["main"])
    try FileSystem.remove(halt)
    // Another run leaves what this one has begun, which stays this one's to end.
    let other = try await fixture.publisher(run: "r2").publish(fixture.fix())
    #expect(other.decision["inputs"]?["notActed"] != nil)
    let published = try await fixture.publisher().publish(fixture.fix())
    #expect(published.branch == "main")
    #expect(
      try fixture.story() == [
        "decided proposed", "folder", "acting acting", "decided proposed", "folder", "refrained",
        "branch", "act merged",
      ])
  }

  @Test("The same incident twice is acted upon once, and another fix of it never again")
  func twice() async throws {
    var fixture = try ActorFixture()
    _ = try await fixture.publisher().publish(fixture.fix())
    let head = try fixture.head()
    for run in ["r1", "r2"] {
      let again = try await fixture.publisher(run: run).publish(fixture.fix())
      #expect(
        again.branch == "main" && (again.decision["inputs"]?["acted"] == true) == (run == "r1"))
      #expect(try fixture.head() == head && fixture.branches() == ["main"])
    }
    #expect(try fixture.story().count { $0 == "act merged" } == 1)
    // The trouble is there still, and somebody knows another fix.
    try fixture.follow()
    let other = try await fixture.publisher(run: "r3").publish(
      fixture.fix(replacing: "a * 3", with: "a * 4"))
    #expect(other.branch?.hasPrefix("sentinel/") == true)
    #expect(other.decision["inputs"]?["notActed"]?.string?.contains("before") == true)
    #expect(try fixture.head() == head)
  }

  @Test(
    "A death before or after the push ends in the same state, and the push is made once",
    arguments: ["post-receive", "pre-receive"])
  func death(hook: String) async throws {
    let whole = try ActorFixture()
    _ = try await whole.publisher().publish(whole.fix())
    let fixture = try ActorFixture()
    // The log is out of reach from within the push on: nothing that follows is recorded.
    let log = fixture.base.state.log.path
    let end = hook == "pre-receive" ? "exit 1" : "exit 0"
    try fixture.base.scratch.write(
      "#!/bin/sh\nmv '\(log)' '\(log).away'\n\(end)\n", to: "remote.git/hooks/\(hook)",
      mode: 0o755)
    await #expect(throws: PublishFailure.self) {
      _ = try await fixture.publisher().publish(fixture.fix())
    }
    let pushed = try fixture.head()
    #expect(try (fixture.base.git("rev-parse", "HEAD") == pushed) == (hook == "pre-receive"))
    try FileSystem.remove(BytePath(fixture.remote.path).appending("hooks/\(hook)"))
    try FileManager.default.moveItem(atPath: "\(log).away", toPath: "\(log)")
    #expect(try fixture.story().last == "acting acting")
    let published = try await fixture.publisher().publish(fixture.fix())
    #expect(published.decision["inputs"]?["acted"] == true && published.branch == "main")
    if hook == "post-receive" { #expect(try fixture.head() == pushed) }
    #expect(try fixture.base.git("rev-list", "--count", "main", at: fixture.remote) == "2")
    #expect(try fixture.story() == whole.story())
    let (left, right) = (try fixture.controller(), try whole.controller())
    #expect(left.acts.values.first?.map(\.id) == right.acts.values.first?.map(\.id))
    #expect(left.ignoredEvents == right.ignoredEvents)
    #expect(LogCheck.report(on: fixture.base.state.log).problem == nil)
  }

  @Test("Two that begin at once share one budget")
  func together() async throws {
    let fixture = try ActorFixture()
    var ledger = try AutonomyState(fixture.base.state)
    let key = try #require(try fixture.controller().records.keys.first)
    // Two acts of the day are used up, so that one is left.
    let past = (0..<2).map { index in
      Event.proposed(
        proposal: .init(
          id: "today-\(index)", key: key, scoreMillionths: nil, confidenceMillionths: nil,
          wouldAct: true, acted: true))
    }
    _ = try ledger.record(
      past, at: Moment(milliseconds: AuditLog.systemClock()), by: .init(kind: "person", id: "ada"))
    let desks = try (0..<2).map { try fixture.publisher(run: "r\($0)") }
    let fixes = try (0..<2).map { try fixture.fix($0) }
    async let first = desks[0].publish(fixes[0])
    async let second = desks[1].publish(fixes[1])
    let published = try await [first, second]
    #expect(published.count { $0.decision["inputs"]?["acted"] == true } <= 1)
    #expect(try fixture.controller().acts[key]?.count ?? 0 <= 3)
    #expect(try fixture.base.git("rev-list", "--count", "main", at: fixture.remote) == "2")
  }

  @Test("Outcomes are read before acting: after two reverts the next incident is only proposed")
  func demotion() async throws {
    var fixture = try ActorFixture()
    for number in 0..<2 {
      let published = try await fixture.publisher(run: "r\(number)").publish(
        fixture.fix(number, with: "a * \(number + 7)"))
      #expect(published.branch == "main", "\(published.decision)")
      try fixture.person("git revert --no-edit HEAD; git push -q origin main")
      try fixture.follow()
    }
    let head = try fixture.head()
    let fix = try fixture.fix(2)
    let published = try await fixture.publisher(run: "r2").publish(fix)
    #expect(published.branch == "sentinel/\(fix.healingCase.id)")
    #expect(try published.decision["level"] == "L2" && fixture.head() == head)
    let story = try fixture.story()
    #expect(story.count { $0.hasSuffix("broke") } == 2, "\(story)")
    #expect(try fixture.controller().records.values.first?.level == .proposer)
  }

  @Test("What became of earlier fixes must be known, or nothing is acted upon")
  func unread() async throws {
    let fixture = try ActorFixture()
    let broken = GitHubSettings(
      service: "https://api.github.com", repository: "acme/shop", credential: .token("t"),
      transport: SilentTransport())
    _ = try await fixture.publisher().publish(fixture.fix())
    // An open pull request, about which the service does not answer.
    let audit = try fixture.base.audit(run: "r0")
    let fix = try fixture.fix(1, replacing: "size", with: "length")
    let patch = String(repeating: "b", count: 64)
    let id = ProposalDraft.id(of: fix.healingCase.id, patch: patch)
    let key = try #require(try fixture.controller().records.keys.first)
    try audit.keep(
      .decision, by: ("controller", "autonomy"), of: fix.healingCase, [:],
      event: .proposed(
        proposal: .init(
          id: id, key: key, scoreMillionths: nil, confidenceMillionths: nil, wouldAct: true,
          acted: false)))
    try audit.keep(
      .effect, by: ("run", "r0"), of: fix.healingCase,
      [
        "what": .text("branch"), "branch": .text("sentinel/x"),
        "commit": .text(String(repeating: "1", count: 40)),
        "patch": .text(patch), "remote": .text(fixture.remote.path), "onto": .text("main"),
      ])
    try audit.keep(
      .effect, by: ("run", "r0"), of: fix.healingCase,
      [
        "what": .text("pullRequest"),
        "address": .text("https://github.com/acme/shop/pull/9"),
        "patch": .text(patch),
      ])
    let publisher = try fixture.publisher(
      .github(remote: "origin", access: fixture.base.access, settings: broken), run: "r2")
    let decision = try publisher.decide(fixture.fix(2))
    #expect(decision.decision.action == .propose)
    #expect(
      decision.decision.conditions.contains {
        $0.name == "evidence" && !$0.holds && $0.found.contains("cannot be read")
      })
  }
}
