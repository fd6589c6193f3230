package import Findings
internal import Text

/// Turns signals into incidents: finds the project's files behind their paths, gives each trouble a
/// fingerprint, and puts together what tells of the same.
///
/// The fingerprint of what happened is made of kind, exception, file and the project's functions on the
/// stack; that of what stands somewhere is made of kind, rule, enclosing scope and code when the source
/// can be read, and else of file and message. No line number is part of either, and no path of the
/// machine on which the report was made. Two tests that fail in the same functions of the code are one
/// incident; so are a test's failure in a log, in an XML report and as a traceback.
package struct IncidentBuilder: Sendable {
  /// How many signals an incident keeps.
  package static let mostSignals = 32
  private static let mostAliases = 64
  private static let mostTests = 1_000
  private let paths: ProjectPaths

  /// Makes a builder for one project.
  package init(paths: ProjectPaths = ProjectPaths()) { self.paths = paths }

  /// Gives the incidents of some signals, in the order in which each was first told of.
  ///
  /// `source` gives a file of the project by its relative path, and `nil` where it cannot be read; it is
  /// called once for each file. Signals may come from several readings of the same run.
  package func incidents(of signals: [Signal], source: (String) -> SourceText? = { _ in nil })
    -> [Incident]
  {
    let keys = keys(of: signals, source: source)
    var groups = Groups(count: signals.count)
    for (index, key) in keys.enumerated() {
      groups.join(index, [key.primary] + key.aliases + key.joints)
    }
    return groups.members().map { incident(of: $0, signals, keys) }
  }

  private func keys(of signals: [Signal], source: (String) -> SourceText?) -> [SignalKeys] {
    let contexts = contexts(of: signals, source: source)
    let occurrences = occurrences(in: signals)
    return signals.enumerated().map { index, signal in
      switch signal.kind {
      case .testFailure, .stackTrace: SignalKeys(happened: signal, paths)
      case .advisory: SignalKeys(advisory: signal, paths)
      case .event where !signal.frames.isEmpty: SignalKeys(happened: signal, paths)
      default:
        SignalKeys(
          standing: signal, paths, context: contexts[index], occurrence: occurrences[index] ?? 0)
      }
    }
  }

  private static func stands(_ signal: Signal) -> Bool {
    [.compilerError, .lint, .finding].contains(signal.kind) && signal.place != nil
  }

  /// The fingerprints that the module of findings gives to what stands in readable code.
  private func contexts(of signals: [Signal], source: (String) -> SourceText?) -> [Int: String] {
    var findings: [Finding] = []
    var indices: [Int] = []
    var seen: [String: Int] = [:]
    var twins: [(Int, Int)] = []
    for (index, signal) in signals.enumerated() {
      guard Self.stands(signal), let place = signal.place, let line = place.line,
        let path = paths.relative(place.path)
      else { continue }
      let rule = "\(signal.tool)/\(signal.rule ?? MessageNormalisation.message(signal.message))"
      let spot = "\(path)|\(line)|\(place.column ?? 0)|\(rule)"
      // The same line in two reports is no second occurrence.
      if let twin = seen[spot] {
        twins.append((index, twin))
        continue
      }
      seen[spot] = index
      indices.append(index)
      findings.append(
        Finding(
          id: "", fingerprint: "", tool: signal.tool,
          ruleID: signal.rule ?? MessageNormalisation.message(signal.message),
          weaknessClass: signal.weaknessClass, title: "", message: "", severity: .medium,
          confidence: .medium,
          location: Location(path: path, startLine: line, startColumn: place.column ?? 1)))
    }
    var readable: Set<String> = []
    Fingerprinter().assign(to: &findings) { path in
      let text = source(path)
      if text != nil { readable.insert(path) }
      return text
    }
    var contexts: [Int: String] = [:]
    for (finding, index) in zip(findings, indices) where readable.contains(finding.location.path) {
      contexts[index] = finding.fingerprint
    }
    for (index, twin) in twins { contexts[index] = contexts[twin] }
    return contexts
  }

  /// The number of each signal among those of the same text in the same file, in the order of lines.
  private func occurrences(in signals: [Signal]) -> [Int: Int] {
    var groups: [[String]: [(line: Int, index: Int)]] = [:]
    for (index, signal) in signals.enumerated() where Self.stands(signal) {
      let key = [
        signal.kind.rawValue, signal.tool, signal.rule ?? "", signal.place?.path ?? "",
        MessageNormalisation.message(signal.message),
      ]
      groups[key, default: []].append((signal.place?.line ?? 0, index))
    }
    var numbers: [Int: Int] = [:]
    for members in groups.values where members.count > 1 {
      let lines = Set(members.map(\.line)).sorted()
      let ranks = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($1, $0) })
      for member in members { numbers[member.index] = ranks[member.line] }
    }
    return numbers
  }

  private func incident(of members: [Int], _ signals: [Signal], _ keys: [SignalKeys]) -> Incident {
    let ordered = members.sorted { (Self.rank(signals[$0]), $0) < (Self.rank(signals[$1]), $1) }
    let first = ordered[0]
    let best = signals[first]
    let fingerprint =
      ordered.filter { Self.rank(signals[$0]) == Self.rank(best) }.map { keys[$0].primary }.min()
      ?? keys[first].primary
    var names: Set<String> = []
    for index in members { names.formUnion([keys[index].primary] + keys[index].aliases) }
    names.remove(fingerprint)
    var tests: [TestID] = []
    var seen: Set<String> = []
    for index in members {
      if tests.count < Self.mostTests, let test = signals[index].test,
        seen.insert(test.canonical).inserted
      {
        tests.append(test)
      }
    }
    return Incident(
      fingerprint: fingerprint, aliases: Array(names.sorted().prefix(Self.mostAliases)),
      kind: best.kind, tool: best.tool,
      rule: best.rule, title: Self.title(best),
      place: ordered.lazy.compactMap { keys[$0].place }.first,
      functions: ordered.lazy.map { keys[$0].functions }.first { !$0.isEmpty } ?? [], tests: tests,
      signals: ordered.prefix(Self.mostSignals).map { signals[$0] }, signalCount: members.count)
  }

  /// How telling a signal is, the most telling first.
  private static func rank(_ signal: Signal) -> Int {
    let kinds: [Signal.Kind] = [
      .testFailure, .compilerError, .finding, .advisory, .stackTrace, .lint, .ciFailure, .event,
    ]
    return (kinds.firstIndex(of: signal.kind) ?? kinds.count) * 2 + (signal.frames.isEmpty ? 1 : 0)
  }

  private static func title(_ signal: Signal) -> String {
    var parts: [String] = []
    if let test = signal.test { parts.append(test.description) }
    if let rule = signal.rule, !signal.message.contains(rule) { parts.append(rule) }
    parts.append(Sink.firstLine(signal.message))
    let line = VisibleText.line(parts.filter { !$0.isEmpty }.joined(separator: ": "))
    guard line.utf8.count > 240 else { return line }
    return String(decoding: line.utf8.prefix(240), as: UTF8.self) + "…"
  }
}

/// Sets of signals that share a key.
private struct Groups {
  private var parents: [Int]
  private var owners: [String: Int] = [:]

  init(count: Int) { parents = Array(0..<count) }

  mutating func join(_ index: Int, _ keys: [String]) {
    for key in keys {
      guard let owner = owners[key] else {
        owners[key] = index
        continue
      }
      let (one, other) = (root(owner), root(index))
      parents[max(one, other)] = min(one, other)
    }
  }

  private mutating func root(_ index: Int) -> Int {
    var top = index
    while parents[top] != top {
      parents[top] = parents[parents[top]]
      top = parents[top]
    }
    return top
  }

  /// The sets in the order of their first members.
  mutating func members() -> [[Int]] {
    var sets: [Int: [Int]] = [:]
    for index in parents.indices { sets[root(index), default: []].append(index) }
    return sets.keys.sorted().compactMap { sets[$0] }
  }
}
