internal import Text

/// Streams of one JSON object a line, alone or among other output: Go, Rust, Dart, Swift Testing,
/// pytest's report log, structured logs.
struct JSONLines: TextReader {
  /// No sound line of such a stream is longer.
  static let longest = 1 << 20
  private var go = GoTestJSON()
  private var dart = DartJSON()
  private var swift = SwiftTestingJSON()

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard page.line().first == UInt8(ascii: "{") else { return false }
    let line = page.whole()
    guard line.last == UInt8(ascii: "}") else { return false }
    guard line.count <= Self.longest else {
      sink.cut(
        .lines, "a line of \(line.count) bytes is longer than the \(Self.longest) that are read")
      return false
    }
    guard let value = try? JSONValue(parsing: Array(line)) else { return false }
    page.index += 1
    _ =
      go.read(value, into: &sink) || RustcJSON.read(value, into: &sink)
      || LibtestJSON.read(value, into: &sink) || dart.read(value, into: &sink)
      || swift.read(value, into: &sink) || PytestJSON.readLine(value, into: &sink)
      || CloudEvents.read(value, into: &sink) || DiagnosticsJSON.readLine(value, into: &sink)
      || EventJSON.readLine(value, into: &sink)
    return true
  }

  mutating func finish(into sink: inout Sink) { go.finish(into: &sink) }
}
