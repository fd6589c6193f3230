/// One advisory as OSV's schema describes it, as far as matching and reporting need it.
///
/// Every text is untrusted and kept as it came.
package struct Advisory: Equatable, Sendable {
  /// What it says about one package.
  package struct Affected: Equatable, Sendable {
    /// The ecosystem of the package.
    package var ecosystem: Ecosystem
    /// The name of the package as the advisory spells it.
    package var name: String
    /// The ranges of affected versions.
    package var ranges: [AffectedRange]
    /// The affected versions that are listed one by one.
    package var versions: [String]

    /// Makes an entry.
    package init(
      ecosystem: Ecosystem, name: String, ranges: [AffectedRange], versions: [String] = []
    ) {
      self.ecosystem = ecosystem
      self.name = name
      self.ranges = ranges
      self.versions = versions
    }
  }

  /// Its identifier, such as `GHSA-…`, `PYSEC-…` or `CVE-…`.
  package var id: String
  /// The identifiers of the same defect in other databases.
  package var aliases: [String]
  /// What is wrong, in one line; empty where the advisory has none.
  package var summary: String
  /// What is wrong, at length; cut after 1,000 characters.
  package var details: String
  /// The moment of publication as `YYYY-MM-DDThh:mm:ssZ`; nil where it says none.
  package var published: String?
  /// The moment of withdrawal in the same form; nil while it stands.
  package var withdrawn: String?
  /// CVSS vectors in the order of the advisory.
  package var vectors: [String]
  /// The word for its severity in the database that it comes from, such as `HIGH`.
  package var level: String?
  /// Weakness numbers of the Common Weakness Enumeration.
  package var cwe: [Int]
  /// What it says about each package of a known ecosystem.
  package var affected: [Affected]

  /// Makes an advisory.
  package init(
    id: String, aliases: [String] = [], summary: String = "", details: String = "",
    published: String? = nil, withdrawn: String? = nil, vectors: [String] = [],
    level: String? = nil, cwe: [Int] = [], affected: [Affected]
  ) {
    self.id = id
    self.aliases = aliases
    self.summary = summary
    self.details = details
    self.published = published
    self.withdrawn = withdrawn
    self.vectors = vectors
    self.level = level
    self.cwe = cwe
    self.affected = affected
  }

  /// Whether it stands, or stood at a moment: it was published by then and not withdrawn yet.
  ///
  /// - Parameter moment: A date or moment in ISO 8601, whose text order is that of time; nil for all
  ///   that is known, whatever the clock of this machine says.
  /// - Returns: Whether it counts then; an advisory without a date counts always.
  package func stands(at moment: String?) -> Bool {
    guard let moment else { return withdrawn == nil }
    // A date alone means its whole day.
    func isUntil(_ other: String) -> Bool {
      other.prefix(moment.utf8.count) <= moment[...]
    }
    return (published.map(isUntil) ?? true) && !(withdrawn.map(isUntil) ?? false)
  }
}
