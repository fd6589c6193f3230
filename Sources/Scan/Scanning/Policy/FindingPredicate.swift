package import Findings
package import Text

/// Which findings a rule or an exception of a policy is about: those that fit every given key, where
/// one of a key's several values is enough.
package struct FindingPredicate: Equatable, Sendable {
  /// This severe or worse.
  package var severity: Severity?
  /// Kinds of weakness, as findings name them.
  package var classes: [String] = []
  /// Paths below the tree.
  package var paths: [PathPattern] = []
  /// What the code is there for.
  package var roles: [CodeRole] = []
  /// Tools, any of those that saw it.
  package var tools: [String] = []
  /// Patterns of `tool/rule`, any of those that saw it.
  package var rules: [PathPattern] = []
  /// Patterns of package URLs.
  package var packages: [PathPattern] = []
  /// Identifiers of advisories, in any case.
  package var advisories: [String] = []
  /// Lineages of findings.
  package var lineages: [String] = []
  /// Whether a fix is known.
  package var fixable: Bool?
  /// How it stands to the baseline; what a gate counts where none is given.
  package var states: [Finding.State] = []

  /// Makes a predicate that fits everything.
  package init() {}

  /// Whether it fits everything, which no exception should.
  package var isEmpty: Bool { self == FindingPredicate() }

  /// Whether a finding fits, whatever its state.
  ///
  /// - Parameter finding: The finding, with its lineage.
  /// - Returns: True where every key fits.
  package func matches(_ finding: Finding) -> Bool {
    if let severity, finding.severity < severity { return false }
    if let fixable, fixable != Self.hasFix(finding) { return false }
    let path = finding.location.path
    let sources = finding.sources.map { ($0.tool, $0.rule) } + [(finding.tool, finding.ruleID)]
    let names = Set((finding.aliases + [finding.ruleID]).map { $0.uppercased() })
    return fits(classes) { $0 == finding.weaknessClass }
      && fits(paths) { $0.matches(path) }
      && fits(roles) { $0 == CodeRole(path: path) }
      && fits(tools) { tool in sources.contains { $0.0 == tool } }
      && fits(rules) { rule in sources.contains { rule.matches("\($0.0)/\($0.1)") } }
      && fits(packages) { pattern in finding.package.map { pattern.matches($0.purl) } ?? false }
      && fits(advisories) { finding.package != nil && names.contains($0.uppercased()) }
      && fits(lineages) { $0 == finding.lineage ?? finding.fingerprint }
  }

  private func fits<Value>(_ values: [Value], _ test: (Value) -> Bool) -> Bool {
    values.isEmpty || values.contains(where: test)
  }

  private static func hasFix(_ finding: Finding) -> Bool {
    finding.fixes?.isEmpty == false || finding.package?.fixedVersions.isEmpty == false
  }
}
