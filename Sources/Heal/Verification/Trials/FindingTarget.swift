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
  /// The lines that the signal names, in each file; nothing when a place has none.
  private let lines: [String: [Int]]
  private let tool: String
  /// Whether the rule's meaning is known beyond its own tool.
  private let isKnown: Bool
  /// Tools that have a rule of this name.
  private let relatives: [String]

  init(_ healingCase: HealingCase) {
    let signal = healingCase.signal
    tool = healingCase.incident.tool.lowercased()
    paths = Set(signal.places.map(\.path)).sorted()
    var counts: [String: [String: Int]] = [:]
    let places = Dictionary(grouping: signal.places) { $0.path.text }
    lines = places.compactMapValues { all in
      let known = all.compactMap(\.line)
      return known.count == all.count ? known : nil
    }
    var isKnown = true
    relatives = Rescan.relatives.filter { name in
      signal.places.contains { place in
        (place.rule ?? signal.rule).flatMap { WeaknessClass.name(tool: name, rule: $0) } != nil
      }
    }
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

  /// The tools that know the rule: its own, and one whose rules are known to mean the same.
  var tools: [String] { tool.isEmpty ? relatives : [tool] + relatives.filter { $0 != tool } }

  /// Tools name different lines of one statement.
  private static let nearby = 5

  /// What of it is still seen after a change.
  func remaining(in sight: Rescan.Sight) -> [Rescan.Key] {
    sight.before.filter { matches($0.key) }.compactMap { key, count in
      let wanted = max(0, count - seen(key, in: sight))
      return sight.after[key, default: 0] > wanted ? key : nil
    }.sorted()
  }

  /// How many of the places that the signal names a tool can have seen: a tool that knows fewer calls
  /// of a kind must not be asked for one that it has never reported.
  private func seen(_ key: Rescan.Key, in sight: Rescan.Sight) -> Int {
    let named = counts[key.path]?[key.kind] ?? 0
    guard key.tool != tool, let lines = lines[key.path], let told = sight.lines[key] else {
      return named
    }
    let near = told.filter { line in lines.contains { abs($0 - line) <= Self.nearby } }
    return min(named, near.count)
  }

  /// What scanners say of every program that is started, without a shell too (Bandit's B603, B607 and
  /// B404): the safe shapes of a shell call and of a program without its folder raise it in turn.
  private static let noticesOfPrograms: Set<String> = [
    "partial-executable-path", "process-start", "subprocess-import",
  ]

  /// Whether what is new is a notice that the wanted shape raises: one of each kind for each call that
  /// was to be mended, and never a weakness.
  func isNotice(_ key: Rescan.Key, times: Int) -> Bool {
    guard Self.noticesOfPrograms.contains(key.kind) else { return false }
    let mended = ["command-injection", "partial-executable-path"].map {
      counts[key.path]?[$0] ?? 0
    }
    return times <= mended.reduce(0, +)
  }
}
