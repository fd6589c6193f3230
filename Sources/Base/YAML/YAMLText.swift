/// Writes the little YAML that rendered profiles need, each value in one form only.
package struct YAMLText {
  /// What was written so far.
  package private(set) var text = ""

  /// Starts an empty text.
  package init() {}

  /// Starts a section whose keys follow at depth 1.
  package mutating func section(_ key: String) { line("\(key):", 0) }

  /// Writes `key: value`, quoted where YAML would read the value as something else.
  package mutating func scalar(_ key: String, _ value: String, depth: Int = 0) {
    line("\(key): \(Self.quoted(value))", depth)
  }

  /// A key with a list of texts, one per line; nothing for an empty list.
  package mutating func list(_ key: String, _ values: [String], depth: Int = 0) {
    if values.isEmpty { return }
    line("\(key):", depth)
    for value in values { line("- \(Self.quoted(value))", depth + 1) }
  }

  /// A key with a mapping, one pair per line; nothing for an empty one.
  package mutating func pairs(_ key: String, _ pairs: [(String, String)], depth: Int) {
    if pairs.isEmpty { return }
    line("\(key):", depth)
    for (name, value) in pairs { scalar(name, value, depth: depth + 1) }
  }

  /// A key at depth 1 with a list of small mappings, each on one line.
  package mutating func flows(_ key: String, _ mappings: [[(String, String)]]) {
    if mappings.isEmpty { return }
    line("\(key):", 1)
    for mapping in mappings {
      text += "    - "
      var mark = "{"
      for (name, value) in mapping {
        text += mark
        text += name
        text += ": "
        text += Self.quoted(value)
        mark = ", "
      }
      text += mapping.isEmpty ? "{}\n" : "}\n"
    }
  }

  /// A key at depth 1 with a list of elements that are written already.
  package mutating func lines(_ key: String, _ elements: [String]) {
    if elements.isEmpty { return }
    line("\(key):", 1)
    for element in elements { line("- \(element)", 2) }
  }

  /// A text as a plain scalar where that is safe, else in double quotes.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x2F, 0x5F: true
      default: false
      }
    }
    if isPlain, let first = text.utf8.first, first != 0x2D, text != "null" { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\x" + (digits.count < 2 ? "0" : "") + digits
      // Line and paragraph separators would be folded, and a byte order mark dropped.
      case "\u{2028}": quoted += "\\L"
      case "\u{2029}": quoted += "\\P"
      case "\u{FEFF}": quoted += "\\uFEFF"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private mutating func line(_ content: String, _ depth: Int) {
    for _ in 0..<depth { text += "  " }
    text += content
    text += "\n"
  }
}
