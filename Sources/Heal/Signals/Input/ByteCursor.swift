/// Reads a line from front to back; everything it does takes time linear in the line.
struct ByteCursor {
  /// What is left.
  private(set) var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  init(_ text: String) { self.bytes = Array(text.utf8)[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  var first: UInt8? { bytes.first }

  /// What is left, as text.
  var rest: String { String(decoding: bytes, as: UTF8.self) }

  /// What is left without blanks at both ends.
  var trimmed: String {
    var part = bytes
    while let byte = part.first, byte.isBlank { part.removeFirst() }
    while let byte = part.last, byte.isBlank { part.removeLast() }
    return String(decoding: part, as: UTF8.self)
  }

  func starts(with literal: String) -> Bool { bytes.starts(with: literal.utf8) }

  /// Steps over a literal that stands here.
  mutating func take(_ literal: String) -> Bool {
    guard bytes.starts(with: literal.utf8) else { return false }
    bytes = bytes.dropFirst(literal.utf8.count)
    return true
  }

  /// Steps over one of the literals, and says which.
  mutating func take(anyOf literals: [String]) -> String? {
    for literal in literals where take(literal) { return literal }
    return nil
  }

  /// Steps over blanks; gives how many there were.
  @discardableResult mutating func skipBlanks() -> Int {
    let before = bytes.count
    bytes = bytes.drop(while: \.isBlank)
    return before - bytes.count
  }

  /// Reads a number of up to nine digits.
  mutating func takeNumber() -> Int? {
    var value = 0
    var digits = 0
    for byte in bytes {
      guard byte.isDigit else { break }
      guard digits < 9 else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
    }
    guard digits > 0 else { return nil }
    bytes = bytes.dropFirst(digits)
    return value
  }

  /// Reads a number with a fraction, such as a duration.
  mutating func takeDecimal() -> Double? {
    let text = take(while: { $0.isDigit || $0 == UInt8(ascii: ".") })
    return Double(text)
  }

  /// Reads as long as the bytes fit.
  mutating func take(while fits: (UInt8) -> Bool) -> String {
    let part = bytes.prefix(while: fits)
    bytes = bytes.dropFirst(part.count)
    return String(decoding: part, as: UTF8.self)
  }

  /// Reads up to a literal and steps over it; nothing moves where it does not come.
  mutating func take(upTo literal: String) -> String? {
    guard let range = bytes.range(of: Array(literal.utf8)) else { return nil }
    let part = bytes[bytes.startIndex..<range.lowerBound]
    bytes = bytes[range.upperBound...]
    return String(decoding: part, as: UTF8.self)
  }

  /// Reads up to the last occurrence of a literal and steps over it.
  mutating func take(upToLast literal: String) -> String? {
    guard let range = bytes.lastRange(of: Array(literal.utf8)) else { return nil }
    let part = bytes[bytes.startIndex..<range.lowerBound]
    bytes = bytes[range.upperBound...]
    return String(decoding: part, as: UTF8.self)
  }

  /// Reads a word: up to the next blank.
  mutating func takeWord() -> String { take { !$0.isBlank } }

  func contains(_ literal: String) -> Bool { bytes.range(of: Array(literal.utf8)) != nil }

  func hasSuffix(_ literal: String) -> Bool {
    bytes.count >= literal.utf8.count
      && bytes.suffix(literal.utf8.count).elementsEqual(literal.utf8)
  }

  /// Takes a literal off the end.
  mutating func take(suffix literal: String) -> Bool {
    guard hasSuffix(literal) else { return false }
    bytes = bytes.dropLast(literal.utf8.count)
    return true
  }

  /// Takes blanks off the end.
  mutating func dropTrailingBlanks() {
    while let byte = bytes.last, byte.isBlank { bytes.removeLast() }
  }
}

extension ArraySlice<UInt8> {
  /// The first place where these bytes stand.
  func range(of needle: [UInt8]) -> Range<Int>? {
    guard let first = needle.first, count >= needle.count else { return nil }
    var index = startIndex
    let last = endIndex - needle.count
    while index <= last {
      if self[index] == first, self[index..<index + needle.count].elementsEqual(needle) {
        return index..<index + needle.count
      }
      index += 1
    }
    return nil
  }

  /// The last place where these bytes stand.
  func lastRange(of needle: [UInt8]) -> Range<Int>? {
    guard let first = needle.first, count >= needle.count else { return nil }
    var index = endIndex - needle.count
    while index >= startIndex {
      if self[index] == first, self[index..<index + needle.count].elementsEqual(needle) {
        return index..<index + needle.count
      }
      index -= 1
    }
    return nil
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  var isUpper: Bool { (0x41...0x5A).contains(self) }
  /// Letters, digits, underscores and everything that is not ASCII.
  var isWord: Bool { isLetter || isDigit || self == 0x5F || self >= 0x80 }
}

extension ByteCursor {
  /// What is left without white space at both ends.
  var trimmedLines: String {
    let isSpace = { (byte: UInt8) in byte.isBlank || byte == 0x0A || byte == 0x0D }
    var part = bytes
    while let byte = part.first, isSpace(byte) { part.removeFirst() }
    while let byte = part.last, isSpace(byte) { part.removeLast() }
    return String(decoding: part, as: UTF8.self)
  }
}
