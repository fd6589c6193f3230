/// Reads one format of text; keeps what it must remember from line to line.
protocol TextReader {
  /// Reads what begins at the page's line and moves behind it; gives false, without moving, when
  /// nothing of its own begins there.
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool

  /// Is called at the end of the page.
  mutating func finish(into sink: inout Sink)
}

extension TextReader {
  mutating func finish(into sink: inout Sink) {}
}
