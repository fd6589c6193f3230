internal import Autonomy
internal import FoundationEssentials
internal import Healing
internal import Judging
internal import Patches
internal import Signals
internal import Text

/// What may be done with a proven fix, with the figures that this rests on.
struct PublishingDecision {
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
  ///   - id: the name by which events speak of the fix.
  ///   - target: the branch that an act would write to; nil where there is none.
  ///   - gaps: what is lacking beside what the fix itself shows.
  ///   - halt: why everything must stop.
  ///   - moment: now.
  init(
    _ fix: ProvenFix, _ keys: CaseKeys, _ controller: Controller, id: String, target: String?,
    gaps: [String] = [], halt: KillSwitch.Reason?, at moment: Moment
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
      draw: Self.draw(of: fix.healingCase.incident.fingerprint), id: id, target: target,
      highest: fix.proposed.highestLevel >= Level.actor.number ? .actor : .proposer,
      gaps: Self.gaps(of: fix) + gaps, halt: halt)
    decision = controller.decide(request, under: keys.policy, at: moment)
  }

  /// The number of an incident for the canary, 0 to 999,999: its fingerprint's digest, so that asking
  /// again does not draw again.
  static func draw(of fingerprint: String) -> Int {
    let digest = SHA256.hex(of: Array("sentinel canary\n\(fingerprint)".utf8))
    return (Int(digest.prefix(12), radix: 16) ?? 999_999) % 1_000_000
  }

  /// What the proof of a fix lacks for acting on it; a person may find it good enough.
  static func gaps(of fix: ProvenFix) -> [String] {
    let report = fix.report
    var gaps: [String] = []
    if report.outcome != .accepted || !report.executed { gaps.append("no trial has accepted it") }
    if !report.checks.contains(where: { $0.name == EvidenceCheck.allTests }) {
      gaps.append("no tests were run")
    }
    if !report.checks.contains(where: { $0.name.hasPrefix(EvidenceCheck.scan) }) {
      gaps.append("no scanner has looked at it")
    }
    if report.unchecked.contains(where: { $0.hasPrefix("the safe form: ") }) {
      gaps.append("no safe form is known for its rule")
    }
    if report.checks.contains(where: { !$0.isGood }) { gaps.append("a check speaks against it") }
    if !fix.baseline.flakyTests.isEmpty { gaps.append("tests end otherwise from run to run") }
    return gaps
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
        "canary": .object([
          "stage": .integer(decision.canary.stage),
          "shareMillionths": .integer(decision.canary.shareMillionths),
          "successes": .integer(decision.canary.successes),
          "draw": .integer(decision.canary.draw),
        ]),
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
