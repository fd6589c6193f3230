import Findings

/// What a tool's own words for gravity, certainty and package systems mean.
struct ReportWords: Sendable {
  /// The mapping's words, in lower case; they come before the common ones.
  var severities: [String: Severity] = [:]
  /// The types of package URLs by the tool's names for package systems, in lower case.
  var packageTypes: [String: String] = [:]

  private static let common: [String: Severity] = [
    "critical": .critical, "blocker": .critical, "high": .high, "error": .high, "major": .high,
    "medium": .medium, "moderate": .medium, "warning": .medium, "low": .low, "minor": .low,
    "info": .info, "informational": .info, "information": .info, "note": .info, "none": .info,
    "negligible": .info, "style": .info,
  ]

  /// The gravity of a word, else of a CVSS score from 0 to 10, else medium.
  func severity(_ word: String?, score: String?) -> Severity {
    if let word = word?.lowercased(), let known = severities[word] ?? Self.common[word] {
      return known
    }
    guard let number = score.flatMap(Double.init) else { return .medium }
    // The scale of CVSS 3 and 4, section 5 of their specifications.
    return number >= 9 ? .critical : number >= 7 ? .high : number >= 4 ? .medium : .low
  }

  /// The certainty of a word; medium for unknown ones.
  func confidence(_ word: String?) -> Confidence {
    switch word?.lowercased() {
    case "high", "confirmed", "certain", "firm", "3", "4": .high
    case "low", "weak", "tentative", "possible", "1": .low
    default: .medium
    }
  }

  /// The type of a package URL.
  func packageType(_ name: String) -> String {
    packageTypes[name.lowercased()] ?? name.lowercased()
  }
}
