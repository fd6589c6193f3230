/// A text report as lines, with the one that is being read.
struct Page {
  let bytes: [UInt8]
  /// Where each line lies in `bytes`, without its end.
  let lines: [Range<Int>]
  /// The line that is being read.
  var index = 0
  fileprivate let longest: Int

  /// Cuts plain text into lines; the first `most`, and of each only the first
  /// `longest` bytes, are looked at.
  init(_ bytes: [UInt8], longest: Int, most: Int = .max) {
    var lines: [Range<Int>] = []
    var start = 0
    for (position, byte) in bytes.enumerated() where byte == 0x0A {
      guard lines.count < most else { break }
      lines.append(start..<position)
      start = position + 1
    }
    if start < bytes.count, lines.count < most { lines.append(start..<bytes.count) }
    self.init(bytes, lines: lines, longest: longest)
  }

  init(_ bytes: [UInt8], lines: [Range<Int>], longest: Int) {
    self.bytes = bytes
    self.lines = lines
    self.longest = longest
  }

  init(_ text: String) { self.init(Array(text.utf8), longest: .max) }

  var isAtEnd: Bool { index >= lines.count }

  /// The line that is being read, or one near it; empty beyond the ends.
  func line(_ offset: Int = 0) -> ByteCursor {
    guard lines.indices.contains(index + offset) else { return ByteCursor([]) }
    let range = lines[index + offset]
    let end = min(range.upperBound, range.lowerBound + min(longest, bytes.count))
    var part = bytes[range.lowerBound..<end]
    while let byte = part.last, byte == 0x0D { part.removeLast() }
    return ByteCursor(part)
  }

  /// Whether there is a line so far from the one that is being read.
  func has(_ offset: Int) -> Bool { lines.indices.contains(index + offset) }

  /// The text of the lines from here on, at most `count`, at most `limit` bytes.
  func text(from offset: Int, count: Int, limit: Int) -> String {
    var parts: [String] = []
    var size = 0
    for step in 0..<max(count, 0) where has(offset + step) && size < limit {
      let part = line(offset + step).rest
      size += part.utf8.count + 1
      parts.append(part)
    }
    return parts.joined(separator: "\n")
  }
}

extension Page {
  /// The whole line that is being read, however long it is, without blanks and returns at its end.
  func whole() -> ArraySlice<UInt8> {
    guard lines.indices.contains(index) else { return [] }
    var part = bytes[lines[index]]
    while let byte = part.last, byte == 0x0D || byte.isBlank { part.removeLast() }
    return part
  }
}

extension Page {
  /// The same bytes with other lines.
  func with(_ lines: [Range<Int>]) -> Page { Page(bytes, lines: lines, longest: longest) }
}
