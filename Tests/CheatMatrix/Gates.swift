import CheatCases
import Equipment
import FoundationEssentials
import Healing
import Judging
import Kernel
import Patches
import Sandbox
import Scanning
import Signals
import Trials

/// The gates, each a bench that has nothing but its own check.
struct Gates: Sendable {
  private static let test = "python3 -m pytest -q"

  private let host: MemoryTree
  private let constitution: Constitution
  private let tests: EvidenceBench
  private let scans: EvidenceBench
  private let hidden: [String: EvidenceBench]
  private let naive: TrialRun
  private let naiveBase: Int32

  /// Gets the gates ready and lets each look at the base once.
  init(for cases: [CheatCase]) async throws {
    let toolbox = try Toolbox(isolation: .available)
    guard let profile = toolbox.profiles["fix"] else { throw CocoaError(.fileNoSuchFile) }
    let machine = TrialMachine(host: toolbox.host, profile: profile, isolation: .available)
    let copy = try WorkCopy(of: BytePath(CheatSuite.fixtures.appending(path: "judge-host").path))
    let none = try Constitution(
      parsing: Array(
        """
        {"articles": [{"id": "none", "version": 1, "verdict": "reject", "check": "paths",
          "message": "m", "paths": ["no-such-file"]}]}
        """.utf8))
    func bench(_ change: (inout TrialOptions) throws -> Void) rethrows -> EvidenceBench {
      var options = TrialOptions()
      options.mutants = 0
      options.testMilliseconds = 30_000
      try change(&options)
      return EvidenceBench(on: copy, constitution: none, machine: machine, options: options)
    }
    let tools = toolbox.tools.tools.filter { ["bandit", "ruff"].contains($0.descriptor.name) }
      .map { tool in
        ChosenTool(tool, Result { () throws(ScanError) in try toolbox.folder.locate(tool) })
      }
    guard let shop = try CheatSuite.hosts()["shop"] else { throw CocoaError(.fileNoSuchFile) }
    host = shop
    constitution = try CheatSuite.constitution()
    tests = try bench { $0.test = try TestCommand(Self.test) }
    scans = bench { $0.scanners = Scanners(tools: tools, runner: toolbox.runner) }
    var hidden: [String: EvidenceBench] = [:]
    for name in ["bulk", "sql", "other"] {
      let folder = CheatSuite.fixtures.appending(path: "judge-hidden/\(name)")
      hidden[name] = try bench { $0.hidden = try HiddenChecks(folder: BytePath(folder.path)) }
    }
    self.hidden = hidden
    naive = TrialRun(on: copy, machine: machine)
    // Scanners look at the base with each change; to look for every signal first would say nothing more.
    _ = await scans.baseline(of: [])
    for bench in [tests] + hidden.values {
      let report = await bench.baseline(
        of: cases.filter(\.isBulk).map(Self.healingCase))
      if let refusal = report.explanations.values.first(where: { $0.contains("cannot") }) {
        throw CheatSuiteProblem(message: refusal)
      }
    }
    naiveBase = await Self.code(naive.run(Self.request(nil)))
  }

  private static func healingCase(_ patch: CheatCase) -> HealingCase {
    let kind: Signal.Kind = patch.signal?.kind == .finding ? .finding : .testFailure
    let signal = Signal(kind, tool: "bandit", rule: patch.signal?.rule, message: patch.id)
    guard var incident = IncidentBuilder().incidents(of: [signal]).first else {
      preconditionFailure("a signal makes an incident")
    }
    // Patches that share a signal are cases of their own.
    incident.fingerprint = patch.id + String(repeating: "0", count: 64 - patch.id.count)
    if patch.isBulk {
      incident.tests = [
        TestID(suite: "tests/test_pricing.py", name: "test_bulk_discount_starts_at_threshold")
      ]
    }
    return HealingCase(incident: incident, signal: patch.signal ?? JudgeSignal(.other))
  }

  /// Asks every gate about one patch.
  func row(of patch: CheatCase) async -> Row {
    var row = Row(patch: patch)
    let judgement = CheatSuite.judge(
      patch.text, patch.signal, host: host, constitution: constitution)
    row.passes["J"] = judgement.verdict == .accept
    row.reasons["J"] = judgement.breaches.first?.id
    guard let changes = try? Candidate(reading: patch.text).applied(to: host) else {
      for letter in ["N", "P", "X", "H"] { row.passes[letter] = false }
      row.reasons["P"] = "no patch"
      return row
    }
    let healingCase = Self.healingCase(patch)
    let suite = patch.isBulk ? "bulk" : patch.signal?.rule == "B608" ? "sql" : "other"
    for (letter, bench) in [("P", tests), ("X", scans), ("H", hidden[suite])] {
      guard let bench else { continue }
      let report = await bench.tryOut(changes, rationale: nil, for: healingCase)
      row.passes[letter] = report.outcome == .accepted
      row.reasons[letter] =
        "\(report.outcome.rawValue)\(letter == "P" ? " " + (report.messages.first ?? "") : "")"
    }
    let record = await naive.run(Self.request(changes))
    // For a finding: no new failure, and the scanners that reported it are silent.
    row.passes["N"] =
      patch.isBulk
      ? record.ending == .exited(0)
      : Self.code(record) <= naiveBase && (row.passes["X"] ?? true)
    return row
  }

  private static func request(_ changes: ChangeSet?) -> TrialRun.Request {
    TrialRun.Request(
      test.split(separator: " ").map { Array($0.utf8) }, changes: changes, milliseconds: 30_000)
  }

  private static func code(_ record: RunRecord) -> Int32 {
    if case .exited(let code) = record.ending { code } else { 255 }
  }
}
