/// One defect, whichever tools saw it: the unit of every report, gate and healing signal.
///
/// The JSON form is schema `sentinel.finding/1`: the property names are the keys, absent
/// optionals are left out, and empty lists are written as `[]`.
public struct Finding: Codable, Equatable, Sendable {
  /// Identifies the finding inside one report: `F` and a number from 1, in report order.
  public var id: String
  /// Identifies the defect across runs; see ``Fingerprinter``.
  public var fingerprint: String
  /// The tool whose wording and location represent the finding.
  public var tool: String
  /// The rule of that tool, with its own spelling and without folders.
  public var ruleID: String
  /// What kind of weakness it is, in the words of ``WeaknessClass``, when that is known.
  public var weaknessClass: String?
  /// What is wrong, in one line without a trailing full stop.
  public var title: String
  /// What was found here and why it matters; untrusted text of the tool.
  public var message: String
  /// How bad it is.
  public var severity: Severity
  /// How sure the tools are.
  public var confidence: Confidence
  /// Weakness numbers of the Common Weakness Enumeration, ascending.
  public var cwe: [Int]
  /// Vulnerability identifiers (CVE, GHSA, OSV) when the finding is about a package.
  public var aliases: [String]
  /// Where it is.
  public var location: Location
  /// The vulnerable package, for findings of software composition analysis.
  public var package: AffectedPackage?
  /// A page that explains the rule.
  public var helpURL: String?
  /// How it relates to the baseline; `new` without one.
  public var state: State
  /// Why it does not count, when somebody said so.
  public var suppression: Suppression?
  /// Every tool that saw it, the representing one first.
  public var sources: [Source]
  /// What tools offer to mend it, those of ``sources`` in their order; nil when nobody offers anything.
  public var fixes: [Fix]?
  /// GitHub's hash of the first flagged line, when the source was readable; see ``GitHubLineHash``.
  public var lineHash: String?

  /// Makes a finding; lists default to empty, the state to `new`.
  public init(
    id: String, fingerprint: String, tool: String, ruleID: String,
    weaknessClass: String? = nil, title: String, message: String,
    severity: Severity, confidence: Confidence, cwe: [Int] = [], aliases: [String] = [],
    location: Location, package: AffectedPackage? = nil, helpURL: String? = nil,
    state: State = .new, suppression: Suppression? = nil, sources: [Source] = [],
    fixes: [Fix]? = nil, lineHash: String? = nil
  ) {
    self.id = id
    self.fingerprint = fingerprint
    self.tool = tool
    self.ruleID = ruleID
    self.weaknessClass = weaknessClass
    self.title = title
    self.message = message
    self.severity = severity
    self.confidence = confidence
    self.cwe = cwe
    self.aliases = aliases
    self.location = location
    self.package = package
    self.helpURL = helpURL
    self.state = state
    self.suppression = suppression
    self.sources = sources
    self.fixes = fixes
    self.lineHash = lineHash
  }
}

extension Finding {
  /// The relation to a baseline, in the words of SARIF's result matching.
  public enum State: String, Codable, Sendable, CaseIterable {
    case new, unchanged, absent, suppressed
  }

  /// One tool's sight of the defect.
  public struct Source: Codable, Equatable, Hashable, Sendable {
    /// The tool's name.
    public var tool: String
    /// The tool's rule.
    public var rule: String
    /// The file, relative to the scanned tree.
    public var path: String
    /// The first line, from 1.
    public var startLine: Int

    /// Makes a source.
    public init(tool: String, rule: String, path: String, startLine: Int) {
      self.tool = tool
      self.rule = rule
      self.path = path
      self.startLine = startLine
    }
  }

  /// A person's decision that the finding does not count.
  public struct Suppression: Codable, Equatable, Sendable {
    /// Why.
    public var reason: String
    /// Who decided.
    public var by: String?
    /// The last day it holds, as `YYYY-MM-DD`.
    public var expires: String?

    /// Makes a suppression.
    public init(reason: String, by: String? = nil, expires: String? = nil) {
      self.reason = reason
      self.by = by
      self.expires = expires
    }
  }

  /// A package version that an advisory names.
  public struct AffectedPackage: Codable, Equatable, Hashable, Sendable {
    /// The package URL without its version.
    public var purl: String
    /// The installed version.
    public var version: String
    /// Versions in which the defect is fixed, ascending.
    public var fixedVersions: [String]

    /// Makes an affected package.
    public init(purl: String, version: String, fixedVersions: [String] = []) {
      self.purl = purl
      self.version = version
      self.fixedVersions = fixedVersions
    }
  }
}
