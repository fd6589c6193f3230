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

  private static func blanks(in bytes: [UInt8], line: Range<Int>) -> [Blank] {
    var found: [Blank] = []
    var rest = line
    while let hash = bytes[rest].firstIndex(of: UInt8(ascii: "#")) {
      rest = (hash + 1)..<line.upperBound
      let words = words(in: bytes, rest)
      guard let name = words.first, bytes[name].elementsEqual("shellcheck".utf8) else { continue }
      let silencers = words.filter { bytes[$0].starts(with: "disable=".utf8) }
      if silencers.isEmpty { continue }
      // A directive that says nothing is a syntax error of its own, so its name goes instead.
      found +=
        silencers.count == words.count - 1
        ? [Blank(range: name, with: UInt8(ascii: "-"))]
        : silencers.map { Blank(range: $0, with: UInt8(ascii: " ")) }
    }
    return found
  }

  private static func words(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if let length = blank(in: bytes[index..<range.upperBound]) {
        index += length
        continue
      }
      let start = index
      while index < range.upperBound, blank(in: bytes[index..<range.upperBound]) == nil {
        index += 1
      }
      words.append(start..<index)
    }
    return words
  }

  /// How many bytes of a blank of the linter's begin here; nil where none does.
  ///
  /// It takes two blanks of Unicode too (`linewhitespace` of its Parser.hs: space, tab, U+00A0, U+200B),
  /// and a carriage return is one to whoever edits the file.
  private static func blank(in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first == 0x20 || first == 0x09 || first == 0x0D { return 1 }
    return wideBlanks.first { bytes.starts(with: $0) }?.count
  }

  private static let wideBlanks: [[UInt8]] = ["\u{A0}", "\u{200B}"].map { Array($0.utf8) }
}
