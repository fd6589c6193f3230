/// The hunks of a text's patch, with three lines of context.
package enum DiffHunks {
  private static let context = 3

  /// The hunks that turn one text into another; empty where they are equal.
  package static func text(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    let oldLines = lines(of: old)
    let newLines = lines(of: new)
    var text: [UInt8] = []
    for group in groups(LineDiff(oldLines, newLines).blocks) {
      guard let first = group.first, let last = group.last else { continue }
      let before = min(context, first.old.lowerBound)
      let after = min(context, oldLines.count - last.old.upperBound)
      let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
      let newRange = first.new.lowerBound - before..<last.new.upperBound + after
      text += Array("@@ -\(place(oldRange)) +\(place(newRange)) @@\n".utf8)
      var next = oldRange.lowerBound
      for block in group {
        for index in next..<block.old.lowerBound { append(oldLines[index], " ", to: &text) }
        for index in block.old { append(oldLines[index], "-", to: &text) }
        for index in block.new { append(newLines[index], "+", to: &text) }
        next = block.old.upperBound
      }
      for index in next..<oldRange.upperBound { append(oldLines[index], " ", to: &text) }
    }
    return text
  }

  /// Blocks whose contexts touch share a hunk.
  private static func groups(_ blocks: [LineDiff.Block]) -> [[LineDiff.Block]] {
    var groups: [[LineDiff.Block]] = []
    for block in blocks {
      if let last = groups.last?.last, block.old.lowerBound - last.old.upperBound <= 2 * context {
        groups[groups.count - 1].append(block)
      } else {
        groups.append([block])
      }
    }
    return groups
  }

  /// An empty range is named by the line before it.
  private static func place(_ range: Range<Int>) -> String {
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
  }

  private static func append(
    _ line: ArraySlice<UInt8>, _ mark: Unicode.Scalar, to text: inout [UInt8]
  ) {
    text.append(UInt8(ascii: mark))
    text += line
    if line.last != UInt8(ascii: "\n") { text += Array("\n\\ No newline at end of file\n".utf8) }
  }

  /// Lines with their newlines.
  package static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }
}
