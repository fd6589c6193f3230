/// A version as a sequence of tokens whose lexicographic order is the order of its scheme.
///
/// Every scheme turns a text into a key once, in linear time; comparing two keys is then the same
/// loop for all schemes. A key ends in the token that stands for "nothing more", and that token
/// counts again and again when the other key is longer. Numbers are compared as text without
/// leading zeros, so no length overflows.
struct VersionKey: Sendable {
  private enum Content {
    case rank, number, text
    /// Equal to any token whose rank is at most one away.
    case wildcard
  }

  private struct Token {
    var rank: UInt16
    var content: Content
    var start: UInt32
    var end: UInt32
  }

  private var tokens: [Token] = []
  private var bytes: [UInt8] = []

  /// Appends a token that is ordered by its rank alone.
  mutating func append(rank: UInt16) {
    append(rank, .rank, [])
  }

  /// Appends decimal digits, ordered by value among tokens of the same rank; no digits are zero.
  mutating func append(rank: UInt16, number digits: ArraySlice<UInt8>) {
    append(rank, .number, digits.drop { $0 == ASCII.zero })
  }

  /// Appends bytes, ordered as unsigned numbers among tokens of the same rank.
  mutating func append(rank: UInt16, text: ArraySlice<UInt8>) {
    append(rank, .text, text)
  }

  /// Appends a token that equals its neighbours in rank, which makes the order intransitive.
  mutating func append(wildcard rank: UInt16) {
    append(rank, .wildcard, [])
  }

  private mutating func append(_ rank: UInt16, _ content: Content, _ text: ArraySlice<UInt8>) {
    let start = UInt32(bytes.count)
    bytes.append(contentsOf: text)
    tokens.append(
      Token(rank: rank, content: content, start: start, end: UInt32(bytes.count)))
  }

  /// Compares token by token; linear in the longer of the two.
  func compare(_ other: VersionKey) -> VersionOrder {
    for index in 0..<max(tokens.count, other.tokens.count) {
      guard let mine = tokens.last, let theirs = other.tokens.last else { break }
      let order = compare(
        index < tokens.count ? tokens[index] : mine,
        with: index < other.tokens.count ? other.tokens[index] : theirs, of: other)
      if order != .equal { return order }
    }
    return .equal
  }

  private func compare(_ mine: Token, with theirs: Token, of other: VersionKey) -> VersionOrder {
    if mine.content == .wildcard || theirs.content == .wildcard {
      let distance = Int(mine.rank) - Int(theirs.rank)
      if abs(distance) <= 1 { return .equal }
    }
    if mine.rank != theirs.rank { return VersionOrder(mine.rank, theirs.rank) }
    let lengths = (mine.end - mine.start, theirs.end - theirs.start)
    if mine.content == .number, theirs.content == .number, lengths.0 != lengths.1 {
      return VersionOrder(lengths.0, lengths.1)
    }
    for offset in 0..<min(lengths.0, lengths.1) {
      let pair = (bytes[Int(mine.start + offset)], other.bytes[Int(theirs.start + offset)])
      if pair.0 != pair.1 { return VersionOrder(pair.0, pair.1) }
    }
    return VersionOrder(lengths.0, lengths.1)
  }
}
