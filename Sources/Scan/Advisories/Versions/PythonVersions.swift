/// PEP 440, the version identifiers of Python packages.
enum PythonVersions {
  private enum Rank {
    /// Leads every text that PEP 440 does not accept.
    static let legacy: UInt16 = 0
    static let epoch: UInt16 = 1
    static let end: UInt16 = 0
    static let number: UInt16 = 1
    static let localWord: UInt16 = 1
    static let localNumber: UInt16 = 2
  }

  /// The pre-release phases in their order; a development release without one precedes them all.
  private enum Phase {
    static let developmentOnly: UInt16 = 0
    static let alpha: UInt16 = 1
    static let beta: UInt16 = 2
    static let candidate: UInt16 = 3
    static let none: UInt16 = 4
  }

  static func key(of bytes: [UInt8]) -> VersionKey? {
    let lowercased = ASCII.lowercased(bytes)
    return standardKey(of: lowercased)
      ?? LegacyPythonVersions.key(of: lowercased, rank: Rank.legacy)
  }

  private static func standardKey(of bytes: [UInt8]) -> VersionKey? {
    var cursor = ByteCursor(bytes[...])
    var key = VersionKey()
    _ = cursor.skip(UInt8(ascii: "v"))
    takeEpoch(from: &cursor, into: &key)
    guard takeRelease(from: &cursor, into: &key) else { return nil }
    let phase = takePhase(from: &cursor)
    let post = takePost(from: &cursor)
    let development = takeSuffix(["dev"], from: &cursor)
    if let phase {
      key.append(rank: phase.rank, number: phase.number)
    } else {
      let isDevelopmentOnly = post == nil && development != nil
      key.append(rank: isDevelopmentOnly ? Phase.developmentOnly : Phase.none)
    }
    if let post { key.append(rank: 1, number: post) } else { key.append(rank: 0) }
    // A development release precedes what it leads to.
    if let development { key.append(rank: 0, number: development) } else { key.append(rank: 1) }
    guard takeLocal(from: &cursor, into: &key), cursor.isAtEnd else { return nil }
    return key
  }

  private static func takeEpoch(from cursor: inout ByteCursor, into key: inout VersionKey) {
    var ahead = cursor
    let digits = ahead.takeDigits()
    if !digits.isEmpty, ahead.skip(UInt8(ascii: "!")) {
      cursor = ahead
      key.append(rank: Rank.epoch, number: digits)
    } else {
      key.append(rank: Rank.epoch, number: [])
    }
  }

  private static func takeRelease(
    from cursor: inout ByteCursor, into key: inout VersionKey
  ) -> Bool {
    guard cursor.next?.isDigit == true else { return false }
    // Trailing zeros do not count, so a zero waits until a number follows.
    var zeros = 0
    repeat {
      let digits = cursor.takeDigits()
      if digits.allSatisfy({ $0 == ASCII.zero }) {
        zeros += 1
      } else {
        for _ in 0..<zeros { key.append(rank: Rank.number, number: []) }
        zeros = 0
        key.append(rank: Rank.number, number: digits)
      }
    } while cursor.second?.isDigit == true && cursor.skip(ASCII.dot)
    key.append(rank: Rank.end)
    return true
  }

  private static func takePhase(
    from cursor: inout ByteCursor
  ) -> (rank: UInt16, number: ArraySlice<UInt8>)? {
    if let number = takeSuffix(["alpha", "a"], from: &cursor) { return (Phase.alpha, number) }
    if let number = takeSuffix(["beta", "b"], from: &cursor) { return (Phase.beta, number) }
    if let number = takeSuffix(["preview", "pre", "rc", "c"], from: &cursor) {
      return (Phase.candidate, number)
    }
    return nil
  }

  private static func takePost(from cursor: inout ByteCursor) -> ArraySlice<UInt8>? {
    if cursor.next == ASCII.hyphen, cursor.second?.isDigit == true {
      _ = cursor.takeByte()
      return cursor.takeDigits()
    }
    return takeSuffix(["post", "rev", "r"], from: &cursor)
  }

  /// Takes a word with optional separators around it and returns the digits behind it.
  private static func takeSuffix(
    _ words: [StaticString], from cursor: inout ByteCursor
  ) -> ArraySlice<UInt8>? {
    var ahead = cursor
    _ = ahead.skip(where: isSeparator)
    for word in words where ahead.skip(word) {
      _ = ahead.skip(where: isSeparator)
      cursor = ahead
      return cursor.takeDigits()
    }
    return nil
  }

  private static func takeLocal(from cursor: inout ByteCursor, into key: inout VersionKey) -> Bool {
    if cursor.skip(ASCII.plus) {
      repeat {
        let segment = cursor.take { $0.isDigit || $0.isLowercase }
        guard !segment.isEmpty else { return false }
        if segment.allSatisfy(\.isDigit) {
          key.append(rank: Rank.localNumber, number: segment)
        } else {
          key.append(rank: Rank.localWord, text: segment)
        }
      } while cursor.skip(where: isSeparator)
    }
    key.append(rank: Rank.end)
    return true
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == ASCII.dot || byte == ASCII.hyphen || byte == ASCII.underscore
  }
}
