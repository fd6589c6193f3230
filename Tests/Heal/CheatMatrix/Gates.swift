import CheatCases
import CommandSupport
import FoundationEssentials
import Healing
import Judging
import Kernel
import Patches
import Sandbox
import Scanning
import Signals
import Verification

/// The gates of a host, each a runner of trials that has nothing but its own check, and one that has all.
struct Gates: Sendable {
  private let host: HostProject
  private let tree: MemoryTree
  private let constitution: Constitution
  private let tests: EvidenceTrialRunner
  private let scans: EvidenceTrialRunner
  /// By the fault that is to be mended.
  private let hidden: [String: EvidenceTrialRunner]
  private let whole: [String: EvidenceTrialRunner]
  private let naive: TrialRun
  private let naiveBase: Int32

  /// Gets the gates ready, lets each look at the base once, and makes sure that they see its faults.
  init(on host: HostProject, for cases: [CheatCase]) async throws {
    self.host = host
    guard let tree = try CheatSuite.hosts()[host.name] else {
      throw CheatSuiteProblem(message: "no host \(host.name)")
    }
    self.tree = tree
    let toolbox = try Toolbox(isolation: .available)
    guard let profile = toolbox.profiles["fix"] else {
      throw CheatSuiteProblem(message: "no profile fix")
    }
    let machine = TrialMachine(host: toolbox.host, profile: profile, isolation: .available)
    let copy = try WorkCopy(of: BytePath(CheatSuite.fixtures.appending(path: host.folder).path))
    let articles = try CheatSuite.constitution()
    constitution = articles
    let none = try Constitution(
      parsing: Array(
        """
        {"articles": [{"id": "none", "version": 1, "verdict": "reject", "check": "paths",
          "message": "m", "paths": ["no-such-file"]}]}
        """.utf8))
    func trialRunner(_ articles: Constitution, _ change: (inout TrialOptions) -> Void)
      -> EvidenceTrialRunner
    {
      var options = TrialOptions()
      options.mutants = 0
      options.testMilliseconds = 30_000
      change(&options)
      return EvidenceTrialRunner(
        on: copy, constitution: articles, machine: machine, options: options)
    }
    let scanners = Scanners(
      tools: toolbox.tools.tools.filter { ["bandit", "ruff"].contains($0.descriptor.name) }
        .map { tool in
          ChosenTool(tool, Result { () throws(ScanError) in try toolbox.folder.locate(tool) })
        }, runner: toolbox.runner)
    let command = try TestCommand(host.test)
    tests = trialRunner(none) { $0.test = command }
    scans = trialRunner(none) { $0.scanners = scanners }
    let heldBackTests = try Self.heldBack("\(host.name)-tests")
    var hidden: [String: EvidenceTrialRunner] = [:]
    var whole: [String: EvidenceTrialRunner] = [:]
    for fault in Set(cases.map(\.fault)) {
      let checks = try Self.checks(host, fault)
      hidden[fault] = trialRunner(none) { $0.hidden = checks }
      whole[fault] = trialRunner(articles) {
        $0.test = command
        $0.scanners = scanners
        $0.hidden = checks.adding(heldBackTests)
      }
    }
    (self.hidden, self.whole) = (hidden, whole)
    naive = TrialRun(on: copy, machine: machine)
    naiveBase = await Self.code(naive.run(Self.request(host.test, nil)))
    // Scanners look at the base with each change; to look for every signal first would say nothing more.
    let shown = cases.filter { host.failing[$0.fault] != nil }.map { Self.healingCase($0, host) }
    for trialRunner in [tests, scans] + hidden.values + whole.values {
      let report = await trialRunner.baseline(of: trialRunner === scans ? [] : shown)
      let hasTests = trialRunner === tests || whole.values.contains { $0 === trialRunner }
      if hasTests, let refusal = report.explanations.values.first {
        throw CheatSuiteProblem(message: "\(host.name): \(refusal)")
      }
      if hasTests, report.failingTests.count != host.failing.values.joined().count {
        throw CheatSuiteProblem(
          message: "\(host.name): the base fails otherwise: \(report.failingTests)")
      }
    }
    try await control(cases)
  }

  // MARK: Held-back checks

  private static func heldBack(_ name: String) throws -> HiddenChecks {
    let folder = CheatSuite.fixtures.appending(path: "judge-hidden/\(name)")
    return try HiddenChecks(folder: BytePath(folder.path))
  }

  /// Whether something is held back that only a tree without the fault passes.
  private static func isHeldBack(_ fault: String) -> Bool {
    let path = CheatSuite.fixtures.appending(path: "judge-hidden/\(fault)").path
    return !fault.isEmpty && FileManager.default.fileExists(atPath: path)
  }

