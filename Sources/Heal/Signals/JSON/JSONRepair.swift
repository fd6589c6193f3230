internal import Text

/// Reads what is left of a JSON text that breaks off.
enum JSONRepair {
  /// Cuts the text behind its last whole member and closes what is open; `nil` when nothing is left.
  static func read(_ bytes: [UInt8], mostValues: Int = JSONValue.mostValues) -> JSONValue? {
    var open: [UInt8] = []
    var isInString = false
    var isEscaped = false
    var safe: (end: Int, open: [UInt8])?
    for (index, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < 256 else { return nil }
        open.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { return nil }
        safe = (index + 1, open)
      case UInt8(ascii: ","): safe = (index, open)
      default: break
      }
    }
    guard let safe, !safe.open.isEmpty else { return nil }
    return try? JSONValue(
      parsing: bytes[..<safe.end] + safe.open.reversed(), mostValues: mostValues)
  }
}
