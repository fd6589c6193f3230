/// Finds for each finding of a scan the one of an earlier scan that is the same defect.
///
/// One hash is not enough: code moves, functions and files are renamed, lines are copied. So several
/// keys are tried, the strictest first, each among what is left of both scans. Keys with a path pair
/// equal findings in the order of their places; the others only what is unique on both sides.
struct LineageMatcher {
  /// A known finding, and whether the flagged code is still the same.
  struct Match: Equatable {
    var known: Int
    var isSameCode: Bool
  }

  /// For each finding its match.
  private(set) var matches: [Match?]
  /// Findings that fit several known ones, or that share a known one with others.
  private(set) var ambiguous: Set<Int> = []

  private let known: [Finding]
  private let found: [Finding]
  private var isTaken: [Bool]
  /// Where files that are gone went, as far as matches show it.
  private var renamed: [String: String] = [:]

  /// What a finding is looked up by, as parts; several where one of them is enough.
  private typealias Keys = (_ finding: Finding, _ path: String) -> [[String]]

  init(known: [Finding], found: [Finding]) {
    self.known = known
    self.found = found
    matches = Array(repeating: nil, count: found.count)
    isTaken = Array(repeating: false, count: known.count)
  }

  /// The known findings without a match, in their order.
  var unmatchedKnown: [Int] { known.indices.filter { !isTaken[$0] } }

  /// Runs all stages.
  ///
  /// - Parameter hasFile: Whether the tree still has a file, by its path in reports.
  mutating func match(hasFile: (String) -> Bool) {
    pairInPlace()
    pair(Self.code(scoped: true), uniquely: true)
    if findRenamedFiles(hasFile) { pairInPlace() }
    pair(Self.code(scoped: false), uniquely: true)
    pair(Self.package(placed: false, versioned: false), uniquely: true)
    // The code of a credential is not recorded: what was edited may be another credential.
    pair(uniquely: true, isSameCode: false) { finding, path in
      guard finding.location.contextHash != nil else { return [] }
      return [[path, Self.rule(finding), Self.scope(finding)]]
    }
    ambiguous = ambiguous.filter { matches[$0] == nil }
  }

  private mutating func pairInPlace() {
    // Of several copies in one function first those between the same lines.
    let before = { (finding: Finding) in finding.location.precedingHash }
    let nearest = { (finding: Finding) in before(finding).map { String($0.prefix(4)) } }
    let behind = { (finding: Finding) in finding.lineHash.map { String($0.prefix { $0 != ":" }) } }
    for neighbours in [[before, behind], [before], [nearest, behind], [nearest], [behind]] {
      pair { finding, path in
        let hashes = neighbours.compactMap { $0(finding) }
        guard hashes.count == neighbours.count else { return [] }
        return Self.placedCode(finding, path).map { $0 + hashes }
      }
    }
    pair(Self.placedCode)
    pair(Self.package(placed: true, versioned: true))
    pair(Self.package(placed: true, versioned: false))
    // A function around it was renamed, or a comment beside it written.
    pair { finding, path in
      finding.location.snippetHash.map { [[path, Self.rule(finding), $0]] } ?? []
    }
  }

  /// Where files that are gone went: where most of their findings did, or else to the one new file of
  /// the same name, as when a folder is renamed.
  private mutating func findRenamedFiles(_ hasFile: (String) -> Bool) -> Bool {
    let old = Set(known.map(\.location.path))
    let gone = old.filter { !hasFile($0) }
    let come = Set(found.map(\.location.path)).subtracting(old)
    let name = { (path: String) in path.split(separator: "/").last.map(String.init) ?? "" }
    let comeByName = Dictionary(grouping: come, by: name)
    for (name, paths) in Dictionary(grouping: gone, by: name) where paths.count == 1 {
      if let others = comeByName[name], others.count == 1 { renamed[paths[0]] = others[0] }
    }
    var votes: [String: [String: Int]] = [:]
    for (index, match) in matches.enumerated() {
      guard let old = match.map({ known[$0.known].location.path }), gone.contains(old) else {
        continue
      }
      votes[old, default: [:]][found[index].location.path, default: 0] += 1
    }
    for (old, paths) in votes {
      renamed[old] = paths.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
    return !renamed.isEmpty
  }

  // MARK: Pairing

  private mutating func pair(_ keys: Keys, uniquely: Bool = false) {
    pair(uniquely: uniquely, isSameCode: true, keys)
  }

  private mutating func pair(uniquely: Bool, isSameCode: Bool, _ keys: Keys) {
    var holders: [[String]: [Int]] = [:]
    for index in known.indices.reversed() where !isTaken[index] {
      let path = known[index].location.path
      for key in keys(known[index], renamed[path] ?? path) {
        holders[key, default: []].append(index)
      }
    }
    let open = found.indices.filter { matches[$0] == nil }
    var claims: [[String]: Int] = [:]
    if uniquely {
      for index in open {
        for key in keys(found[index], found[index].location.path) { claims[key, default: 0] += 1 }
      }
    }
    for index in open {
      for key in keys(found[index], found[index].location.path) {
        guard matches[index] == nil, let number = holders[key]?.count else { continue }
        if uniquely, number > 1 || claims[key, default: 0] > 1 {
          ambiguous.insert(index)
          continue
        }
        while let candidate = holders[key]?.popLast() {
          guard !isTaken[candidate] else { continue }
          isTaken[candidate] = true
          matches[index] = Match(known: candidate, isSameCode: isSameCode)
          break
        }
      }
    }
  }

  // MARK: Keys

  private static func rule(_ finding: Finding) -> String {
    finding.weaknessClass ?? "\(finding.tool)/\(finding.ruleID)"
  }

  private static func scope(_ finding: Finding) -> String { finding.location.logicalName ?? "" }

  /// Rule, scope and code of a finding in its file; the fingerprint stands for code that no report
  /// records.
  private static func placedCode(_ finding: Finding, _ path: String) -> [[String]] {
    guard finding.package == nil else { return [] }
    let code = finding.location.contextHash ?? finding.fingerprint
    return [[path, rule(finding), scope(finding), code]]
  }

  private static func code(scoped: Bool) -> Keys {
    { finding, _ in
      guard finding.package == nil else { return [] }
      if let code = finding.location.contextHash {
        return [[rule(finding), scoped ? scope(finding) : "", code]]
      }
      return finding.fingerprint.isEmpty ? [] : [[finding.fingerprint]]
    }
  }

  private static func package(placed: Bool, versioned: Bool) -> Keys {
    { finding, path in
      guard let package = finding.package else { return [] }
      return Set((finding.aliases + [finding.ruleID]).map { $0.uppercased() }).sorted().map {
        name in
        [placed ? path : "", package.purl, versioned ? package.version : "", name]
      }
    }
  }
}
