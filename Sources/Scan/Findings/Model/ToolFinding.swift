/// One finding as one tool reported it: what every parser produces and ``Correlation`` consumes.
///
/// Its texts are untrusted and stored as they came; reports escape them.
package struct ToolFinding: Equatable, Sendable {
  /// The tool's name as its descriptor spells it, such as `bandit`.
  package var tool: String
  /// The tool's rule, without folders, such as `B602`.
  package var rule: String
  /// The kind of weakness when the rule itself names one; overrides the table of ``WeaknessClass``.
  package var weaknessClass: String?
  /// What is wrong, in one line.
  package var title: String
  /// What was found here and why it matters.
  package var message: String
  /// How bad the tool says it is.
  package var severity: Severity
  /// How sure the tool is.
  package var confidence: Confidence
  /// Weakness numbers of the Common Weakness Enumeration, in the tool's order.
  package var cwe: [Int]
  /// The region that the tool reports, mended to one that a file can have.
  package var location: Location
  /// A page that explains the rule.
  package var helpURL: String?
  /// Vulnerability identifiers (CVE, GHSA, OSV) when the finding is about a package.
  package var aliases: [String]
  /// The vulnerable package, for findings of software composition analysis.
  package var package: Finding.AffectedPackage?
  /// Set when the tool itself reported the finding as suppressed.
  package var suppression: Finding.Suppression?
  /// How the tool would mend it; nil when it does not say, or calls its own fix unsafe.
  package var fix: Fix?

  /// Makes a finding; confidence defaults to medium, everything optional to nothing.
  package init(
    tool: String, rule: String, weaknessClass: String? = nil, title: String, message: String,
    severity: Severity, confidence: Confidence = .medium, cwe: [Int] = [], location: Location,
    helpURL: String? = nil, aliases: [String] = [], package: Finding.AffectedPackage? = nil,
    suppression: Finding.Suppression? = nil, fix: Fix? = nil
  ) {
    self.tool = tool
    self.rule = rule
    self.weaknessClass = weaknessClass
    self.title = title
    self.message = message
    self.severity = severity
    self.confidence = confidence
    self.cwe = cwe
    self.location = location
    self.helpURL = helpURL
    self.aliases = aliases
    self.package = package
    self.suppression = suppression
    self.fix = fix
  }
}
