internal import Autonomy
internal import Findings
internal import FoundationEssentials
internal import Healing
internal import Judging
internal import Patches

/// What may be done with a proven fix, with the figures that this rests on.
struct DeskDecision {
  /// The controller's answer.
  let decision: Decision
  /// The raw score that was calibrated, 0 to 1.
  let score: Double

  /// Asks the controller.
  ///
  /// - Parameters:
  ///   - fix: what was proven.
  ///   - keys: for what it counts.
  ///   - controller: what was earned so far.
  ///   - halt: why everything must stop.
  ///   - moment: now.
  init(
    _ fix: ProvenFix, _ keys: CaseKeys, _ controller: Controller, halt: KillSwitch.Reason?,
    at moment: Moment
  ) {
    let accepted = fix.attempts.last
    let paths = fix.changes.files.map(\.path.text)
    let key = keys.key(
      for: fix.healingCase, actor: accepted?.actor ?? "", version: accepted?.actorVersion ?? "",
      paths: paths)
    score = Self.score(of: fix)
    let request = Decision.Request(
      key: key, paths: paths, score: score,
      isJudgeClean: fix.report.judgement?.verdict == .accept,
      draw: .random(in: 0..<1_000_000), halt: halt)
    decision = controller.decide(request, under: keys.policy, at: moment)
  }

  /// How good a proven fix looks, before it is known what such looks are worth: the controller's
  /// calibration turns it into a probability.
  ///
  /// What speaks against a fix takes a share away: a twentieth for each thing that was not checked,
  /// each earlier attempt, and tests that change their minds; a tenth for an author that is a model.
  static func score(of fix: ProvenFix) -> Double {
    var score = 0.99
    let doubts =
      fix.report.unchecked.count + max(0, fix.attempts.count - 1)
      + (fix.baseline.flakyTests.isEmpty ? 0 : 1) + fix.report.checks.count { !$0.isGood }
    for _ in 0..<min(doubts, 40) { score *= 0.95 }
    if CaseKeys.kind(ofActor: fix.attempts.last?.actor ?? "") == "model" { score *= 0.9 }
    return score
  }

  /// Whether owners or a freeze, rather than a short record, keep the key from proposing.
  var isForbidden: Bool {
    ["policyCeiling", "freeze"].contains { name in
      decision.conditions.contains {
        $0.name == name && $0.found.hasPrefix(Level.observer.rawValue)
      }
    }
  }

  /// One line for a proposal.
  var line: String {
    let labels = decision.confidenceLabels
    let confidence =
      decision.confidence.map { "confidence \(Self.text($0)) from \(labels) outcomes" }
      ?? "no confidence yet, \(labels) outcomes of its kind are known"
    return "L\(decision.granted.number) \(decision.granted.rawValue), \(confidence)"
  }

  /// `{level, confidence, inputs}`.
  var document: JSONValue {
    let number = { (value: Double?) -> JSONValue in value.map { .number($0) } ?? .null }
    return .object([
      "level": .string("L\(decision.granted.number)"),
      "confidence": number(decision.confidence),
      "inputs": .object([
        "action": .string(decision.action.rawValue), "wouldAct": .bool(decision.wouldAct),
        "key": .string(decision.key.description), "score": .number(score),
        "earned": .string(decision.earned.rawValue),
        "granted": .string(decision.granted.rawValue),
        "confidenceLabels": .integer(decision.confidenceLabels),
        "wilsonLowerBound": .number(decision.wilsonLowerBound),
        "shrunkLowerBound": .number(decision.shrunkLowerBound),
        "eValue": number(decision.eValue), "outcomes": .integer(decision.outcomes),
        "allowance": .integer(decision.allowance),
        "actsInWindow": .integer(decision.actsInWindow),
        "policy": .array(decision.policy.classes.map { .string($0) }),
        "approvals": .integer(decision.policy.limits.approvals),
        "conditions": .array(
          decision.conditions.map {
            .object([
              "name": .string($0.name), "wanted": .string($0.wanted), "found": .string($0.found),
              "holds": .bool($0.holds),
            ])
          }),
      ]),
    ])
  }

  private static func text(_ value: Double) -> String { "\((value * 1_000).rounded() / 1_000)" }
}
