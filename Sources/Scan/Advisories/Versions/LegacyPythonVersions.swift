/// The order that setuptools gave to texts before PEP 440; old advisories still contain some.
///
/// Texts split into numbers, words, dots and hyphens. Words come before numbers, words that announce
/// a pre-release swallow the hyphen and the zeros in front of them, and `final` closes the text.
enum LegacyPythonVersions {
  private enum Rank {
    static let end: UInt16 = 0
    static let word: UInt16 = 1
    static let number: UInt16 = 2
  }

  private enum Part {
    case word(ArraySlice<UInt8>)
    case number(ArraySlice<UInt8>)
  }

  private static let final = Array("final".utf8)[...]
  private static let hyphen = Array("final-".utf8)[...]

  /// Orders any text in lower case, behind a token of the given rank.
  static func key(of bytes: [UInt8], rank: UInt16) -> VersionKey {
    var parts: [Part] = []
    var cursor = ByteCursor(bytes[...])
    while let next = cursor.next {
      let part: Part? =
        if next.isDigit {
          .number(cursor.takeDigits())
        } else if next.isLowercase {
          .word(cursor.take { $0.isLowercase })
        } else if cursor.takeByte() == ASCII.hyphen {
          .word(hyphen)
        } else {
          nil
        }
      if let part { append(part, to: &parts) }
    }
    append(.word(final), to: &parts)
    var key = VersionKey()
    key.append(rank: rank)
    for part in parts {
      switch part {
      case .word(let text): key.append(rank: Rank.word, text: text)
      case .number(let digits): key.append(rank: Rank.number, number: digits)
      }
    }
    key.append(rank: Rank.end)
    return key
  }

  private static func append(_ part: Part, to parts: inout [Part]) {
    guard case .word(let word) = part else {
      parts.append(part)
      return
    }
    let name = canonical(word)
    if name.lexicographicallyPrecedes(final) {
      while case .word(hyphen)? = parts.last { parts.removeLast() }
    }
    while case .number(let digits)? = parts.last, digits.allSatisfy({ $0 == ASCII.zero }) {
      parts.removeLast()
    }
    parts.append(.word(name))
  }

  private static func canonical(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch String(decoding: word.prefix(8), as: UTF8.self) {
    case "pre", "preview", "rc": Array("c".utf8)[...]
    case "dev": Array("@".utf8)[...]
    default: word
    }
  }
}
