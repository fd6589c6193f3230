import Findings
import Healing
import Judging
import Patches
import Signals
import Synchronization
import Text

/// Incidents, parts and trials in memory, with which the loop is run.
enum Fake {
  static let path = "shop/app.py"

  /// The tree: one line that is wrong.
  static let tree = MemoryTree(texts: [path: "def total():\n    return 1\n"])

  /// As many different incidents.
  static func cases(_ count: Int) -> [HealingCase] {
    let signals = (0..<count).map { number in
      Signal(
        .testFailure, tool: "pytest", rule: "AssertionError", message: "assert \(number) == 0",
        test: TestID(suite: "tests/test_\(number).py", name: "test_total"), outcome: .failed)
    }
    return IncidentBuilder().incidents(of: signals).map {
      HealingCase(incident: $0, signal: JudgeSignal(.test))
    }
  }

  /// A candidate that puts a word into the file; the trial knows what becomes of each.
  static func candidate(_ word: String) -> String {
    """
    \(path)
    <<<<<<< SEARCH
        return 1
    =======
        return "\(word)"
    >>>>>>> REPLACE

    """
  }

  /// What a candidate of ``candidate(_:)`` has put into the file.
  static func word(_ changes: ChangeSet) -> String {
    let text = String(decoding: changes.files.first?.new ?? [], as: UTF8.self)
    return String(text.split(separator: "\"").dropFirst().first ?? "")
  }

  static func proposed(_ text: String) -> ProposedText {
    ProposedText(text: Array(text.utf8), origin: "script")
  }

  static func parts(
    _ trialRunner: any TrialRunner, _ actors: [any FixActor], journal: any RecordLog = FakeLog(),
    limits: RunBudget.Limits = .init(), spent: Spending = Spending()
  ) throws -> LoopParts {
    let constitution = try Constitution(
      parsing: Array(
        """
        {"articles": [{"id": "flag", "version": 1, "verdict": "reject", "check": "flags",
          "message": "m", "must-stay-on": ["auth"], "must-stay-off": ["debug"]}]}
        """.utf8))
    return LoopParts(
      run: "run", trialRunner: trialRunner, actors: actors, journal: journal,
      budget: RunBudget(limits, spent: spent), judgeRefusal: { constitution.judge($0) },
      isHalted: { false }, now: { 0 })
  }

  static func limits(attempts: Int) -> RunBudget.Limits {
    var limits = RunBudget.Limits()
    limits.attempts = attempts
    return limits
  }
}

/// Gives its answers in order, the same for each case, then abstains.
final class FakeActor: FixActor {
  let name: String
  let version = String(repeating: "a", count: 64)
  private let answers: [ActorAnswer]
  private let seen = Mutex<[String: [ActorRequest]]>([:])

  init(_ name: String = "script", _ answers: [ActorAnswer]) {
    self.name = name
    self.answers = answers
  }

  convenience init(_ name: String = "script", answering texts: [[String]]) {
    self.init(name, texts.map { .candidates($0.map(Fake.proposed)) })
  }

  /// What it was asked about a case.
  func requests(_ incident: String) -> [ActorRequest] { seen.withLock { $0[incident] ?? [] } }

  /// How often it was asked.
  var asked: Int { seen.withLock { $0.values.map(\.count).reduce(0, +) } }

  func propose(_ request: ActorRequest) async -> ActorAnswer {
    seen.withLock { $0[request.healingCase.id, default: []].append(request) }
    guard request.turn <= answers.count else {
      return .abstains(Abstention(reason: "no more answers", inspected: ["the script"]))
    }
    return answers[request.turn - 1]
  }
}

/// Accepts the word `right`; others fail as their first part says, such as `regression-2`.
final class FakeTrialRunner: TrialRunner {
  private struct State {
    var tried: [String: [String]] = [:]
    var running = 0
    var most = 0
    var baselines = 0
  }

  let tree: any SourceTree = Fake.tree
  let refusals: [String: ExitReason]
  let cpuMilliseconds: Int
  /// What the tests print.
  let messages: [String]
  /// Called for each trial, by its word.
  let during: @Sendable (String) async -> Void
  private let state = Mutex(State())

