import Audit
import Autonomy
import FoundationEssentials
import Git
import GitTestKit
import Healing
import Kernel
import Patches
import Signals
import State
import Synchronization
import TestSupport
import Testing
import Text
import Verification

@testable import Proposals

/// A fixture whose kind of fix has earned to act, on `main`, with a policy that lets it.
struct ActorFixture {
  var base: Fixture
  let remote: URL
  private static let day: Int64 = 86_400_000

  /// So many merges in the past: 84 earn the level, further ones widen the canary.
  init(successes: Int = 90) throws {
    var fixture = try Fixture()
    fixture.policy = AutonomyPolicy(
      classes: [
        .init(
          name: "code", paths: [PathPattern("src/**")], rules: [], actions: [],
          limits: .init(ceiling: .actor, risk: .low, approvals: 0))
      ],
      owners: [
        Owner(
          name: "ada",
          hours: WorkingHours(days: Set(1...7), fromMinute: 0, toMinute: 1_440, offsetMinutes: 0))
      ], actsOn: ["main"])
    fixture.policy.isWritten = true
    base = fixture
    remote = try fixture.remote()
    try remember(successes)
  }

  /// States with a past, by the number of successes, as archives: making one takes a second.
  private static let pasts = Mutex<[Int: Data]>([:])

  private func remember(_ successes: Int) throws {
    let folder = base.scratch.url
    let past = try Self.pasts.withLock { pasts in
      if let known = pasts[successes] { return known }
      try earn(successes)
      let made = try HostProcess.run(["/bin/tar", "-C", folder.path, "-cf", "-", "state", "home"])
      pasts[successes] = made.output
      return made.output
    }
    guard !FileSystem.exists(base.state.path) else { return }
    let file = folder.appending(path: "past.tar")
    try past.write(to: file)
    let result = try HostProcess.run(["/bin/tar", "-C", folder.path, "-xf", file.path])
    if result.code != 0 { Issue.record("tar: \(result.errors)") }
  }

  /// Six merges a day by two people, all of which have soaked by now.
  private func earn(_ successes: Int) throws {
    let fix = try fix()
    let key = base.keys.key(
      for: fix.healingCase, actor: "codemod", version: "v1", paths: ["src/app.py"])
    let score = Int(PublishingDecision.score(of: fix) * 1e6)
    let author = AuditEntry.Author(kind: "person", id: "ada")
    var ledger = try AutonomyState(base.state)
    let first = AuditLog.systemClock() - (Int64(successes / 6) + 10) * Self.day
    for start in stride(from: 0, to: successes, by: 6) {
      var events: [Event] = start == 0 ? [.agreed(key: key, by: "ada")] : []
      for index in start..<min(start + 6, successes) {
        events += [
          .proposed(
            proposal: .init(
              id: "past-\(index)", key: key, scoreMillionths: score, confidenceMillionths: nil,
              wouldAct: true, acted: false)),
          .merged(id: "past-\(index)", by: "person \(index % 2)", edited: false),
        ]
      }
      _ = try ledger.record(
        events, at: Moment(milliseconds: first + Int64(start / 6) * Self.day), by: author)
    }
  }

  /// A fix with a whole proof, of an incident that the canary's first stage takes, or not.
  func fix(
    _ number: Int = 0, inCanary: Bool = true, replacing old: String = "a * 2",
    with new: String = "a * 3"
  ) throws -> ProvenFix {
    var fix = try base.fix(replacing: old, with: new)
    var left = number
    for candidate in 0... {
      let fingerprint = FingerprintText.of("incident \(candidate)")
      guard (PublishingDecision.draw(of: fingerprint) < CanaryStage.shares[0]) == inCanary else {
        continue
      }
      left -= 1
      guard left < 0 else { continue }
      fix.healingCase.incident.fingerprint = fingerprint
      break
    }
    fix.report.checks += [
      .init(name: EvidenceCheck.allTests, before: "2 pass", after: "3 pass", isGood: true),
      .init(name: EvidenceCheck.scan + "bandit", before: "1", after: "0", isGood: true),
    ]
    return fix
  }

  /// A publisher; `pulse` is called whenever the kill switch is looked at.
  func publisher(
    _ target: PublishingSettings.Target? = nil, run: String = "r1",
    pulse: @escaping @Sendable () -> Void = {}
  ) throws -> ProposalPublisher {
    ProposalPublisher(
      try base.settings(target ?? base.origin), audit: try base.audit(run: run),
      watch: KillWatch(
        state: base.state, environment: base.environment, policy: base.policy,
        clock: {
          pulse()
          return AuditLog.systemClock()
        }))
  }

  func head(_ branch: String = "main") throws -> String {
    try base.git("rev-parse", branch, at: remote)
  }

  func branches() throws -> [String] {
    try base.git("for-each-ref", "--format=%(refname:short)", at: remote)
      .split(separator: "\n").map(String.init)
  }

  /// Commits at the remote as a person would, in a clone of its own.
  @discardableResult
  func person(_ commands: String) throws -> String {
    let clone = base.scratch.url.appending(path: "clone-\(UInt32.random(in: 0 ... .max))")
    try base.git("clone", "-q", remote.path, clone.path)
    let result = try HostProcess.run(
      ["/bin/sh", "-ec", "cd '\(clone.path)'\n\(commands)"],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": base.scratch.url.path, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com",
        "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
      ])
    if result.code != 0 { Issue.record("\(commands): \(result.errors)") }
    return result.text
  }

  /// Brings the project to where the remote is.
  mutating func follow() throws {
    try base.git("pull", "-q", "--ff-only", "origin", "main")
    base.files["src/app.py"] = try base.git("show", "HEAD:src/app.py") + "\n"
  }

  func controller() throws -> Controller {
    var controller = try AutonomyState.controller(of: base.state)
    _ = controller.advance(to: Moment(milliseconds: AuditLog.systemClock()))
    return controller
  }

  /// What the log says about acts and outcomes, in order.
  func story() throws -> [String] {
    try base.entries().compactMap { entry in
      let what = entry.content["what"]?.text ?? (entry.kind == .decision ? "decided" : nil)
      let event = try EventEntry.event(of: entry).map { "\($0)".prefix { $0 != "(" } }
      guard entry.incident != nil else { return nil }
      return [what, event.map(String.init)].compactMap { $0 }.joined(separator: " ")
    }
  }

  /// Reads outcomes, as `autonomy refresh` does.
  @discardableResult
  func refresh(_ github: GitHubSettings? = nil) throws -> OutcomeReading.Report {
    try OutcomeReading(
      state: base.state, path: BytePath(base.root.path), remote: "origin",
      access: base.access, git: try SandboxedGit.shared(), github: github, isHalted: { false }
    ).run(by: ("person", "ada"))
  }
}

/// Fingerprints of the tests' own.
enum FingerprintText {
  static func of(_ text: String) -> String {
    var digest = ""
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for round in 0..<4 {
      for byte in "\(round) \(text)".utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
      let part = String(state, radix: 16)
      digest += String(repeating: "0", count: 16 - part.count) + part
    }
    return digest
  }
}
