internal import Patches
internal import Text

/// What a model is shown of a file: all of it, or the lines around those that matter, numbered.
struct FileWindow: Equatable, Sendable {
  /// The lines that are shown, from 1, in order and apart.
  var ranges: [ClosedRange<Int>]
  /// Each line with its number and a bar.
  var text: String
  /// How many lines the file has.
  var lineCount: Int

  /// The lines on each side of one that matters.
  private static let around = 60

  /// Chooses lines.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - lines: the lines that matter; empty for all.
  ///   - limit: the most bytes of ``text``; at least one line is shown when that is above 200.
  init(of bytes: [UInt8], around lines: Set<Int>, limit: Int) {
    let all = DiffHunks.lines(of: bytes)
    lineCount = all.count
    let isWhole = bytes.count + 8 * all.count <= limit
    var wanted: [ClosedRange<Int>] = []
    if isWhole || lines.isEmpty {
      if !all.isEmpty { wanted = [1...all.count] }
    } else {
      for line in lines.sorted() where line <= all.count {
        let range = max(1, line - Self.around)...min(all.count, line + Self.around)
        if let last = wanted.last, range.lowerBound <= last.upperBound + 1 {
          wanted[wanted.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
          wanted.append(range)
        }
      }
    }
    ranges = []
    var text = ""
    outer: for range in wanted {
      var end: Int?
      if !text.isEmpty { text += "...\n" }
      for number in range {
        let line = Self.shown(all[number - 1], number: number)
        if text.utf8.count + line.utf8.count > limit {
          if let end { ranges.append(range.lowerBound...end) }
          break outer
        }
        text += line
        end = number
      }
      if let end { ranges.append(range.lowerBound...end) }
    }
    self.text = text
  }

  /// Bytes that are no text, and characters that show otherwise than they are, become visible.
  private static func shown(_ line: ArraySlice<UInt8>, number: Int) -> String {
    var end = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
    if end.last == UInt8(ascii: "\r") { end = end.dropLast() }
    return "\(number)| \(VisibleText.block(String(decoding: end, as: UTF8.self)))\n"
  }

  /// The lines that are shown, in words.
  var description: String {
    if ranges == [1...max(1, lineCount)] { return "\(lineCount) lines" }
    let shown = ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
    return "lines \(shown.isEmpty ? "none" : shown) of \(lineCount)"
  }
}
