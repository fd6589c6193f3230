/// The lines of a candidate's text with a place to read on from.
struct PatchLines {
  /// The lines with their line ends.
  let lines: [ArraySlice<UInt8>]
  /// The next line to be read, from 0.
  var next: Int

  init(_ text: [UInt8]) {
    lines = DiffHunks.lines(of: text)
    next = 0
  }

  init(_ lines: [ArraySlice<UInt8>], from start: Int) {
    self.lines = lines
    next = start
  }

  /// The next line without moving on.
  var current: ArraySlice<UInt8>? { next < lines.count ? lines[next] : nil }

  /// The next line without its line end, as text; bytes that are not UTF-8 are replaced.
  var header: String? { current.map(Self.header) }

  /// A line without its line end, as text.
  static func header(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: content(line), as: UTF8.self)
  }

  /// A line without its line end.
  static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    if line.last == UInt8(ascii: "\n") { line = line.dropLast() }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    return line
  }

  /// Whether a line starts with an ASCII text.
  static func starts(_ line: ArraySlice<UInt8>, _ prefix: StaticString) -> Bool {
    line.starts(with: Array(prefix.description.utf8))
  }
}
