/// Maven's order, as the POM reference specifies it.
///
/// A version is a list of numbers and qualifiers, each behind a dot or a hyphen; a change between
/// digits and letters counts as a hyphen. Values that mean nothing (0, `ga`, `final`, `release`)
/// vanish at the end and in front of a hyphen or a qualifier.
enum MavenVersions {
  private enum Rank {
    static let alpha: UInt16 = 0
    static let beta: UInt16 = 1
    static let milestone: UInt16 = 2
    static let candidate: UInt16 = 3
    static let snapshot: UInt16 = 4
    /// The release itself, which is also what an absent token means.
    static let release: UInt16 = 5
    static let servicePack: UInt16 = 6
    static let otherQualifier: UInt16 = 7
    static let numberAfterHyphen: UInt16 = 8
    static let numberAfterDot: UInt16 = 9
  }

  private struct Token {
    var rank: UInt16
    var text: ArraySlice<UInt8> = []

    var isNumber: Bool { rank >= Rank.numberAfterHyphen }
    var isNull: Bool {
      rank == Rank.release || isNumber && text.allSatisfy { $0 == ASCII.zero }
    }
  }

  static func key(of bytes: [UInt8]) -> VersionKey? {
    let lowercased = ASCII.lowercased(bytes)
    var tokens: [Token] = []
    var cursor = ByteCursor(lowercased[...])
    var isAfterHyphen = false
    repeat {
      append(takeToken(from: &cursor, afterHyphen: isAfterHyphen), to: &tokens, isAfterHyphen)
      // Without a separator the kind of character has changed.
      isAfterHyphen = cursor.next != ASCII.dot
    } while takeSeparator(from: &cursor)
    trim(&tokens)
    var key = VersionKey()
    for token in tokens {
      if token.isNumber {
        key.append(rank: token.rank, number: token.text)
      } else {
        key.append(rank: token.rank, text: token.text)
      }
    }
    key.append(rank: Rank.release)
    return key
  }

  /// Skips a dot or a hyphen; false at the end of the text.
  private static func takeSeparator(from cursor: inout ByteCursor) -> Bool {
    if cursor.isAtEnd { return false }
    _ = cursor.skip(where: isSeparator)
    return true
  }

  private static func takeToken(from cursor: inout ByteCursor, afterHyphen: Bool) -> Token {
    guard let next = cursor.next, !next.isDigit, !isSeparator(next) else {
      // Nothing between two separators is a zero.
      return Token(
        rank: afterHyphen ? Rank.numberAfterHyphen : Rank.numberAfterDot,
        text: cursor.takeDigits())
    }
    let word = cursor.take { !$0.isDigit && !isSeparator($0) }
    return qualifier(word, beforeDigit: cursor.next?.isDigit == true)
  }

  private static func qualifier(_ word: ArraySlice<UInt8>, beforeDigit: Bool) -> Token {
    switch String(decoding: word.prefix(10), as: UTF8.self) {
    case "alpha": Token(rank: Rank.alpha)
    case "beta": Token(rank: Rank.beta)
    case "milestone": Token(rank: Rank.milestone)
    case "a" where beforeDigit: Token(rank: Rank.alpha)
    case "b" where beforeDigit: Token(rank: Rank.beta)
    case "m" where beforeDigit: Token(rank: Rank.milestone)
    case "rc", "cr": Token(rank: Rank.candidate)
    case "snapshot": Token(rank: Rank.snapshot)
    case "ga", "final", "release": Token(rank: Rank.release)
    case "sp": Token(rank: Rank.servicePack)
    default: Token(rank: Rank.otherQualifier, text: word)
    }
  }

  private static func append(_ token: Token, to tokens: inout [Token], _ isAfterHyphen: Bool) {
    if isAfterHyphen || !token.isNumber { trim(&tokens) }
    tokens.append(token)
  }

  private static func trim(_ tokens: inout [Token]) {
    while tokens.last?.isNull == true { tokens.removeLast() }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == ASCII.dot || byte == ASCII.hyphen
  }
}
