/// RPM's `[epoch:]version[-release]`, after rpm-version(7).
///
/// Only letters and digits count; everything else separates them, except a tilde, which comes before
/// the end of the text, and a caret, which comes right after it. What is not a number in front of a
/// colon is no epoch but part of the version. A missing release comes before every other one.
enum RPMVersions {
  private enum Rank {
    static let tilde: UInt16 = 0
    static let end: UInt16 = 1
    static let caret: UInt16 = 2
    static let letters: UInt16 = 3
    static let digits: UInt16 = 4
    static let noRelease: UInt16 = 0
    static let release: UInt16 = 1
  }

  static func key(of bytes: [UInt8]) -> VersionKey? {
    var version = bytes[...]
    var epoch: ArraySlice<UInt8> = []
    var cursor = ByteCursor(version)
    let digits = cursor.takeDigits()
    if cursor.skip(ASCII.colon) {
      epoch = digits
      version = cursor.rest
    }
    var key = VersionKey()
    key.append(rank: Rank.digits, number: epoch)
    guard let hyphen = version.lastIndex(of: ASCII.hyphen) else {
      append(version, to: &key)
      key.append(rank: Rank.noRelease)
      return key
    }
    append(version[..<hyphen], to: &key)
    key.append(rank: Rank.release)
    append(version[(hyphen + 1)...], to: &key)
    return key
  }

  private static func append(_ part: ArraySlice<UInt8>, to key: inout VersionKey) {
    var cursor = ByteCursor(part)
    while let next = cursor.next {
      if next.isDigit {
        key.append(rank: Rank.digits, number: cursor.takeDigits())
      } else if next.isLetter {
        key.append(rank: Rank.letters, text: cursor.take { $0.isLetter })
      } else if cursor.skip(ASCII.tilde) {
        key.append(rank: Rank.tilde)
      } else if cursor.skip(ASCII.caret) {
        key.append(rank: Rank.caret)
      } else {
        _ = cursor.takeByte()
      }
    }
    key.append(rank: Rank.end)
  }
}
