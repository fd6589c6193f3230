/// Why bytes are no name.
package enum NameMistake: Error, Hashable, Sendable {
  /// Nothing, or a dot alone.
  case empty
  /// More than 253 bytes.
  case tooLong
  /// A label of more than 63 bytes.
  case labelTooLong
  /// Two dots in a row, or one at the start.
  case emptyLabel
  /// A label that starts or ends with a hyphen.
  case hyphenAtEdge
  /// A byte that is no letter, digit, hyphen or underscore.
  case forbiddenByte(UInt8)
  /// A byte above 127.
  case notASCII
  /// The last label is a number, so some programs would take the name for an address.
  case looksLikeAddress

  /// The mistake as the end of a sentence that starts with the name.
  package var reason: String {
    switch self {
    case .empty: "is empty"
    case .tooLong: "is longer than 253 bytes"
    case .labelTooLong: "has a label longer than 63 bytes"
    case .emptyLabel: "has an empty label"
    case .hyphenAtEdge: "has a label that starts or ends with a hyphen"
    case .forbiddenByte(let byte): "holds the byte 0x" + Self.hex(byte) + ", which no name may hold"
    case .notASCII: "holds bytes that are not ASCII"
    case .looksLikeAddress: "ends in a number, so it could be read as an address"
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    String(decoding: [ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte)], as: UTF8.self)
  }
}
