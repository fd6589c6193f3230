/// A source file in memory, cut into lines at LF, CR LF and CR.
package struct SourceText: Sendable {
  /// Every byte of the file, in whatever encoding.
  package let bytes: [UInt8]
  /// Where each line lies in `bytes`, without its line end; a final line end opens an empty line.
  let lines: [Range<Int>]

  /// Makes a source of a file's bytes, which need not be UTF-8.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
    var lines: [Range<Int>] = []
    var start = 0
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      lines.append(start..<position - 1)
      if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
      start = position
    }
    lines.append(start..<bytes.count)
    self.lines = lines
  }

  /// Makes a source of a text.
  package init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  /// The byte ranges of the lines from `first` to `last`, counted from 1, that exist.
  func lines(from first: Int, through last: Int) -> ArraySlice<Range<Int>> {
    let start = min(max(first, 1) - 1, lines.count)
    return lines[start..<max(start, min(last, lines.count))]
  }
}
