/// Turns what several tools reported into findings: one defect, one finding that names them all.
///
/// Two findings are one defect when
/// - they have the same weakness class, the same path, and their lines overlap, or
/// - they name the same version of a package in the same file and share an identifier.
///
/// All findings merged into one overlap each other pairwise, so a chain of neighbours never grows
/// into one finding. Two findings of *one* tool are one defect only when they have the same class,
/// the same first and last line and overlapping columns; for the same rule, exactly the same
/// region. A tool's own columns can be trusted to tell two calls on one line apart, those of two
/// tools cannot.
///
/// The representative, whose words and place the finding takes, has the highest confidence, then
/// the fewest lines, then the first place in a fixed order of tools. The severity is the greatest
/// that any of the tools gave: merging never hides from a gate what one tool alone would have
/// shown, and agreement never makes a defect worse than somebody said. Agreement raises confidence
/// by one step when the tools are independent.
package enum Correlation {
  /// Gives every tool finding a place in the sources of exactly one finding.
  ///
  /// The findings come sorted by path and region, numbered from `F1`, without fingerprints, which
  /// ``Fingerprinter`` adds. The result does not depend on the order of the input. O(n log n).
  package static func findings(from reported: [ToolFinding]) -> [Finding] {
    let sights = SightTable(reported)
    let groups =
      RegionSweep.groups(of: sights) + AdvisoryGroups.groups(of: sights)
    // A finding's place in the report is that of its representative.
    let represented = groups.map { members in
      (lead: Merging.representative(of: members, in: sights), members: members)
    }
    return represented.sorted { $0.lead < $1.lead }.enumerated().map { number, group in
      Merging.finding(
        id: "F\(number + 1)", lead: group.lead, members: group.members, in: sights)
    }
  }
}

/// All reported findings in one total order, with names replaced by numbers.
struct SightTable {
  /// The numbers that grouping needs of one reported finding.
  struct Sight {
    var path: Int
    var region: Region
    var weakness: Int
    var tool: Int
    var rule: Int
    var isPackage: Bool
  }

  let reported: [ToolFinding]
  let classes: [String?]
  let sights: [Sight]

  init(_ unordered: [ToolFinding]) {
    var paths = Numbering(sorting: unordered.map(\.location.path))
    let keys = unordered.indices.map { index in
      let location = unordered[index].location
      return Key(index: index, path: paths.number(of: location.path), region: Region(location))
    }
    let ordered = keys.sorted { one, other in
      if one.path != other.path { return one.path < other.path }
      if one.region.start != other.region.start { return one.region.start < other.region.start }
      if one.region.end != other.region.end { return one.region.end < other.region.end }
      return Self.isBefore(unordered[one.index], unordered[other.index])
    }.map { unordered[$0.index] }
    let classes = ordered.map { WeaknessClass.name(for: $0) }
    var weaknesses = Numbering()
    var tools = Numbering()
    var rules = Numbering()
    sights = zip(ordered, classes).map { finding, name in
      let ownRule = "\(finding.tool)\u{0}\(finding.rule)"
      return Sight(
        path: paths.number(of: finding.location.path), region: Region(finding.location),
        weakness: weaknesses.number(of: name ?? "\u{0}\(ownRule)"),
        tool: tools.number(of: finding.tool), rule: rules.number(of: ownRule),
        isPackage: finding.package != nil)
    }
    self.reported = ordered
    self.classes = classes
  }

  /// What orders two findings in almost every case, small enough to be moved by the sort.
  private struct Key {
    var index: Int
    var path: Int
    var region: Region
  }

  /// Orders findings of one place by everything else that could tell them apart.
  private static func isBefore(_ one: ToolFinding, _ other: ToolFinding) -> Bool {
    if one.tool != other.tool {
      let ranks = (ToolOrder.rank(of: one.tool), ToolOrder.rank(of: other.tool))
      return ranks.0 == ranks.1 ? one.tool < other.tool : ranks.0 < ranks.1
    }
    if one.rule != other.rule { return one.rule < other.rule }
    if one.title != other.title { return one.title < other.title }
    if one.message != other.message { return one.message < other.message }
    if one.severity != other.severity { return one.severity > other.severity }
    if one.confidence != other.confidence { return one.confidence > other.confidence }
    return remainder(one).lexicographicallyPrecedes(remainder(other))
  }

  private static func remainder(_ finding: ToolFinding) -> [String] {
    let package = finding.package.map { [$0.purl, $0.version] + $0.fixedVersions } ?? []
    let suppression = finding.suppression.map { [$0.reason, $0.by ?? "", $0.expires ?? ""] } ?? []
    return [finding.weaknessClass ?? "", finding.helpURL ?? ""] + finding.aliases
      + finding.cwe.map(String.init) + package + suppression
      + [finding.location.snippetHash ?? "", finding.location.logicalName ?? ""]
  }
}

/// Small numbers for equal strings.
private struct Numbering {
  private var numbers: [String: Int] = [:]

  init() {}

  /// Numbers the strings in ascending order.
  init(sorting strings: [String]) {
    for string in Set(strings).sorted() { numbers[string] = numbers.count }
  }

  mutating func number(of string: String) -> Int {
    if let number = numbers[string] { return number }
    numbers[string] = numbers.count
    return numbers.count - 1
  }
}
