internal import Text

/// The fixes of a report of any tool whose form is known.
package struct ReadyFixReport: Equatable, Sendable {
  /// The most bytes of a report.
  package static let mostBytes = 64 << 20
  /// The most fixes of a report.
  static let mostFixes = 20_000
  /// The most replacements of one fix.
  static let mostReplacements = 2_000

  /// The fixes in the report's order.
  package var fixes: [ReadyFix]

  /// Reads SARIF 2.1.0, JSON of `sentinel scan`, of shellcheck in both forms, and of zizmor.
  ///
  /// - Parameter bytes: the report.
  /// - Throws: ``ReadyFixMistake`` for everything else, and for a fix that is not of its form.
  package init(reading bytes: [UInt8]) throws(ReadyFixMistake) {
    guard bytes.count <= Self.mostBytes else {
      throw ReadyFixMistake(description: "the report has more than \(Self.mostBytes) bytes")
    }
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes) } catch {
      throw ReadyFixMistake(description: "the report is \(error)")
    }
    if value["schema"]?.string?.hasPrefix("sentinel.scan/") == true {
      fixes = try ScanFixes.read(value)
    } else if case .array? = value["runs"] {
      fixes = try SARIFFixes.read(value)
    } else if case .array? = value["comments"] {
      fixes = try ShellcheckFixes.read(value["comments"]?.elements ?? [], unit: .codePoints)
    } else if case .array(let elements) = value, elements.allSatisfy({ $0["code"] != nil }) {
      fixes = try ShellcheckFixes.read(elements, unit: .codePointsWithTabs)
    } else if case .array(let elements) = value, elements.allSatisfy({ $0["ident"] != nil }) {
      fixes = ZizmorFixes.read(elements)
    } else {
      throw ReadyFixMistake(
        description: "the report is neither SARIF nor JSON of sentinel scan, shellcheck or zizmor")
    }
    guard fixes.count <= Self.mostFixes else {
      throw ReadyFixMistake(description: "the report has more than \(Self.mostFixes) fixes")
    }
  }
}

extension JSONValue {
  /// A whole number of at least `least`; nil where there is none.
  func count(_ key: String, least: Int) throws(ReadyFixMistake) -> Int? {
    guard let value = self[key] else { return nil }
    guard let number = value.integer, number >= least, number < 1 << 31 else {
      throw ReadyFixMistake(description: "\(key) of a fix is not a number from \(least)")
    }
    return number
  }
}
