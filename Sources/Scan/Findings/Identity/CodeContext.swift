/// The flagged lines in the form that formatting and comments cannot change.
enum CodeContext {
  /// More than this of one region adds nothing to its identity, only cost on minified files.
  static let limitBytes = 64 * 1024

  /// Gives the lines without white space and comments; where nothing else is there (a secret in a
  /// comment), without white space only.
  static func normalized(_ source: SourceText, _ location: Location, _ syntax: CommentSyntax)
    -> [UInt8]
  {
    let lines = source.lines(from: location.startLine, through: location.endLine)
    var scanner = CommentScanner(bytes: source.bytes, syntax: syntax)
    for line in lines where scanner.kept.count < limitBytes { scanner.scan(line) }
    return scanner.kept.isEmpty ? withoutSpace(source, location) : scanner.kept
  }

  /// Gives the lines without white space.
  static func withoutSpace(_ source: SourceText, _ location: Location) -> [UInt8] {
    var kept: [UInt8] = []
    for line in source.lines(from: location.startLine, through: location.endLine) {
      for index in line where !isSpace(source.bytes[index]) {
        kept.append(source.bytes[index])
      }
      if kept.count >= limitBytes { break }
    }
    return kept
  }

  /// Gives the two lines before a line that are not blank, without white space, the nearer one first;
  /// fewer where blank lines or the beginning of the file are near.
  static func preceding(_ source: SourceText, _ line: Int) -> [[UInt8]] {
    let near = source.lines(from: max(1, line - 20), through: line - 1).reversed()
    return Array(
      near.lazy.map { source.bytes[$0].prefix(400).filter { !isSpace($0) } }
        .filter { !$0.isEmpty }.prefix(2))
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

private struct CommentScanner {
  let bytes: [UInt8]
  let syntax: CommentSyntax
  var kept: [UInt8] = []
  private var isInBlock = false

  init(bytes: [UInt8], syntax: CommentSyntax) {
    self.bytes = bytes
    self.syntax = syntax
  }

  /// Keeps what is code of one line.
  ///
  /// A string ends with its line at the latest, for a quote that is none (an apostrophe) must not
  /// swallow the file.
  mutating func scan(_ line: Range<Int>) {
    var position = line.lowerBound
    var quote: UInt8?
    while position < line.upperBound {
      let byte = bytes[position]
      if isInBlock {
        position += blockEnd(at: position, in: line)
      } else if let open = quote {
        keep(byte)
        position += 1
        if byte == UInt8(ascii: "\\"), position < line.upperBound {
          keep(bytes[position])
          position += 1
        } else if byte == open {
          quote = nil
        }
      } else if opensLineComment(at: position, in: line) {
        return
      } else if let block = syntax.block, matches(block.open, at: position, in: line) {
        isInBlock = true
        position += block.open.count
      } else {
        if syntax.quotes.contains(byte) { quote = byte }
        keep(byte)
        position += 1
      }
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if !CodeContext.isSpace(byte) { kept.append(byte) }
  }

  private mutating func blockEnd(at position: Int, in line: Range<Int>) -> Int {
    guard let block = syntax.block, matches(block.close, at: position, in: line) else { return 1 }
    isInBlock = false
    return block.close.count
  }

  private func opensLineComment(at position: Int, in line: Range<Int>) -> Bool {
    if syntax.needsSpace, position > line.lowerBound,
      !CodeContext.isSpace(bytes[position - 1])
    {
      return false
    }
    return syntax.line.contains { matches($0, at: position, in: line) }
  }

  private func matches(_ mark: [UInt8], at position: Int, in line: Range<Int>) -> Bool {
    position + mark.count <= line.upperBound
      && bytes[position..<position + mark.count].elementsEqual(mark)
  }
}
