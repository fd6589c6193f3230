/// Debian's `[epoch:]upstream[-revision]`, after the policy manual §5.6.12.
///
/// Upstream version and revision are alternating runs of other characters and of digits. In the
/// former, a tilde comes before everything, even the end, and letters come before the rest.
enum DebianVersions {
  private enum Rank {
    static let tilde: UInt16 = 0
    static let end: UInt16 = 1
    static let number: UInt16 = 2
    static let letters: UInt16 = 0x100
    static let others: UInt16 = 0x200
  }

  static func key(of bytes: [UInt8]) -> VersionKey? {
    var upstream = bytes[...]
    var epoch: ArraySlice<UInt8> = []
    if let colon = bytes.firstIndex(of: ASCII.colon) {
      epoch = bytes[..<colon]
      upstream = bytes[(colon + 1)...]
      guard !epoch.isEmpty, epoch.allSatisfy(\.isDigit) else { return nil }
    }
    var revision: ArraySlice<UInt8> = []
    if let hyphen = upstream.lastIndex(of: ASCII.hyphen) {
      revision = upstream[(hyphen + 1)...]
      upstream = upstream[..<hyphen]
      guard !revision.isEmpty else { return nil }
    }
    guard !upstream.isEmpty else { return nil }
    var key = VersionKey()
    key.append(rank: Rank.number, number: epoch)
    append(upstream, to: &key)
    append(revision, to: &key)
    return key
  }

  private static func append(_ part: ArraySlice<UInt8>, to key: inout VersionKey) {
    var cursor = ByteCursor(part)
    repeat {
      for byte in cursor.take(while: { !$0.isDigit }) { key.append(rank: rank(of: byte)) }
      key.append(rank: Rank.end)
      key.append(rank: Rank.number, number: cursor.takeDigits())
    } while !cursor.isAtEnd
    key.append(rank: Rank.end)
  }

  private static func rank(of byte: UInt8) -> UInt16 {
    if byte == ASCII.tilde { return Rank.tilde }
    return (byte.isLetter ? Rank.letters : Rank.others) + UInt16(byte)
  }
}
