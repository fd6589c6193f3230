/// One finding as one tool reported it: what every parser produces and ``Correlation`` consumes.
///
/// Its texts are untrusted and stored as they came; reports escape them.
public struct ToolFinding: Equatable, Sendable {
  /// The tool's name as its descriptor spells it, such as `bandit`.
  public var tool: String
  /// The tool's rule, without folders, such as `B602`.
  public var rule: String
  /// The kind of weakness when the rule itself names one; overrides the table of ``WeaknessClass``.
  public var weaknessClass: String?
  /// What is wrong, in one line.
  public var title: String
  /// What was found here and why it matters.
  public var message: String
  /// How bad the tool says it is.
  public var severity: Severity
  /// How sure the tool is.
  public var confidence: Confidence
  /// Weakness numbers of the Common Weakness Enumeration, in the tool's order.
  public var cwe: [Int]
  /// Where it is.
  public var location: Location
  /// A page that explains the rule.
  public var helpURL: String?
  /// Vulnerability identifiers (CVE, GHSA, OSV) when the finding is about a package.
  public var aliases: [String]
  /// The vulnerable package, for findings of software composition analysis.
  public var package: Finding.AffectedPackage?
  /// Set when the tool itself reported the finding as suppressed.
  public var suppression: Finding.Suppression?
  /// How the tool would mend it; nil when it does not say, or calls its own fix unsafe.
  public var fix: Fix?

  /// Makes a finding; confidence defaults to medium, everything optional to nothing.
  public init(
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
