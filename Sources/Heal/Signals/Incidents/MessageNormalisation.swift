/// Texts without what differs from run to run.
enum MessageNormalisation {
  private static let longest = 240

  /// A message with every number as `0`, addresses and identifiers gone, paths as their last part and
  /// white space as one blank.
  static func message(_ text: String) -> String {
    var words: [String] = []
    var size = 0
    for word in text.utf8.split(whereSeparator: { $0.isBlank || $0 == 0x0A || $0 == 0x0D })
    where size < longest {
      let masked = self.word(Array(word))
      size += masked.utf8.count + 1
      words.append(masked)
    }
    return words.joined(separator: " ")
  }

  private static func word(_ bytes: [UInt8]) -> String {
    var bytes = bytes[...]
    if bytes.first == UInt8(ascii: "/"), let slash = bytes.lastIndex(of: UInt8(ascii: "/")),
      slash > bytes.startIndex
    {
      bytes = bytes[(slash + 1)...]
    }
    if isIdentifier(bytes) { return "0" }
    var masked: [UInt8] = []
    var isInNumber = false
    for byte in bytes.prefix(longest) {
      if byte.isDigit {
        if !isInNumber { masked.append(UInt8(ascii: "0")) }
        isInNumber = true
      } else if !isInNumber || !isHexTail(byte, masked) {
        masked.append(byte)
        isInNumber = false
      }
    }
    return String(decoding: masked, as: UTF8.self)
  }

  /// The letters of an address such as 0x7ffe.
  private static func isHexTail(_ byte: UInt8, _ masked: [UInt8]) -> Bool {
    (0x61...0x66).contains(byte | 0x20)
      || (byte == UInt8(ascii: "x") && masked.last == UInt8(ascii: "0"))
  }

  /// A digest or a UUID: long, hexadecimal, with a digit.
  private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count >= 16 && bytes.contains(where: \.isDigit)
      && bytes.allSatisfy {
        $0.isDigit || (0x61...0x66).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
      }
  }

  /// A function's name without what compilers add: hashes, numbers of closures, `async` and `new`.
  static func function(_ name: String) -> String {
    var line = ByteCursor(name)
    for lead in ["async ", "new ", "static "] { _ = line.take(lead) }
    var text = line.rest
    // Rust: `module::function::h0123456789abcdef`.
    var rest = ByteCursor(text)
    if let front = rest.take(upToLast: "::h"), rest.bytes.count == 16 { text = front }
    var masked: [UInt8] = []
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "<"), !masked.isEmpty { depth += 1 }
      if depth == 0, !(byte.isDigit && masked.last?.isDigit == true) {
        masked.append(byte.isDigit ? UInt8(ascii: "0") : byte)
      }
      if byte == UInt8(ascii: ">"), depth > 0 { depth -= 1 }
    }
    return ByteCursor(String(decoding: masked, as: UTF8.self)).trimmed
  }
}
