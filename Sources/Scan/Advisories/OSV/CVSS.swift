internal import Glibc

/// A score of the Common Vulnerability Scoring System, computed from the base metrics of a vector.
///
/// Versions 2.0, 3.0 and 3.1 are read; metrics of other groups are passed over.
package struct CVSS: Equatable, Sendable {
  /// The versions of the standard.
  package enum Version: Int, Sendable {
    case v2 = 2
    case v3 = 3
  }

  /// The version of the vector.
  package let version: Version
  /// The base score, 0 to 10 with one decimal.
  package let score: Double

  /// Reads a vector such as `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H`.
  ///
  /// - Parameter vector: The vector; nil comes of an unknown version, a missing or repeated base metric
  ///   and a value that the standard does not have.
  package init?(vector: String) {
    var parts = vector.split(separator: "/", omittingEmptySubsequences: false)
    let isThird = parts.first == "CVSS:3.0" || parts.first == "CVSS:3.1"
    if isThird { parts.removeFirst() }
    var metrics: [Substring: Substring] = [:]
    for part in parts {
      let halves = part.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, metrics.updateValue(halves[1], forKey: halves[0]) == nil else {
        return nil
      }
    }
    guard let score = isThird ? Self.third(metrics) : Self.second(metrics) else { return nil }
    version = isThird ? .v3 : .v2
    self.score = score
  }

  /// The equations of section 7.1 of the 3.1 specification.
  private static func third(_ metrics: [Substring: Substring]) -> Double? {
    let impacts: [Substring: Double] = ["H": 0.56, "L": 0.22, "N": 0]
    guard let scope = metrics["S"], scope == "U" || scope == "C" else { return nil }
    let isChanged = scope == "C"
    let rights: [Substring: Double] =
      isChanged ? ["N": 0.85, "L": 0.68, "H": 0.5] : ["N": 0.85, "L": 0.62, "H": 0.27]
    guard
      let vector = value("AV", metrics, ["N": 0.85, "A": 0.62, "L": 0.55, "P": 0.2]),
      let complexity = value("AC", metrics, ["L": 0.77, "H": 0.44]),
      let privileges = value("PR", metrics, rights),
      let interaction = value("UI", metrics, ["N": 0.85, "R": 0.62]),
      let confidentiality = value("C", metrics, impacts),
      let integrity = value("I", metrics, impacts),
      let availability = value("A", metrics, impacts)
    else { return nil }
    let base = 1 - (1 - confidentiality) * (1 - integrity) * (1 - availability)
    let impact =
      isChanged ? 7.52 * (base - 0.029) - 3.25 * pow(base - 0.02, 15) : 6.42 * base
    guard impact > 0 else { return 0 }
    let exploitability = 8.22 * vector * complexity * privileges * interaction
    return roundUp(min((isChanged ? 1.08 : 1) * (impact + exploitability), 10))
  }

  /// Rounds up to one decimal as appendix A of the 3.1 specification does, free of binary fractions.
  private static func roundUp(_ score: Double) -> Double {
    let whole = Int((score * 100_000).rounded())
    return whole % 10_000 == 0
      ? Double(whole) / 100_000 : Double(whole / 10_000 + 1) / 10
  }

  /// The equations of section 3.2.1 of the 2.0 guide.
  private static func second(_ metrics: [Substring: Substring]) -> Double? {
    let impacts: [Substring: Double] = ["N": 0, "P": 0.275, "C": 0.660]
    guard
      let vector = value("AV", metrics, ["L": 0.395, "A": 0.646, "N": 1]),
      let complexity = value("AC", metrics, ["H": 0.35, "M": 0.61, "L": 0.71]),
      let authentication = value("Au", metrics, ["M": 0.45, "S": 0.56, "N": 0.704]),
      let confidentiality = value("C", metrics, impacts),
      let integrity = value("I", metrics, impacts),
      let availability = value("A", metrics, impacts)
    else { return nil }
    let impact = 10.41 * (1 - (1 - confidentiality) * (1 - integrity) * (1 - availability))
    let exploitability = 20 * vector * complexity * authentication
    let score = (0.6 * impact + 0.4 * exploitability - 1.5) * (impact == 0 ? 0 : 1.176)
    return (score * 10).rounded() / 10
  }

  private static func value(
    _ metric: Substring, _ metrics: [Substring: Substring], _ values: [Substring: Double]
  ) -> Double? {
    metrics[metric].flatMap { values[$0] }
  }
}
