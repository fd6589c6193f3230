/// One thing that was asked for, what was found, and whether that is enough.
package struct Condition: Sendable, Equatable, Codable {
  /// What is asked, in lowerCamelCase.
  package var name: String
  /// What is needed to pass, in words such as `> 0.80`.
  package var wanted: String
  /// What was found instead or in fact, in words.
  package var found: String
  /// Whether that is enough.
  package var holds: Bool

  /// A condition and its answer.
  package init(_ name: String, wanted: String, found: String, holds: Bool) {
    self.name = name
    self.wanted = wanted
    self.found = found
    self.holds = holds
  }
}

/// Numbers as conditions show them.
enum Figure {
  /// A number with so many digits after the point, rounded to the nearest.
  static func text(_ value: Double, digits: Int = 3) -> String {
    guard value.isFinite else { return value.isNaN ? "none" : value < 0 ? "-∞" : "∞" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    guard abs(value) < 1e12 else { return "\(value)" }
    let scaled = Int64((abs(value) * scale).rounded())
    let whole = scaled / Int64(scale)
    let rest = String(scaled % Int64(scale))
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }
}
