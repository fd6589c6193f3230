/// Base64 (RFC 4648, section 4), written only.
enum Base64 {
  /// The encoding with padding.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 as Range<Int> {
        let isPadding = index > group.count
        output.append(
          isPadding ? UInt8(ascii: "=") : alphabet[Int(word >> UInt32(18 - 6 * index)) & 63])
      }
    }
    return output
  }

  /// The characters that bytes give wherever they stand: behind 0, 1 or 2 bytes of something else.
  static func innerForms(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).map { before in
      let padded = Array(repeating: 0, count: before) + bytes + [0, 0, 0]
      let first = (before * 8 + 5) / 6
      let last = (before + bytes.count) * 8 / 6
      return Array(encode(padded)[first..<max(first, last)])
    }
  }

  /// The characters of the alphabet for addresses and file names (RFC 4648, section 5).
  static func urlForm(_ encoded: [UInt8]) -> [UInt8] {
    encoded.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
