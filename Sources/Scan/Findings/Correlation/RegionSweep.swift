/// Groups findings in code by class, path and overlap.
///
/// Two sweeps over sorted regions. The first joins regions that overlap to the character, so that
/// of several defects on one line each tool's finding meets its twin. The second joins what is left
/// of different tools by lines alone, because tools disagree about columns.
///
/// Both look back at no more than 32 open groups of one class, which bounds the cost on minified
/// files; beyond that a twin may stay unmerged, but nothing is lost.
struct RegionSweep {
  /// Findings of one class and file that overlap pairwise.
  private struct Group {
    var members: [Int]
    var tools: [Int]
    /// What all members have in common: by characters in the first sweep, by lines in the second.
    var core: Region
  }

  /// What all members of a group agree in.
  fileprivate struct Bucket: Hashable {
    var path: Int
    var weakness: Int
  }

  private struct ToolInGroup: Hashable {
    var group: Int
    var tool: Int
    var rule: Int?
  }

  private let table: SightTable
  private var groups: [Group] = []
  private var regions: [ToolInGroup: Region] = [:]

  /// Gives each finding without a package a group; members are indices into the table, ascending.
  static func groups(of table: SightTable) -> [[Int]] {
    var sweep = RegionSweep(table: table)
    sweep.joinOverlappingRegions()
    return sweep.joinedByLines().map { $0.members.sorted() }
  }

  private init(table: SightTable) {
    self.table = table
  }

  private mutating func joinOverlappingRegions() {
    var open = OpenGroups()
    for (index, sight) in table.sights.enumerated() where !sight.isPackage {
      let bucket = Bucket(path: sight.path, weakness: sight.weakness)
      let found = open.latest(in: bucket) { group in
        groups[group].core.end <= sight.region.start
      } where: { group in
        groups[group].core.overlaps(sight.region) && admits(sight, into: group)
      }
      if let group = found {
        groups[group].members.append(index)
        groups[group].core = groups[group].core.common(with: sight.region)
        if !groups[group].tools.contains(sight.tool) { groups[group].tools.append(sight.tool) }
        record(sight, in: group)
      } else {
        groups.append(Group(members: [index], tools: [sight.tool], core: sight.region))
        open.add(groups.count - 1, to: bucket)
        record(sight, in: groups.count - 1)
      }
    }
  }

  /// Whether a tool that the group already holds may add this finding.
  private func admits(_ sight: SightTable.Sight, into group: Int) -> Bool {
    let ofTool = ToolInGroup(group: group, tool: sight.tool)
    guard let region = regions[ofTool] else { return true }
    if let same = regions[ToolInGroup(group: group, tool: sight.tool, rule: sight.rule)] {
      return same == sight.region
    }
    return region.lines == sight.region.lines
  }

  private mutating func record(_ sight: SightTable.Sight, in group: Int) {
    regions[ToolInGroup(group: group, tool: sight.tool)] = sight.region
    regions[ToolInGroup(group: group, tool: sight.tool, rule: sight.rule)] = sight.region
  }

  private mutating func joinedByLines() -> [Group] {
    let parts = groups.map { group in
      var group = group
      group.core = commonLines(of: group.members)
      return group
    }
    groups = []
    var open = OpenGroups()
    for part in parts.sorted(by: { isBefore($0, $1) }) {
      let first = table.sights[part.members[0]]
      let bucket = Bucket(path: first.path, weakness: first.weakness)
      let found = open.latest(in: bucket) { group in
        groups[group].core.end.line < part.core.start.line
      } where: { group in
        groups[group].core.sharesLine(with: part.core)
          && !groups[group].tools.contains(where: part.tools.contains)
      }
      if let group = found {
        groups[group].members += part.members
        groups[group].tools += part.tools
        groups[group].core = groups[group].core.common(with: part.core)
      } else {
        groups.append(part)
        open.add(groups.count - 1, to: bucket)
      }
    }
    return groups
  }

  /// The lines all members cover, as a region of whole lines.
  private func commonLines(of members: [Int]) -> Region {
    let lines = members.map { table.sights[$0].region.lines }
    let first = lines.map(\.lowerBound).max() ?? 1
    let last = lines.map(\.upperBound).min() ?? first
    return Region(
      start: Region.Place(line: first, column: 0), end: Region.Place(line: last, column: Int.max))
  }

  private func isBefore(_ one: Group, _ other: Group) -> Bool {
    let paths = (table.sights[one.members[0]].path, table.sights[other.members[0]].path)
    return (paths.0, one.core.start.line, one.core.end.line, one.members[0])
      < (paths.1, other.core.start.line, other.core.end.line, other.members[0])
  }
}

/// The groups that a sweep may still add to.
private struct OpenGroups {
  private static let lookBack = 32
  private var groups: [RegionSweep.Bucket: [Int]] = [:]

  mutating func add(_ group: Int, to bucket: RegionSweep.Bucket) {
    groups[bucket, default: []].append(group)
  }

  /// Looks for the latest group that fits, and forgets those the sweep has passed.
  mutating func latest(
    in bucket: RegionSweep.Bucket, unless isOver: (Int) -> Bool, where fits: (Int) -> Bool
  ) -> Int? {
    guard var candidates = groups.removeValue(forKey: bucket) else { return nil }
    defer { groups[bucket] = candidates }
    var seen = 0
    var position = candidates.count - 1
    while position >= 0, seen < Self.lookBack {
      let group = candidates[position]
      if isOver(group) {
        candidates.remove(at: position)
      } else if fits(group) {
        return group
      }
      seen += 1
      position -= 1
    }
    return nil
  }
}
