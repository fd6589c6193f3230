internal import Findings
internal import Healing
internal import Judging
internal import Patches
internal import Signals

/// What a scanner has to see before a fix and must not see after it.
struct FindingTarget: Sendable {
  /// The files that the signal names.
  let paths: [PatchPath]
  /// The kinds of finding in each file, with how often the signal names them.
  private let counts: [String: [String: Int]]
  private let tool: String
  /// Whether the rule's meaning is known beyond its own tool.
  private let isKnown: Bool

  init(_ healingCase: HealingCase) {
    let signal = healingCase.signal
    tool = healingCase.incident.tool.lowercased()
    paths = Set(signal.places.map(\.path)).sorted()
    var counts: [String: [String: Int]] = [:]
    var isKnown = true
    // A scan of ours says what its rules mean; others' are looked up.
    let classes = Dictionary(
      healingCase.incident.signals.compactMap { told in
        told.rule.flatMap { rule in told.weaknessClass.map { (rule, $0) } }
      }, uniquingKeysWith: { one, _ in one })
    for place in signal.places {
      guard let rule = place.rule ?? signal.rule else { continue }
      let kind = classes[rule] ?? Rescan.kind(tool: tool, rule: rule)
      isKnown = isKnown && kind != rule
      counts[place.path.text, default: [:]][kind, default: 0] += 1
    }
    self.counts = counts
    self.isKnown = isKnown && !counts.isEmpty
  }

  /// Whether a finding is one of those.
  func matches(_ key: Rescan.Key) -> Bool { counts[key.path]?[key.kind] != nil }

  /// Whether tools that accounted for every file would have seen it.
  func isFor(_ tools: [String]) -> Bool { tools.contains(tool) || (isKnown && !tools.isEmpty) }

  /// What of it is still seen after a change.
  func remaining(in sight: Rescan.Sight) -> [Rescan.Key] {
    sight.before.filter { matches($0.key) }.compactMap { key, count in
      let wanted = max(0, count - (counts[key.path]?[key.kind] ?? 0))
      return sight.after[key, default: 0] > wanted ? key : nil
    }.sorted()
  }

  /// What scanners say of every program that is started, without a shell too (Bandit's B603, B607 and
  /// B404): the safe shape of a shell call raises it in turn.
  private static let noticesOfPrograms: Set<String> = [
    "partial-executable-path", "process-start", "subprocess-import",
  ]

  /// Whether what is new is a notice that the wanted shape raises: one of each kind for each call that
  /// was to be mended, and never a weakness.
  func isNotice(_ key: Rescan.Key, times: Int) -> Bool {
    Self.noticesOfPrograms.contains(key.kind)
      && times <= counts[key.path]?["command-injection"] ?? 0
  }
}
