/// PHP's `version_compare`, by which Packagist and WordPress order versions.
///
/// Words are told apart by how they begin: `dev` < `alpha`, `a` < `beta`, `b` < `rc` < nothing and
/// `#` < a number < `pl`, `p`. All other words come first and equal each other. `#` equals both
/// nothing and every number, so the order is not transitive where it occurs.
enum PHPVersions {
  private enum Rank {
    static let unknown: UInt16 = 0
    static let development: UInt16 = 1
    static let alpha: UInt16 = 2
    static let beta: UInt16 = 3
    static let candidate: UInt16 = 4
    static let end: UInt16 = 6
    static let anyNumber: UInt16 = 7
    static let number: UInt16 = 8
    static let patch: UInt16 = 10
  }

  private static let words: [(prefix: StaticString, rank: UInt16)] = [
    ("dev", Rank.development), ("a", Rank.alpha), ("b", Rank.beta), ("rc", Rank.candidate),
    ("p", Rank.patch),
  ]

  static func key(of bytes: [UInt8]) -> VersionKey? {
    // PHP knows only `RC` and `rc`; Composer accepts every word in any case.
    var cursor = ByteCursor(ASCII.lowercased(bytes)[...])
    if cursor.second?.isDigit == true { _ = cursor.skip(UInt8(ascii: "v")) }
    guard cursor.rest.contains(where: { $0.isDigit || $0.isLetter }) else { return nil }
    var key = VersionKey()
    while let next = cursor.next {
      if next.isDigit {
        key.append(rank: Rank.number, number: cursor.takeDigits())
      } else if isSeparator(next) {
        _ = cursor.takeByte()
      } else {
        append(cursor.take { !$0.isDigit && !isSeparator($0) }, to: &key)
      }
    }
    key.append(rank: Rank.end)
    return key
  }

  private static func append(_ word: ArraySlice<UInt8>, to key: inout VersionKey) {
    var cursor = ByteCursor(word)
    if cursor.skip(UInt8(ascii: "#")) {
      key.append(wildcard: Rank.anyNumber)
    } else {
      key.append(rank: words.first { cursor.skip($0.prefix) }?.rank ?? Rank.unknown)
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    [ASCII.dot, ASCII.hyphen, ASCII.underscore, ASCII.plus].contains(byte)
  }
}
