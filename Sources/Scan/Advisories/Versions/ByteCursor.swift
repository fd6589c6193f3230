/// The ASCII characters that version texts give a meaning to.
enum ASCII {
  static let space = UInt8(ascii: " ")
  static let delete: UInt8 = 0x7F
  static let zero = UInt8(ascii: "0")
  static let dot = UInt8(ascii: ".")
  static let hyphen = UInt8(ascii: "-")
  static let underscore = UInt8(ascii: "_")
  static let plus = UInt8(ascii: "+")
  static let tilde = UInt8(ascii: "~")
  static let caret = UInt8(ascii: "^")
  static let colon = UInt8(ascii: ":")

  static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension UInt8 {
  var isDigit: Bool { (ASCII.zero...UInt8(ascii: "9")).contains(self) }
  var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  var isLetter: Bool { (self | 0x20).isLowercase }
}

/// Reads a version text from left to right.
struct ByteCursor {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }
  /// The byte after the next one.
  var second: UInt8? { rest.dropFirst().first }

  /// Takes bytes while they fit, possibly none.
  mutating func take(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: fits)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// Takes a run of digits, possibly empty.
  mutating func takeDigits() -> ArraySlice<UInt8> { take { $0.isDigit } }

  /// Takes one byte.
  mutating func takeByte() -> UInt8? { rest.popFirst() }

  /// Skips one byte when it fits and says whether it did.
  mutating func skip(where fits: (UInt8) -> Bool) -> Bool {
    guard let next, fits(next) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Skips one byte when it is the given one and says whether it did.
  mutating func skip(_ byte: UInt8) -> Bool { skip { $0 == byte } }

  /// Skips a word when the text continues with it and says whether it did.
  mutating func skip(_ word: StaticString) -> Bool {
    let bytes = Array(word.description.utf8)
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }
}
