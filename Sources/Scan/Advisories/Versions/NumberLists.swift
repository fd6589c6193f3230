/// Versions that are lists of numbers and nothing else, where a longer list comes after its prefix.
enum NumberLists {
  private static let end: UInt16 = 0
  private static let number: UInt16 = 1

  /// Nil for anything but numbers between dots, or hyphens where these separate too.
  static func key(of bytes: [UInt8], hyphens: Bool) -> VersionKey? {
    var key = VersionKey()
    var cursor = ByteCursor(bytes[...])
    repeat {
      let digits = cursor.takeDigits()
      guard !digits.isEmpty else { return nil }
      key.append(rank: number, number: digits)
    } while cursor.skip { $0 == ASCII.dot || hyphens && $0 == ASCII.hyphen }
    guard cursor.isAtEnd else { return nil }
    key.append(rank: end)
    return key
  }
}
