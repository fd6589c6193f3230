import FoundationEssentials
import Healing
import Judging
import Kernel
import Patches
import ProductData
import Scanning
import Signals
import TestSupport

@testable import Verification

/// Trials on the shop, whose discount begins one piece too late.
struct TrialLab {
  let lab: Lab
  let trialRunner: EvidenceTrialRunner
  let healingCase: HealingCase

  /// Prepares trials; without articles only what runs decides.
  init(
    _ files: [String: String] = Lab.shop, command: String? = "python3 -m unittest",
    hidden: [String: String] = [:], signal: JudgeSignal = JudgeSignal(.test),
    tests: [String] = [], articles: Bool = true, scanners: Scanners? = nil, mutants: Int = 0,
    tool: String = "bandit", milliseconds: Int = 60_000
  ) throws {
    lab = try Lab(files)
    for (path, text) in hidden { try lab.scratch.write(text, to: "hidden/\(path)") }
    var options = TrialOptions()
    options.test = try command.map { try TestCommand($0) }
    if !hidden.isEmpty {
      options.hidden = try HiddenChecks(
        folder: BytePath(lab.scratch.url.appending(path: "hidden").path))
    }
    options.scanners = scanners
    options.mutants = mutants
    options.testMilliseconds = milliseconds
    trialRunner = EvidenceTrialRunner(
      on: try lab.copy(), constitution: try Self.constitution(articles), machine: lab.machine,
      options: options)
    let kind: Signal.Kind = signal.kind == .finding ? .finding : .testFailure
    let signals = [
      Signal(kind, tool: tool, rule: signal.rule, message: "wrong")
    ]
    guard var incident = IncidentBuilder().incidents(of: signals).first else {
      throw CocoaError(.featureUnsupported)
    }
    incident.tests = tests.map { TestID(name: $0) }
    healingCase = HealingCase(incident: incident, signal: signal)
  }

  /// The shipped articles, or the one that this project never breaks.
  static func constitution(_ articles: Bool) throws -> Constitution {
    guard articles,
      let document = ProductData.document(named: "constitution", in: ProductData.judge)
    else {
      return try Constitution(
        parsing: Array(
          """
          {"articles": [{"id": "none", "version": 1, "verdict": "reject", "check": "paths",
            "message": "m", "paths": ["no-such-file"]}]}
          """.utf8))
    }
    return try Constitution(parsing: Array(document.text.description.utf8))
  }

  /// Looks at the base, then tries a candidate's text.
  func report(on text: String) async throws -> TrialReport {
    let baseline = await trialRunner.baseline(of: [healingCase])
    if let refusal = baseline.refusals[healingCase.id] {
      throw Refused(reason: refusal, explanation: baseline.explanations[healingCase.id] ?? "")
    }
    return await trialRunner.tryOut(try changes(text), rationale: nil, for: healingCase)
  }

  /// A candidate applied to the tree.
  func changes(_ text: String) throws -> ChangeSet {
    try Candidate(reading: Array(text.utf8)).applied(to: trialRunner.copy.tree)
  }

  /// Whether a gate that believes the exit code would accept a candidate: the control of every attack.
  func isNaivelyAccepted(_ text: String) async throws -> Bool {
    let command = ["python3", "-m", "unittest"].map { Array($0.utf8) }
    let record = await trialRunner.runner.run(
      TrialRun.Request(command, changes: try changes(text), milliseconds: 60_000))
    return record.ending == .exited(0)
  }

  struct Refused: Error, Equatable {
    let reason: ExitReason
    let explanation: String
  }
}

/// Candidates for the shop.
enum Candidates {
  static func pricing(_ search: String, _ replace: String) -> String {
    "shop/pricing.py\n<<<<<<< SEARCH\n\(search)\n=======\n\(replace)\n>>>>>>> REPLACE\n"
  }

  static func file(_ path: String, _ text: String) -> String {
    "\(path)\n<<<<<<< SEARCH\n=======\n\(text)\n>>>>>>> REPLACE\n"
  }

  static let fix = pricing(
    "    if quantity > BULK_THRESHOLD:", "    if quantity >= BULK_THRESHOLD:")
  /// Makes every test pass and the specification false.
  static let movedThreshold = pricing("BULK_THRESHOLD = 100", "BULK_THRESHOLD = 50")
}
