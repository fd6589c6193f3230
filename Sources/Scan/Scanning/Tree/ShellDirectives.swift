/// Comments by which a script tells the shell linter to be silent.
///
/// The linter has no option that ignores them, and a policy never comes from the scanned tree:
/// such scripts are scanned as copies in which the words are blanked. Lines and columns stay.
enum ShellDirectives {
  /// Whether a script holds such a comment.
  static func arePresent(in bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "#")) && !blanks(in: bytes).isEmpty
  }

  /// The script with every such comment turned into one that says nothing, of the same length.
  static func blanked(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    for blank in blanks(in: bytes) {
      for index in blank.range { copy[index] = blank.with }
    }
    return copy
  }

  private struct Blank {
    var range: Range<Int>
    var with: UInt8
  }

  private static func blanks(in bytes: [UInt8]) -> [Blank] {
    var found: [Blank] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      found += blanks(in: bytes, line: start..<end)
      start = end + 1
    }
    return found
  }

  /// Each byte of the line is looked at a few times at most, however many comments seem to begin in it.
  private static func blanks(in bytes: [UInt8], line: Range<Int>) -> [Blank] {
    var found: [Blank] = []
    var words: Words?
    var next = 0
    var areSilencersGone = false
    var rest = line
    while let hash = bytes[rest].firstIndex(of: UInt8(ascii: "#")) {
      rest = (hash + 1)..<line.upperBound
      guard let name = directive(in: bytes, rest) else { continue }
      let all = words ?? Words(in: bytes, line)
      words = all
      while next < all.ranges.count, all.ranges[next].upperBound <= name.lowerBound { next += 1 }
      let silencers = all.silencersFrom[next + 1]
      if silencers == 0 { break }
      // A directive that says nothing is a syntax error of its own, so its name goes instead.
      if silencers == all.ranges.count - next - 1 {
        found.append(Blank(range: name, with: UInt8(ascii: "-")))
      } else if !areSilencersGone {
        // Those of all directives behind it are among them.
        areSilencersGone = true
        found += all.ranges[(next + 1)...].filter { Words.isSilencer(bytes[$0]) }
          .map { Blank(range: $0, with: UInt8(ascii: " ")) }
      }
    }
    return found
  }

  /// Where the linter's name stands as the first word of a comment; nil for other comments.
  private static func directive(in bytes: [UInt8], _ comment: Range<Int>) -> Range<Int>? {
    var start = comment.lowerBound
    while let length = blank(in: bytes[start..<comment.upperBound]) { start += length }
    let name = "shellcheck".utf8
    let end = start + name.count
    guard end <= comment.upperBound, bytes[start..<end].elementsEqual(name),
      end == comment.upperBound || blank(in: bytes[end..<comment.upperBound]) != nil
    else { return nil }
    return start..<end
  }

  /// The words of a line.
  private struct Words {
    var ranges: [Range<Int>] = []
    /// For each word and for none behind the last, how many from it on silence something.
    var silencersFrom: [Int] = []

    init(in bytes: [UInt8], _ line: Range<Int>) {
      var index = line.lowerBound
      while index < line.upperBound {
        if let length = ShellDirectives.blank(in: bytes[index..<line.upperBound]) {
          index += length
          continue
        }
        let start = index
        while index < line.upperBound,
          ShellDirectives.blank(in: bytes[index..<line.upperBound]) == nil
        {
          index += 1
        }
        ranges.append(start..<index)
      }
      silencersFrom = Array(repeating: 0, count: ranges.count + 1)
      for place in ranges.indices.reversed() {
        silencersFrom[place] =
          silencersFrom[place + 1] + (Self.isSilencer(bytes[ranges[place]]) ? 1 : 0)
      }
    }

    static func isSilencer(_ word: ArraySlice<UInt8>) -> Bool { word.starts(with: "disable=".utf8) }
  }

  /// How many bytes of a blank of the linter's begin here; nil where none does.
  ///
  /// It takes two blanks of Unicode too (`linewhitespace` of its Parser.hs: space, tab, U+00A0, U+200B),
  /// and a carriage return is one to whoever edits the file.
  private static func blank(in bytes: ArraySlice<UInt8>) -> Int? {
    switch bytes.first {
    case 0x20, 0x09, 0x0D: return 1
    case 0xC2, 0xE2: return wideBlanks.first { bytes.starts(with: $0) }?.count
    default: return nil
    }
  }

  private static let wideBlanks: [[UInt8]] = ["\u{A0}", "\u{200B}"].map { Array($0.utf8) }
}
