internal import Advisories
internal import Findings
internal import Packages
internal import Text

/// What advisories say about one package in one version.
struct PackageAnswer {
  /// An advisory that concerns the version.
  private struct Match {
    let advisory: Advisory
    let fixedVersions: [String]
  }

  private let matches: [Match]
  private let smallestFix: String?
  /// The advisories about which nothing can be said, each in a sentence.
  let undecided: [String]

  /// Asks every advisory that stood at a moment.
  init(to package: LockedPackage, at moment: String?, from advisories: [Advisory]) {
    var matches: [Match] = []
    var undecided: [String] = []
    var concerning: [AffectedVersions] = []
    for advisory in advisories where advisory.stands(at: moment) {
      let entries = advisory.affected.filter { entry in
        guard let release = package.ecosystem.release else { return true }
        return entry.ecosystem.release.map { $0 == release } ?? true
      }.map {
        AffectedVersions(ecosystem: $0.ecosystem, ranges: $0.ranges, versions: $0.versions)
      }
      concerning += entries
      let states = entries.map { $0.status(of: package.version) }
      if states.contains(.affected) {
        let upgrade = Upgrade(above: package.version, clearing: entries)
        matches.append(Match(advisory: advisory, fixedVersions: upgrade.fixedVersions))
      } else if let reason = states.lazy.compactMap(\.reason).first {
        undecided.append("\(advisory.id) cannot be decided: \(reason.words)")
      }
    }
    self.matches = matches
    self.undecided = undecided
    smallestFix =
      matches.isEmpty
      ? nil : Upgrade(above: package.version, clearing: concerning).smallestFix
  }

  /// One finding for each advisory that concerns the package, at the line that names it.
  func findings(of package: LockedPackage, in path: String) -> [ToolFinding] {
    matches.map { match in
      let advisory = match.advisory
      let (severity, source) = advisory.grade
      return ToolFinding(
        tool: PackageAudit.name, rule: advisory.id,
        title: title(of: advisory, package),
        message: message(of: advisory, package, source), severity: severity, confidence: .high,
        cwe: advisory.cwe, location: Location(path: path, startLine: package.line),
        helpURL: "https://osv.dev/vulnerability/\(advisory.id)", aliases: advisory.aliases,
        package: Finding.AffectedPackage(
          purl: PackageURL.text(ecosystem: package.ecosystem, name: package.name),
          version: package.version, fixedVersions: match.fixedVersions))
    }
  }

  private func title(of advisory: Advisory, _ package: LockedPackage) -> String {
    let sentence =
      advisory.summary.isEmpty
      ? VisibleText.line(advisory.details).split(separator: ". ").first.map(String.init) ?? ""
      : VisibleText.line(advisory.summary)
    let name = "\(package.name) \(package.version)"
    guard !sentence.isEmpty else { return "\(name) has a known vulnerability, \(advisory.id)" }
    let most = 100
    let short = sentence.count > most ? sentence.prefix(most - 1) + "…" : sentence[...]
    return "\(name): \(short.hasSuffix(".") ? short.dropLast() : short)"
  }

  private func message(
    of advisory: Advisory, _ package: LockedPackage, _ source: String
  ) -> String {
    let remedy: String
    if let smallestFix {
      let number = matches.count
      remedy =
        "Version \(smallestFix) is the smallest upgrade that no known advisory concerns"
        + (number > 1 ? " (it clears all \(number) of this version)." : ".")
    } else {
      remedy = "No version is known that every advisory about the package leaves alone."
    }
    let role = package.isDevelopment ? " Only developing needs the package." : ""
    return "\(remedy)\(role) \(source) \(advisory.details)"
  }
}

extension AffectedStatus {
  /// Why nothing can be said; nil where something was.
  fileprivate var reason: Reason? {
    if case .undecided(let reason) = self { reason } else { nil }
  }
}

extension AffectedStatus.Reason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .noOrder: "the ecosystem defines no order of versions"
    case .invalidVersion: "the version is none in its ecosystem"
    case .invalidEvent(let text): "its range names \"\(text)\", which is no version"
    case .commitRange: "it names only commits"
    }
  }
}

extension Advisory {
  /// How bad it is, and the sentence that says where that comes from.
  fileprivate var grade: (Severity, String) {
    // The first vector that can be read in the newest standard outweighs older ones.
    let scores = vectors.compactMap { CVSS(vector: $0) }
    if let best = scores.max(by: { $0.version.rawValue < $1.version.rawValue }) {
      return (Severity(score: best.score), "CVSS \(best.score).")
    }
    switch level?.uppercased() {
    case "CRITICAL": return (.critical, "Critical by its database.")
    case "HIGH": return (.high, "High by its database.")
    case "MODERATE", "MEDIUM": return (.medium, "Medium by its database.")
    case "LOW": return (.low, "Low by its database.")
    default: return (.high, "The advisory states no severity; high is assumed.")
    }
  }
}

extension Severity {
  /// The level of a CVSS score, as the standard names its bands.
  fileprivate init(score: Double) {
    self =
      switch score {
      case 9...: .critical
      case 7..<9: .high
      case 4..<7: .medium
      case 0.1..<4: .low
      default: .info
      }
  }
}