  init(
    refusals: [String: ExitReason] = [:], cpuMilliseconds: Int = 0,
    saying messages: [String] = ["assert 1 == 2"],
    during: @escaping @Sendable (String) async -> Void = { _ in }
  ) {
    self.refusals = refusals
    self.cpuMilliseconds = cpuMilliseconds
    self.messages = messages
    self.during = during
  }

  /// The words that were tried for a case, in order.
  func tried(_ incident: String) -> [String] { state.withLock { $0.tried[incident] ?? [] } }
  /// The most trials that ran at once.
  var most: Int { state.withLock { $0.most } }
  /// How often the base was run.
  var baselines: Int { state.withLock { $0.baselines } }

  func baseline(of cases: [HealingCase]) async -> BaselineReport {
    state.withLock { $0.baselines += 1 }
    var report = BaselineReport()
    report.refusals = refusals
    report.explanations = refusals.mapValues { "refused as \($0.rawValue)" }
    report.cpuMilliseconds = cpuMilliseconds
    return report
  }

  func tryOut(
    _ changes: ChangeSet, rationale: String?, for healingCase: HealingCase
  ) async -> TrialReport {
    let word = Fake.word(changes)
    state.withLock { state in
      state.tried[healingCase.id, default: []].append(word)
      state.running += 1
      state.most = max(state.most, state.running)
    }
    await during(word)
    state.withLock { $0.running -= 1 }
    var report = TrialReport(.stillReproduces)
    if word == "right" { report = TrialReport(.accepted) }
    if let outcome = AttemptOutcome.allCases.first(where: { word.hasPrefix($0.rawValue) }) {
      report = TrialReport(outcome)
    }
    report.executed = true
    report.cpuMilliseconds = cpuMilliseconds
    report.failingTests = ["tests.secret_or_not"]
    report.messages = messages
    return report
  }
}

/// One proposal for each incident; counts how often each was made.
final class FakePublisher: ProposalPublishing {
  private let made = Mutex<[String: [String]]>([:])
  private let closings = Mutex<[[String]]>([])
  let failure: PublishFailure?

  init(failing failure: PublishFailure? = nil) { self.failure = failure }

  /// What was proposed, by incident; the same change twice is there once.
  var proposals: [String: [String]] { made.withLock { $0 } }
  /// The fingerprints that were open each time that obsolete proposals were closed.
  var closed: [[String]] { closings.withLock { $0 } }

  func publish(_ fix: ProvenFix) async throws(PublishFailure) -> PublishedProposal {
    if let failure { throw failure }
    let patch = String(decoding: fix.changes.rendered(), as: UTF8.self)
    made.withLock { made in
      if made[fix.healingCase.id]?.last != patch {
        made[fix.healingCase.id, default: []] += [patch]
      }
    }
    return PublishedProposal(
      folder: "out/\(fix.healingCase.id)", branch: "sentinel/\(fix.healingCase.id)",
      decision: .object(["level": .string("proposer")]))
  }

  func closeObsolete(open fingerprints: [String]) async throws(PublishFailure) -> [ClosedProposal] {
    closings.withLock { $0.append(fingerprints) }
    return []
  }
}

/// A journal in memory, which breaks before or after a given record, as a killed process does.
final class FakeLog: RecordLog {
  struct Broken: Error {}

  private let kept: Mutex<[[UInt8]]>
  private let last: Int?
  private let keepsLast: Bool

  init(_ records: [[UInt8]] = [], breaksAt last: Int? = nil, keepsLast: Bool = false) {
    kept = Mutex(records)
    self.last = last
    self.keepsLast = keepsLast
  }

  var records: [[UInt8]] { kept.withLock { $0 } }

  func append(_ record: [UInt8]) throws {
    try kept.withLock { kept in
      if let last, kept.count >= last { throw Broken() }
      let breaks = last.map { kept.count + 1 >= $0 } ?? false
      if !breaks || keepsLast { kept.append(record) }
      if breaks { throw Broken() }
    }
  }
}
