/// Finds the bytes of a region in a file.
struct RegionReader {
  private let bytes: [UInt8]
  private let unit: ReadyFix.Unit
  /// Where each line starts; behind the last newline starts one more.
  private let starts: [Int]

  /// Reads a file; nil when it is not UTF-8, or begins with a mark that some tools count.
  init?(_ bytes: [UInt8], unit: ReadyFix.Unit) {
    guard String(validating: bytes, as: UTF8.self) != nil,
      !bytes.starts(with: [0xEF, 0xBB, 0xBF])
    else { return nil }
    self.bytes = bytes
    self.unit = unit
    starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// The bytes of a region; nil where the file has none such, or it cannot be told which they are.
  func range(of region: ReadyFix.Region) -> Range<Int>? {
    switch region {
    case .bytes(let offset, let count):
      guard offset <= bytes.count, count <= bytes.count - offset, isBoundary(offset),
        isBoundary(offset + count)
      else { return nil }
      return offset..<offset + count
    case .characters(let offset, let count):
      guard let start = position(offset, from: 0, to: bytes.count),
        let end = position(count, from: start, to: bytes.count)
      else { return nil }
      return start..<end
    case .lines(let start, let column, let end, let endColumn):
      guard let first = position(line: start, column: column),
        let last = endColumn.map({ position(line: end, column: $0) }) ?? contentEnd(line: end),
        first <= last
      else { return nil }
      return first..<last
    }
  }

  private func isBoundary(_ offset: Int) -> Bool {
    offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }

  private func position(line: Int, column: Int) -> Int? {
    guard line <= starts.count else { return nil }
    // A column behind the end of a line is a mistake: what stands there is another line's.
    guard let end = contentEnd(line: line) else { return nil }
    return position(column - 1, from: starts[line - 1], to: end)
  }

  /// Where the text of a line ends, before its line end.
  private func contentEnd(line: Int) -> Int? {
    guard line <= starts.count else { return nil }
    var end = line < starts.count ? starts[line] - 1 : bytes.count
    if line < starts.count, end > starts[line - 1], bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The byte that is so many characters behind another; nil behind the end, or inside a character.
  private func position(_ count: Int, from start: Int, to end: Int) -> Int? {
    var counted = 0
    var place = start
    while counted < count {
      guard place < end else { return nil }
      let byte = bytes[place]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      switch unit {
      case .codePoints: counted += 1
      case .utf16: counted += length == 4 ? 2 : 1
      case .codePointsWithTabs: counted += byte == 0x09 ? 8 - counted % 8 : 1
      case .unknown:
        if length > 1 { return nil }
        counted += 1
      }
      place += length
    }
    return counted == count ? place : nil
  }
}
