/// One defect, whichever tools saw it: the unit of every report, gate and healing signal.
///
/// The JSON form is schema `sentinel.finding/1`: the property names are the keys, absent
/// optionals are left out, and empty lists are written as `[]`.
package struct Finding: Codable, Equatable, Sendable {
  /// Identifies the finding inside one report: `F` and a number from 1, in report order.
  package var id: String
  /// Identifies the defect across runs; see ``Fingerprinter``.
  package var fingerprint: String
  /// Identifies the defect across changes of its code and place: the fingerprint that it had when it
  /// was first seen, as far as a baseline tells.
  package var lineage: String?
  /// The tool whose wording and location represent the finding.
  package var tool: String
  /// The rule of that tool, with its own spelling and without folders.
  package var ruleID: String
  /// What kind of weakness it is, in the words of ``WeaknessClass``, when that is known.
  package var weaknessClass: String?
  /// What is wrong, in one line without a trailing full stop.
  package var title: String
  /// What was found here and why it matters; untrusted text of the tool.
  package var message: String
  /// How bad it is.
  package var severity: Severity
  /// How sure the tools are.
  package var confidence: Confidence
  /// Weakness numbers of the Common Weakness Enumeration, ascending.
  package var cwe: [Int]
  /// Vulnerability identifiers (CVE, GHSA, OSV) when the finding is about a package.
  package var aliases: [String]
  /// The region of the representing tool; other tools may point a few lines away.
  package var location: Location
  /// The vulnerable package, for findings of software composition analysis.
  package var package: AffectedPackage?
  /// A page that explains the rule.
  package var helpURL: String?
  /// How it relates to the baseline; `new` without one.
  package var state: State
  /// Why it does not count, when somebody said so.
  package var suppression: Suppression?
  /// Every tool that saw it, the representing one first.
  package var sources: [Source]
  /// What tools offer to mend it, those of ``sources`` in their order; nil when nobody offers anything.
  package var fixes: [Fix]?
  /// GitHub's hash of the first flagged line, when the source was readable; see ``GitHubLineHash``.
  package var lineHash: String?

  /// Makes a finding; lists default to empty, the state to `new`.
  package init(
    id: String, fingerprint: String, lineage: String? = nil, tool: String, ruleID: String,
    weaknessClass: String? = nil, title: String, message: String,
    severity: Severity, confidence: Confidence, cwe: [Int] = [], aliases: [String] = [],
    location: Location, package: AffectedPackage? = nil, helpURL: String? = nil,
    state: State = .new, suppression: Suppression? = nil, sources: [Source] = [],
    fixes: [Fix]? = nil, lineHash: String? = nil
  ) {
    self.id = id
    self.fingerprint = fingerprint
    self.lineage = lineage
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
  package enum State: String, Codable, Sendable, CaseIterable {
    case new, unchanged, updated, absent, suppressed

    /// Whether a gate counts it: new, or known and changed in its code or for the worse.
    package var isFresh: Bool { self == .new || self == .updated }
  }

  /// One tool's sight of the defect.
  package struct Source: Codable, Equatable, Hashable, Sendable {
    /// The tool's name.
    package var tool: String
    /// The tool's rule.
    package var rule: String
    /// The file, relative to the scanned tree.
    package var path: String
    /// The first line, from 1.
    package var startLine: Int

    /// Records that a tool saw the defect, with its own rule and line.
    package init(tool: String, rule: String, path: String, startLine: Int) {
      self.tool = tool
      self.rule = rule
      self.path = path
      self.startLine = startLine
    }
  }

  /// A person's decision that the finding does not count.
  package struct Suppression: Codable, Equatable, Sendable {
    /// The reason, in the words of who decided; untrusted text.
    package var reason: String
    /// The name that the decision carries, which nobody has checked.
    package var by: String?
    /// The last day it holds, as `YYYY-MM-DD`.
    package var expires: String?

    /// Makes a suppression; without a last day it holds for good.
    package init(reason: String, by: String? = nil, expires: String? = nil) {
      self.reason = reason
      self.by = by
      self.expires = expires
    }
  }

  /// A package version that an advisory names.
  package struct AffectedPackage: Codable, Equatable, Hashable, Sendable {
    /// The package URL without its version.
    package var purl: String
    /// The version that the tree installs or locks, as the tool reports it.
    package var version: String
    /// Versions in which the defect is fixed, ascending.
    package var fixedVersions: [String]

    /// Makes an affected package.
    package init(purl: String, version: String, fixedVersions: [String] = []) {
      self.purl = purl
      self.version = version
      self.fixedVersions = fixedVersions
    }
  }
}
