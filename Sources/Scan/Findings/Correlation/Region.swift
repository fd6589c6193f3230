/// A half-open stretch of a file, from a line and column to a line and column.
struct Region: Hashable {
  /// A place between two characters.
  struct Place: Hashable, Comparable {
    var line: Int
    var column: Int

    static func < (lhs: Place, rhs: Place) -> Bool {
      (lhs.line, lhs.column) < (rhs.line, rhs.column)
    }
  }

  var start: Place
  var end: Place

  init(start: Place, end: Place) {
    self.start = start
    self.end = end
  }

  init(_ location: Location) {
    start = Place(line: location.startLine, column: location.startColumn)
    end = Place(line: location.endLine, column: location.endColumn)
  }

  var lines: ClosedRange<Int> { start.line...max(start.line, end.line) }

  func overlaps(_ other: Region) -> Bool { start < other.end && other.start < end }
  func sharesLine(with other: Region) -> Bool { lines.overlaps(other.lines) }

  /// The characters that lie in both; only for regions that overlap.
  func common(with other: Region) -> Region {
    Region(start: max(start, other.start), end: min(end, other.end))
  }
}
