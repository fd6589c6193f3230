import Audit
import Autonomy
import FoundationEssentials
import Git
import GitTestKit
import Healing
import Kernel
import Signals
import State
import TestSupport
import Testing
import Verification

@testable import Proposals

@Suite("What became of branches is read back, once, and what cannot be told is left to people")
struct OutcomeTests {
  /// What a person does with the branch `$B`, and what is read of it.
  struct Fate: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var commands: String
    var events: [String]
    var isDoubted = false
  }

  private static let push = "git push -q origin main"

  static let fates = [
    Fate(testDescription: "nothing", commands: ":", events: []),
    Fate(
      testDescription: "merged as it is", commands: "git merge -q --no-ff -m m $B; \(push)",
      events: ["merged false"]),
    Fate(
      testDescription: "moved forward", commands: "git merge -q --ff-only $B; \(push)",
      events: ["merged false"]),
    Fate(
      testDescription: "merged by way of another branch",
      commands:
        "git checkout -qb dev; echo d > D; git add D; git commit -qm d; git merge -q -m m $B; git checkout -q main; git merge -q --no-ff -m n dev; \(push)",
      events: ["merged false"]),
    Fate(
      testDescription: "merged with additions",
      commands:
        "git checkout -q --detach $B; echo x >> README; git commit -qam x; c=$(git rev-parse HEAD); git checkout -q main; git merge -q --no-ff -m m $c; \(push)",
      events: ["merged true"]),
    Fate(
      testDescription: "squashed, with the trailer",
      commands:
        "git merge -q --squash $B; git commit -qm \"$(git log -1 --format=%B $B)\"; \(push); git push -q origin :${B#origin/}",
      events: [], isDoubted: true),
    Fate(
      testDescription: "deleted", commands: "git push -q origin :${B#origin/}",
      events: ["closed"]),
    Fate(
      testDescription: "merged, then deleted",
      commands: "git merge -q --no-ff -m m $B; \(push); git push -q origin :${B#origin/}",
      events: ["merged false"]),
    Fate(
      testDescription: "added to, not merged",
      commands:
        "git checkout -q --detach $B; echo x >> README; git commit -qam x; git push -q origin HEAD:${B#origin/}",
      events: []),
    Fate(
      testDescription: "merged and the merge reverted",
      commands: "git merge -q --no-ff -m m $B; git revert --no-edit -m 1 HEAD >/dev/null; \(push)",
      events: ["merged false", "broke"]),
    Fate(
      testDescription: "merged and the commit reverted",
      commands: "git merge -q --ff-only $B; git revert --no-edit HEAD > /dev/null; \(push)",
      events: ["merged false", "broke"]),
    Fate(
      testDescription: "merged, with texts that only look like a revert",
      commands:
        "git merge -q --ff-only $B; echo y >> README; git commit -qam 'y' -m 'This reverts commit 0000000000000000000000000000000000000000.' -m 'This reverts commit .' -m 'This reverts nothing'; \(push)",
      events: ["merged false"]),
    Fate(
      testDescription: "the base was rewritten, and the branch deleted",
      commands:
        "git checkout -q --orphan o; git commit -qm o; git push -qf origin o:main; git push -q origin :${B#origin/}",
      events: []),
  ]

  @Test("Each fate of a branch is read as what it is, once", arguments: fates)
  func fate(_ fate: Fate) async throws {
    let fixture = try ActorFixture(successes: 6)
    let fix = try fixture.fix()
    let branch = try #require(try await fixture.publisher().publish(fix).branch)
    try fixture.person("B=origin/\(branch)\n\(fate.commands)")
    let report = try fixture.refresh()
    let events = report.events.map { event in
      if case .merged(_, let by, let edited) = event {
        #expect(by == nil, "whoever signs a commit is nobody's approval")
        return "merged \(edited)"
      }
      return String("\(event)".prefix { $0 != "(" })
    }
    #expect(events == fate.events)
    #expect(report.looked == 1 && report.doubts.count == (fate.isDoubted ? 1 : 0))
    let count = try fixture.base.entries().count
    #expect(try fixture.refresh().events.isEmpty)
    #expect(try fixture.base.entries().count == count, "kept once")
    let entry = try fixture.base.entries().last { EventEntryKind.isOutcome($0) }
    #expect(events.isEmpty || entry?.incident == fix.healingCase.id)
    #expect(LogCheck.report(on: fixture.base.state.log).problem == nil)
  }

  @Test("A branch that we take away ourselves, or move to a newer fix, is no refusal")
  func ours() async throws {
    let fixture = try ActorFixture(successes: 6)
    let fix = try fixture.fix()
    _ = try await fixture.publisher().publish(fix)
    _ = try await fixture.publisher(run: "r2").publish(fixture.fix(with: "a * 4"))
    #expect(try fixture.refresh().events.isEmpty)
    var settings = try fixture.base.settings(fixture.base.origin)
    settings.closes = [.finding]
    let audit = try fixture.base.audit(run: "r3")
    try audit.received(fix.healingCase)
    let publisher = ProposalPublisher(
      settings, audit: audit,
      watch: KillWatch(
        state: fixture.base.state, environment: fixture.base.environment,
        policy: fixture.base.policy))
    #expect(try await publisher.closeObsolete(open: []).count == 1)
    #expect(try fixture.refresh().events.isEmpty)
  }

  @Test("What an Actor did stands only when it was seen to, and is taken back when it is gone")
  func acted() async throws {
    for isGone in [false, true] {
      let fixture = try ActorFixture()
      _ = try await fixture.publisher().publish(fixture.fix())
      #expect(try fixture.refresh().events.isEmpty, "its soak is not over")
      if isGone { try fixture.person("git reset -q --hard HEAD^; git push -qf origin main") }
      let events = try fixture.refresh().events
      #expect(events.count == (isGone ? 1 : 0))
      if isGone, case .broke(_, .reverted) = events[0] { continue }
      #expect(!isGone)
    }
  }

  @Test("A soak that is over counts when it is seen that the act stands")
  func stood() throws {
    let item = ProposalHistory.Item(
      id: "i-p", incident: "i", commits: ["c1"], base: "b", onto: "main", begunBy: "r1")
    let line = { (names: [String], message: String) in
      CommitLine(
        names.enumerated().map { index, name in
          RemoteCommit(
            name: name, parents: Array(names.dropFirst(index + 1).prefix(1)), author: "",
            committer: "", message: index == 0 ? message : "")
        })
    }
    for (names, message, due, expected) in [
      (["c2", "c1", "b"], "", true, [Event.stood(id: "i-p")]),
      (["c2", "c1", "b"], "", false, []),
      (["c2", "c1", "b"], "This reverts commit c1", true, [.stood(id: "i-p")]),
      (["c2", "b"], "", true, [.broke(id: "i-p", how: .reverted)]),
      // Neither the act nor its base is among what was looked at: nothing can be told.
      (["c9", "c8"], "", true, []),
    ] {
      var sight = OutcomeFinding.Sight()
      sight.line = line(names, message)
      let finding = OutcomeFinding(item, .merged(due: due), isNewest: false, sight)
      #expect(finding.events == expected, "\(names) \(message)")
    }
    // An act that may be under way is not called undone.
    var sight = OutcomeFinding.Sight()
    sight.line = line(["b"], "")
    #expect(OutcomeFinding(item, .open(isActing: true), isNewest: true, sight).events.isEmpty)
  }

  @Test("A state without a log, and one that went elsewhere, have nothing to look at")
  func nothing() throws {
    let fixture = try Fixture()
    _ = try fixture.remote()
    let reading = OutcomeReading(
      state: fixture.state, path: BytePath(fixture.root.path), remote: "origin",
      access: fixture.access, git: try SandboxedGit.shared(), github: nil, isHalted: { false })
    #expect(try reading.run(by: ("person", "ada")).looked == 0)
    #expect(!FileSystem.exists(fixture.state.path))
  }
}

/// Which entries tell of outcomes.
enum EventEntryKind {
  static func isOutcome(_ entry: AuditEntry) -> Bool {
    switch try? EventEntry.event(of: entry) {
    case .merged, .closed, .broke: true
    default: false
    }
  }
}
