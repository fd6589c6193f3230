/// Alpine's `number{.number}{letter}{_suffix{number}}{~hash}{-r#}`, as apk-tools 3 orders it.
///
/// At the first difference the kind of token decides: a further number is greater than a letter, a
/// letter than a suffix such as `_p`, and so on down to the end of the text; only a pre-release
/// suffix is less than the end.
///
/// apk-tools compares invalid texts too, and calls two of them equal once both have become invalid.
/// Here the rest of both is compared as text, unless only the revision is malformed. What is invalid
/// comes right before the end of the text, as in apk-tools.
enum AlpineVersions {
  private enum Rank {
    // The suffixes `_alpha`, `_beta`, `_pre` and `_rc` are 0 to 3.
    static let invalid: UInt16 = 4
    static let end: UInt16 = 5
    static let revision: UInt16 = 6
    static let hash: UInt16 = 7
    static let suffixNumber: UInt16 = 8
    // The suffixes `_cvs`, `_svn`, `_git`, `_hg` and `_p` are 9 to 13.
    static let letter: UInt16 = 14
    static let zeroLedNumber: UInt16 = 15
    static let number: UInt16 = 16
  }

  private static let suffixes: [String: UInt16] = [
    "alpha": 0, "beta": 1, "pre": 2, "rc": 3, "cvs": 9, "svn": 10, "git": 11, "hg": 12, "p": 13,
  ]

  static func key(of bytes: [UInt8]) -> VersionKey? {
    var key = VersionKey()
    var cursor = ByteCursor(bytes[...])
    key.append(rank: Rank.number, number: cursor.takeDigits())
    takeNumbers(from: &cursor, into: &key)
    if let letter = cursor.next, letter.isLowercase {
      key.append(rank: Rank.letter, text: cursor.rest.prefix(1))
      _ = cursor.takeByte()
    }
    takeSuffixes(from: &cursor, into: &key)
    takeHash(from: &cursor, into: &key)
    if cursor.isAtEnd {
      key.append(rank: Rank.end)
    } else if cursor.next == ASCII.hyphen {
      takeRevision(from: &cursor, into: &key)
    } else {
      key.append(rank: Rank.invalid, text: cursor.rest)
    }
    return key
  }

  private static func takeNumbers(from cursor: inout ByteCursor, into key: inout VersionKey) {
    while cursor.next == ASCII.dot, cursor.second?.isDigit == true {
      _ = cursor.takeByte()
      let digits = cursor.takeDigits()
      // A leading zero makes the number a decimal fraction: 1.01 < 1.1.
      if digits.first == ASCII.zero {
        key.append(rank: Rank.zeroLedNumber, text: digits)
      } else {
        key.append(rank: Rank.number, number: digits)
      }
    }
  }

  private static func takeSuffixes(from cursor: inout ByteCursor, into key: inout VersionKey) {
    while cursor.next == ASCII.underscore {
      var ahead = cursor
      _ = ahead.takeByte()
      let word = ahead.take { $0.isLowercase }
      guard let rank = suffixes[String(decoding: word.prefix(6), as: UTF8.self)] else { return }
      cursor = ahead
      key.append(rank: rank)
      if cursor.next?.isDigit == true {
        key.append(rank: Rank.suffixNumber, number: cursor.takeDigits())
      }
    }
  }

  private static func takeHash(from cursor: inout ByteCursor, into key: inout VersionKey) {
    guard cursor.next == ASCII.tilde else { return }
    var ahead = cursor
    _ = ahead.takeByte()
    let hash = ahead.take { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    guard !hash.isEmpty else { return }
    cursor = ahead
    key.append(rank: Rank.hash, text: hash)
  }

  /// Takes the revision; `-r` without digits is revision 0, and what follows it makes it invalid.
  private static func takeRevision(from cursor: inout ByteCursor, into key: inout VersionKey) {
    if cursor.skip("-r"), cursor.next?.isLetter != true {
      key.append(rank: Rank.revision, number: cursor.takeDigits())
      key.append(rank: cursor.isAtEnd ? Rank.end : Rank.invalid)
    } else {
      key.append(rank: Rank.invalid)
    }
  }
}
