internal import Text

/// The findings of an earlier scan, by which those of a later one are told new from known.
package struct Baseline: Equatable, Sendable {
  private let known: [Finding]
  private let isComplete: Bool

  /// Takes the findings of a report that were there when it was made; what a policy said of itself is
  /// said again as long as it holds.
  ///
  /// - Parameter report: The earlier scan's report.
  package init(_ report: ScanReport) {
    known = report.findings.filter { $0.state != .absent && $0.tool != ToolRun.policyName }
    isComplete = report.complete
  }

  /// What the later scan can tell about findings that it does not have.
  package struct Sight {
    /// What became of the tools.
    package var tools: [ToolRun]
    /// Which files were read.
    package var coverage: Coverage
    /// Whether the tree still has a file, by its path in reports.
    package var hasFile: (String) -> Bool

    /// Makes a sight.
    package init(
      tools: [ToolRun], coverage: Coverage, hasFile: @escaping (String) -> Bool
    ) {
      self.tools = tools
      self.coverage = coverage
      self.hasFile = hasFile
    }
  }

  /// Sets state and lineage of the findings of a later scan, and appends those that are gone.
  ///
  /// A finding whose lineage is known is `unchanged` where it says the same of the same code, and
  /// `updated` where the code was edited, it became graver, or it is suppressed no longer. One that
  /// fits several equally well is `new`, and counted as ambiguous. Gone is only what the tools that
  /// saw it would see again: see ``BaselineSummary/unknown``.
  ///
  /// - Parameters:
  ///   - findings: The later scan's findings with their fingerprints, in report order.
  ///   - sight: What the later scan examined.
  /// - Returns: What the report says about the comparison.
  package func compare(_ findings: inout [Finding], _ sight: Sight) -> BaselineSummary {
    var matcher = LineageMatcher(known: known, found: findings)
    matcher.match(hasFile: sight.hasFile)
    var lineages: Set<String> = []
    for (index, match) in matcher.matches.enumerated() {
      guard let match else { continue }
      let old = known[match.known]
      findings[index].lineage = old.lineage ?? old.fingerprint
      lineages.insert(old.lineage ?? old.fingerprint)
      guard findings[index].state != .suppressed else { continue }
      let isSame =
        match.isSameCode && findings[index].severity <= old.severity && old.state != .suppressed
      findings[index].state = isSame ? .unchanged : .updated
    }
    for index in findings.indices where matcher.matches[index] == nil {
      var lineage = findings[index].fingerprint
      // One more copy of known code may have the number that an older copy began with.
      while lineages.contains(lineage) { lineage = SHA256.hex(of: Array(lineage.utf8)) }
      lineages.insert(lineage)
      findings[index].lineage = lineage
    }
    let missing = matcher.unmatchedKnown.map { known[$0] }
    let blindSpots = BlindSpots(sight)
    let gone = missing.filter { blindSpots.areAway(from: $0) }
    for var finding in gone {
      finding.id = "F\(findings.count + 1)"
      finding.state = .absent
      finding.lineage = finding.lineage ?? finding.fingerprint
      findings.append(finding)
    }
    return BaselineSummary(
      findings: known.count, complete: isComplete, ambiguous: matcher.ambiguous.count,
      unknown: missing.count - gone.count)
  }
}

/// What a scan could not see of what an earlier one saw.
private struct BlindSpots {
  private let answering: Set<String>
  private let all: Set<String>
  /// Who did not see a file.
  private var unseen: [String: Set<String>] = [:]
  private var skipped: [String: Set<String>] = [:]

  init(_ sight: Baseline.Sight) {
    answering = Set(sight.tools.filter(\.state.isComplete).map(\.name))
    all = Set(sight.tools.map(\.name))
    for file in sight.coverage.unseen { unseen[file.path, default: []].insert(file.tool) }
    for file in sight.coverage.skipped { skipped[file.path, default: []].insert(file.tool) }
  }

  /// Whether every tool that saw the finding would have seen it again.
  func areAway(from finding: Finding) -> Bool {
    let tools = Set(finding.sources.map(\.tool) + [finding.tool])
    guard tools.isSubset(of: answering) else { return false }
    // Whoever is no tool, such as the walk, speaks for all of them.
    let others = all.subtracting(tools)
    let path = finding.location.path
    guard unseen[path, default: []].isSubset(of: others) else { return false }
    // Of a lock file single packages are skipped, which says nothing about others.
    return finding.package != nil || skipped[path, default: []].isSubset(of: others)
  }
}

/// What a report says about the comparison with a baseline.
package struct BaselineSummary: Codable, Equatable, Sendable {
  /// How many findings the baseline has.
  package var findings: Int
  /// Whether the baseline is of a complete scan; without it, old findings may show as new.
  package var complete: Bool
  /// How many findings are taken for new because they fit several known ones.
  package var ambiguous: Int
  /// How many known findings are neither here nor gone: their tool or file was not part of this scan.
  package var unknown: Int

  /// Makes a summary.
  package init(findings: Int, complete: Bool, ambiguous: Int, unknown: Int) {
    self.findings = findings
    self.complete = complete
    self.ambiguous = ambiguous
    self.unknown = unknown
  }
}
