import Findings

/// A path of a scanned tree: bytes without NUL, parts joined by `/`, with the text that reports show.
package struct TreePath: Hashable, Sendable, Comparable {
  /// The bytes, without a leading slash.
  package let bytes: [UInt8]

  /// Takes bytes as they are.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Takes the UTF-8 form of a text.
  package init(_ text: String) { self.bytes = Array(text.utf8) }

  /// The form for reports: bytes that are not UTF-8 are written as `\xHH`.
  package var text: String { Self.escaped(bytes) }

  /// What follows the last slash; of the root, nothing.
  package var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  /// Whether every tool can print the path so that it can be read back: UTF-8 without controls.
  package var isPlain: Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      // Tools that print lines cannot carry line breaks of any alphabet; tools that escape
      // backslashes their own way cannot be undone.
      scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F).contains(scalar.value)
        && scalar != "\\" && scalar != "\u{2028}" && scalar != "\u{2029}" && scalar != "\u{FFFD}"
    }
  }

  /// The path of an entry of this folder.
  package func appending(_ name: [UInt8]) -> TreePath {
    bytes.isEmpty ? TreePath(name) : TreePath(bytes + [UInt8(ascii: "/")] + name)
  }

  /// Orders as unsigned bytes, which no locale changes; a prefix comes first.
  package static func < (lhs: TreePath, rhs: TreePath) -> Bool {
    lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
  }

  /// Writes bytes as text; what is not UTF-8 becomes `\xHH`.
  static func escaped(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = scalarLength(first)
      if let part = String(validating: rest.prefix(length), as: UTF8.self), rest.count >= length {
        text += part
        rest = rest.dropFirst(length)
      } else {
        text += escape(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// One byte as `\xHH`.
  static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }

  private static func scalarLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }
}
