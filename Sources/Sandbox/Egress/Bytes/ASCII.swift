/// What the text protocols ask of single bytes, without a locale.
enum ASCII {
  static let carriageReturn: UInt8 = 0x0d
  static let lineFeed: UInt8 = 0x0a
  static let space: UInt8 = 0x20
  static let tab: UInt8 = 0x09

  /// The byte with A to Z made small.
  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// The bytes with A to Z made small.
  static func lower(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.map { lower($0) } }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
  }

  /// The value of a hexadecimal digit of either case.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The capital hexadecimal digit of the low four bits.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    let digit = value & 0x0f
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }

  /// Whether a byte may stand in an HTTP token (RFC 9110, section 5.6.2).
  static func isToken(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || tokenMarks.contains(byte)
  }

  /// Whether RFC 3986, section 2.3, calls the byte unreserved.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || unreservedMarks.contains(byte)
  }

  /// A whole number without sign, space or more digits than fit; nil for anything else.
  static func decimal(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard !bytes.isEmpty else { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard isDigit(byte) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  /// The bytes without spaces and tabs at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, first == space || first == tab { rest = rest.dropFirst() }
    while let last = rest.last, last == space || last == tab { rest = rest.dropLast() }
    return rest
  }

  private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
  private static let unreservedMarks = Array("-._~".utf8)
}
