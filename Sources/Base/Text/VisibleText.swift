/// Makes text of tools and trees harmless to show: what could steer a terminal or a reader's eye
/// becomes a visible escape such as `\u{1B}`.
package enum VisibleText {
  /// Says whether a scalar is shown as an escape: controls, format characters (bidirectional
  /// overrides, zero-width, tags), separators, private use, unassigned, hidden variation selectors.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    if (0xE0100...0xE01EF).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse,
      .unassigned:
      return true
    default:
      // Letters that draw nothing, such as the Hangul fillers, hide text as well.
      return scalar.properties.isDefaultIgnorableCodePoint && !isVariationSelector(scalar)
    }
  }

  /// Gives one line: every hidden scalar escaped, line ends and tabs as one space.
  package static func line(_ text: String) -> String {
    escape(text) { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : nil }
  }

  /// Gives text that may have several lines: line feeds and tabs stay, the rest is escaped.
  package static func block(_ text: String) -> String {
    escape(text) { $0 == "\n" || $0 == "\t" ? String($0) : nil }
  }

  /// Gives a text on one line: hidden scalars as `\xHH` and `\u{H}`, line ends and tabs among them.
  package static func escaped(_ text: String) -> String { escaped(text.utf8) }

  /// The same for bytes; one that is not UTF-8 becomes `\xHH` too.
  package static func escaped(_ bytes: some Collection<UInt8>) -> String {
    escaped(bytes, doublingBackslashes: false)
  }

  /// The same from which the bytes can be told again, since a backslash of theirs is doubled: two names
  /// never look like one.
  package static func name(_ bytes: some Collection<UInt8>) -> String {
    escaped(bytes, doublingBackslashes: true)
  }

  private static func escaped(
    _ bytes: some Collection<UInt8>, doublingBackslashes: Bool
  ) -> String {
    var shown = ""
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      var decoder = Unicode.UTF8()
      var iterator = rest.makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
        shown += escape(UInt32(byte))
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(String(scalar).utf8.count)
      if doublingBackslashes, scalar == "\\" {
        shown += "\\\\"
      } else {
        shown += isHidden(scalar) ? escape(scalar.value) : String(scalar)
      }
    }
    return shown
  }

  private static func escape(_ value: UInt32) -> String {
    let hex = String(value, radix: 16)
    return value < 256 ? "\\x" + String(repeating: "0", count: 2 - hex.count) + hex : "\\u{\(hex)}"
  }

  /// Gives the columns a terminal uses for text without hidden scalars.
  package static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  /// Gives the columns a terminal uses for one visible scalar: 0, 1 or 2.
  package static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  private static func escape(
    _ text: String, keeping exception: (Unicode.Scalar) -> String?
  ) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var shown = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { continue }
      if scalar == "\r", let kept = exception("\n") {
        shown.append(contentsOf: kept.unicodeScalars)
      } else if let kept = exception(scalar) {
        shown.append(contentsOf: kept.unicodeScalars)
      } else if isHidden(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        shown.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
    (0xFE00...0xFE0F).contains(scalar.value)
  }

  /// The blocks of Unicode's East Asian Width classes W and F, rounded to whole blocks.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
