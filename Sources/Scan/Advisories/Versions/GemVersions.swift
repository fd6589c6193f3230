/// RubyGems' `Gem::Version`: numbers and words, where words announce a pre-release.
///
/// Absent segments are zeros, so a word comes before nothing at all. A zero in the middle stands
/// before or after nothing depending on what follows it, which its rank says.
enum GemVersions {
  private enum Rank {
    static let word: UInt16 = 1
    static let zeroBeforeWord: UInt16 = 2
    static let end: UInt16 = 3
    static let number: UInt16 = 4
  }

  private struct Segment {
    var text: ArraySlice<UInt8>
    var isNumber: Bool

    var isZero: Bool { isNumber && text.allSatisfy { $0 == ASCII.zero } }
  }

  static func key(of bytes: [UInt8]) -> VersionKey? {
    guard bytes.first?.isDigit == true else { return nil }
    var segments: [Segment] = []
    var cursor = ByteCursor(bytes[...])
    while let next = cursor.next {
      if next.isDigit {
        segments.append(Segment(text: cursor.takeDigits(), isNumber: true))
      } else if next.isLetter {
        segments.append(Segment(text: cursor.take { $0.isLetter }, isNumber: false))
      } else if next == ASCII.hyphen {
        segments.append(Segment(text: Array("pre".utf8)[...], isNumber: false))
        _ = cursor.takeByte()
      } else if !cursor.skip(ASCII.dot) {
        return nil
      }
    }
    return key(of: canonical(segments))
  }

  /// Drops the zeros at the end and those in front of the first word.
  private static func canonical(_ segments: [Segment]) -> [Segment] {
    let firstWord = segments.firstIndex { !$0.isNumber } ?? segments.count
    return Array(trimmed(segments[..<firstWord])) + trimmed(segments[firstWord...])
  }

  private static func trimmed(_ segments: ArraySlice<Segment>) -> ArraySlice<Segment> {
    let last = segments.lastIndex { !$0.isZero }
    return last.map { segments[...$0] } ?? []
  }

  private static func key(of segments: [Segment]) -> VersionKey {
    var precedesWord = [Bool](repeating: false, count: segments.count)
    var isWordNext = false
    for index in segments.indices.reversed() {
      precedesWord[index] = isWordNext
      if !segments[index].isZero { isWordNext = !segments[index].isNumber }
    }
    var key = VersionKey()
    for (index, segment) in segments.enumerated() {
      if !segment.isNumber {
        key.append(rank: Rank.word, text: segment.text)
      } else if segment.isZero, precedesWord[index] {
        key.append(rank: Rank.zeroBeforeWord)
      } else {
        key.append(rank: Rank.number, number: segment.text)
      }
    }
    key.append(rank: Rank.end)
    return key
  }
}
