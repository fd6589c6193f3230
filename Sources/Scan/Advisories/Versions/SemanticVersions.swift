/// Semantic Versioning 2.0 and the two variants of it that other ecosystems define.
///
/// Texts in advisories bend the grammar, so missing numbers are zero, a leading `v` is skipped, and
/// letters directly behind the numbers are a pre-release. What follows a surplus dot is build
/// metadata (`1.1.3.4.5` is `1.1.3`), except in NuGet, which has a fourth number and nothing more.
enum SemanticVersions {
  enum Dialect {
    case standard, pub, nuget
  }

  private enum Rank {
    static let end: UInt16 = 0
    static let number: UInt16 = 1
    static let word: UInt16 = 2
    static let release: UInt16 = 3
  }

  static func key(of bytes: [UInt8], dialect: Dialect) -> VersionKey? {
    var cursor = ByteCursor((dialect == .nuget ? ASCII.lowercased(bytes) : bytes)[...])
    _ = cursor.skip { $0 | 0x20 == UInt8(ascii: "v") }
    guard cursor.next?.isDigit == true else { return nil }
    var key = VersionKey()
    takeNumbers(dialect == .nuget ? 4 : 3, from: &cursor, into: &key)
    var build: ArraySlice<UInt8>?
    if cursor.next == ASCII.dot, dialect != .nuget, cursor.second != nil {
      _ = cursor.takeByte()
      build = cursor.rest
      key.append(rank: Rank.release)
    } else {
      let parts = splitAtPlus(cursor.rest)
      guard appendPreRelease(parts.before, to: &key) else { return nil }
      build = parts.after
    }
    if dialect == .pub {
      if let build { _ = appendIdentifiers(build, to: &key) }
      key.append(rank: Rank.end)
    }
    return key
  }

  private static func takeNumbers(
    _ count: Int, from cursor: inout ByteCursor, into key: inout VersionKey
  ) {
    key.append(rank: Rank.number, number: cursor.takeDigits())
    for _ in 1..<count {
      // A dot without a digit behind it stays, for the caller to judge.
      let continues = cursor.second?.isDigit == true && cursor.skip(ASCII.dot)
      key.append(rank: Rank.number, number: continues ? cursor.takeDigits() : [])
    }
  }

  private static func splitAtPlus(
    _ text: ArraySlice<UInt8>
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>?) {
    guard let plus = text.firstIndex(of: ASCII.plus) else { return (text, nil) }
    return (text[..<plus], text[(plus + 1)...])
  }

  /// Appends what is between the numbers and the build metadata; false when it is malformed.
  private static func appendPreRelease(
    _ text: ArraySlice<UInt8>, to key: inout VersionKey
  ) -> Bool {
    guard let first = text.first else {
      key.append(rank: Rank.release)
      return true
    }
    guard first == ASCII.hyphen || first.isLetter,
      appendIdentifiers(first == ASCII.hyphen ? text.dropFirst() : text, to: &key)
    else { return false }
    key.append(rank: Rank.end)
    return true
  }

  /// Appends identifiers between dots, numbers before words; false for an empty or foreign one.
  private static func appendIdentifiers(
    _ text: ArraySlice<UInt8>, to key: inout VersionKey
  ) -> Bool {
    var isValid = true
    for identifier in text.split(separator: ASCII.dot, omittingEmptySubsequences: false) {
      isValid =
        isValid && !identifier.isEmpty
        && identifier.allSatisfy { $0.isDigit || $0.isLetter || $0 == ASCII.hyphen }
      if !identifier.isEmpty, identifier.allSatisfy(\.isDigit) {
        key.append(rank: Rank.number, number: identifier)
      } else {
        key.append(rank: Rank.word, text: identifier)
      }
    }
    return isValid
  }
}
