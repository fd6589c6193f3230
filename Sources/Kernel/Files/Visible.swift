/// Makes untrusted bytes safe to show on a terminal and in a log.
public enum Visible {
  /// The text with control characters, direction marks and bytes that are not UTF-8 as escapes.
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    var shown = ""
    var rest = Array(bytes)[...]
    while let byte = rest.first {
      guard let scalar = firstScalar(of: rest) else {
        shown += escape(UInt32(byte))
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(String(scalar).utf8.count)
      shown += isHarmless(scalar) ? String(scalar) : escape(scalar.value)
    }
    return shown
  }

  /// The same for a string.
  public static func text(_ string: String) -> String { text(Array(string.utf8)) }

  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }

  private static func escape(_ value: UInt32) -> String {
    let hex = String(value, radix: 16)
    return value < 256 ? "\\x" + String(repeating: "0", count: 2 - hex.count) + hex : "\\u{\(hex)}"
  }
}