  /// What holds of the host anyway, and what holds once a fault is mended.
  private static func checks(_ host: HostProject, _ fault: String) throws -> HiddenChecks {
    let common = try heldBack(host.name)
    return isHeldBack(fault) ? common.adding(try heldBack(fault)) : common
  }

  /// On the base held-back values must come out wrong exactly where they are about a fault of it.
  private func control(_ cases: [CheatCase]) async throws {
    for patch in Dictionary(grouping: cases, by: \.fault).values.compactMap(\.first) {
      let report = await hidden[patch.fault]?.tryOut(
        ChangeSet([]), rationale: nil, for: Self.healingCase(patch, host))
      let wanted: AttemptOutcome = Self.isHeldBack(patch.fault) ? .hiddenCheck : .accepted
      guard report?.outcome == wanted else {
        throw CheatSuiteProblem(
          message: """
            \(host.name), \(patch.fault): held-back values say \
            \(report?.outcome.rawValue ?? "nothing") of the base; are pytest, requests and PyYAML there?
            """)
      }
    }
  }

  // MARK: Asking

  private static func healingCase(_ patch: CheatCase, _ host: HostProject) -> HealingCase {
    let kind: Signal.Kind = patch.signal?.kind == .finding ? .finding : .testFailure
    let signal = Signal(kind, tool: "bandit", rule: patch.signal?.rule, message: patch.id)
    guard var incident = IncidentBuilder().incidents(of: [signal]).first else {
      preconditionFailure("a signal makes an incident")
    }
    // Patches that share a signal are cases of their own.
    incident.fingerprint = patch.id + String(repeating: "0", count: 64 - patch.id.count)
    incident.tests = host.failing[patch.fault] ?? []
    return HealingCase(incident: incident, signal: patch.signal ?? JudgeSignal(.other))
  }

  /// Asks every gate about one patch.
  func row(of patch: CheatCase) async -> Row {
    var row = Row(patch: patch)
    let judgement = CheatSuite.judge(
      patch.text, patch.signal, host: tree, constitution: constitution)
    row.judged = judgement.verdict
    row.answers["J"] =
      judgement.verdict == .accept
      ? .passes : .stops("\(judgement.verdict.rawValue) \(judgement.breaches.first?.id ?? "")")
    guard let candidate = try? Candidate(reading: patch.text),
      let changes = try? candidate.applied(to: tree)
    else {
      for letter in ["N", "P", "X", "H", "W"] { row.answers[letter] = .stops("no patch") }
      return row
    }
    let healingCase = Self.healingCase(patch, host)
    func ask(_ trialRunner: EvidenceTrialRunner?) async -> Answer {
      guard let trialRunner else { return .notAsked("no such gate") }
      var report = await trialRunner.tryOut(
        changes, rationale: candidate.rationale, for: healingCase)
      // Where the machine could not run it, nothing was said of the patch.
      if report.outcome == .environment {
        report = await trialRunner.tryOut(changes, rationale: candidate.rationale, for: healingCase)
      }
      let why = [report.outcome.rawValue] + report.messages.prefix(1).map { String($0.prefix(90)) }
      return report.outcome == .accepted ? .passes : .stops(why.joined(separator: " "))
    }
    let isTest = patch.signal?.kind == .test
    row.answers["P"] =
      isTest && healingCase.tests.isEmpty
      ? .notAsked("the tests of its signal are not the command's") : await ask(tests)
    let isScanned = changes.files.contains {
      $0.path.name.hasSuffix(".py") && FileRole($0.path) != .test
    }
    row.answers["X"] =
      isScanned || patch.signal?.kind == .finding
      ? await ask(scans) : .notAsked("it changes nothing that the scanners read")
    row.answers["H"] = await ask(hidden[patch.fault])
    row.answers["W"] = await ask(whole[patch.fault])
    row.answers["N"] = await naively(changes, row, hasTests: !healingCase.tests.isEmpty)
    return row
  }

  /// What a gate says that believes the exit code and the scanner that reported.
  private func naively(_ changes: ChangeSet, _ row: Row, hasTests: Bool) async -> Answer {
    let believed: Bool
    if row.answers["P"] == .passes {
      // The same command was run on the same files and has shown at least as much.
      believed = true
    } else {
      let record = await naive.run(Self.request(host.test, changes))
      // Where no test is named, what failed before may fail.
      believed = hasTests ? record.ending == .exited(0) : Self.code(record) <= naiveBase
    }
    guard believed else { return .stops("exit code") }
    return hasTests || !row.isStopped(by: "X") ? .passes : .stops("scanner")
  }

  private static func request(_ test: String, _ changes: ChangeSet?) -> TrialRun.Request {
    TrialRun.Request(
      test.split(separator: " ").map { Array($0.utf8) }, changes: changes, milliseconds: 30_000)
  }

  private static func code(_ record: RunRecord) -> Int32 {
    if case .exited(let code) = record.ending { code } else { 255 }
  }
}
