/// Makes one finding of a group of reported ones.
enum Merging {
  /// The member whose words and place the finding takes.
  static func representative(of members: [Int], in table: SightTable) -> Int {
    members.min { isBetter($0, $1, in: table) } ?? 0
  }

  static func finding(id: String, lead: Int, members: [Int], in table: SightTable) -> Finding {
    let reported = members.map { table.reported[$0] }
    let best = table.reported[lead]
    let suppression = suppression(of: reported, lead: best)
    let sources = sources(lead: lead, members: members, in: table)
    // Of one defect in two files, say a link and its target, only the fix for the place that is shown.
    let fixes = sources.map { table.reported[$0] }
      .filter { $0.location.path == best.location.path }.compactMap(\.fix)
    return Finding(
      id: id, fingerprint: "", tool: best.tool, ruleID: best.rule,
      weaknessClass: table.classes[lead], title: best.title, message: best.message,
      severity: reported.map(\.severity).max() ?? best.severity,
      confidence: confidence(of: reported),
      cwe: Set(reported.flatMap(\.cwe)).sorted(),
      aliases: Set(reported.flatMap(\.aliases)).sorted(),
      location: best.location, package: package(of: reported, lead: best),
      helpURL: best.helpURL ?? reported.lazy.compactMap(\.helpURL).first,
      state: suppression == nil ? .new : .suppressed, suppression: suppression,
      sources: sources.map { index in
        let finding = table.reported[index]
        return Finding.Source(
          tool: finding.tool, rule: finding.rule, path: finding.location.path,
          startLine: finding.location.startLine)
      }, fixes: fixes.isEmpty ? nil : fixes)
  }

  private static func isBetter(_ one: Int, _ other: Int, in table: SightTable) -> Bool {
    let left = table.reported[one]
    let right = table.reported[other]
    if left.confidence != right.confidence { return left.confidence > right.confidence }
    let extents = (table.sights[one].region.lines.count, table.sights[other].region.lines.count)
    if extents.0 != extents.1 { return extents.0 < extents.1 }
    let ranks = (ToolOrder.rank(of: left.tool), ToolOrder.rank(of: right.tool))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if left.tool != right.tool { return left.tool < right.tool }
    return one < other
  }

  /// The greatest confidence, one step higher when independent tools agree.
  private static func confidence(of reported: [ToolFinding]) -> Confidence {
    let greatest = reported.map(\.confidence).max() ?? .low
    guard reported.count > 1 else { return greatest }
    let lineages = Set(reported.map { WeaknessClass.lineage(tool: $0.tool, rule: $0.rule) })
    guard lineages.count > 1 else { return greatest }
    return greatest == .low ? .medium : .high
  }

  /// A finding is suppressed only when every tool says so: one tool's comment syntax must not
  /// silence the others.
  private static func suppression(of reported: [ToolFinding], lead: ToolFinding)
    -> Finding.Suppression?
  {
    guard reported.allSatisfy({ $0.suppression != nil }) else { return nil }
    return lead.suppression
  }

  /// The lead's package with every fixed version that any tool knows.
  private static func package(of reported: [ToolFinding], lead: ToolFinding)
    -> Finding.AffectedPackage?
  {
    guard var package = lead.package else { return nil }
    for other in reported.compactMap(\.package) {
      for version in other.fixedVersions where !package.fixedVersions.contains(version) {
        package.fixedVersions.append(version)
      }
    }
    return package
  }

  /// The lead, then the others by the rank of their tools.
  private static func sources(lead: Int, members: [Int], in table: SightTable) -> [Int] {
    let others = members.filter { $0 != lead }.sorted {
      let ranks = (
        ToolOrder.rank(of: table.reported[$0].tool), ToolOrder.rank(of: table.reported[$1].tool)
      )
      return ranks.0 == ranks.1 ? $0 < $1 : ranks.0 < ranks.1
    }
    return [lead] + others
  }
}
