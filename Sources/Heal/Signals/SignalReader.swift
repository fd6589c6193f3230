internal import Text

/// Reads the report of any tool: bytes in, signals and tests out.
///
/// The format is found by the content. Bytes are hostile: whatever they are, the reading ends, in time
/// and memory linear in their number, and says what it left out; nothing in them is obeyed, looked up
/// or expanded.
package struct SignalReader: Sendable {
  private let limits: SignalLimits

  /// Makes a reader.
  package init(limits: SignalLimits = SignalLimits()) { self.limits = limits }

  /// Reads one report.
  package func read(_ bytes: [UInt8]) -> SignalReading {
    var sink = Sink(limits)
    if bytes.count > limits.bytes {
      sink.cut(.bytes, "of \(bytes.count) bytes the first \(limits.bytes) were read")
    }
    let text = TextDecoding.utf8(bytes.count > limits.bytes ? Array(bytes[..<limits.bytes]) : bytes)
    let start = text.firstIndex { !$0.isBlank && $0 != 0x0A && $0 != 0x0D } ?? text.count
    guard start < text.count else { return sink.finished() }
    let isDocument =
      switch text[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): readJSON(text, from: start, into: &sink)
      case UInt8(ascii: "<"): XMLDocuments.read(Array(text[start...]), into: &sink)
      default: readEmbedded(text, from: start, into: &sink)
      }
    if !isDocument { TextLog.read(text, into: &sink) }
    return sink.finished()
  }

  /// Reads a JSON document; gives false for a stream of them and for what only looks like one.
  private func readJSON(_ whole: [UInt8], from start: Int, into sink: inout Sink) -> Bool {
    guard !Self.isStream(whole, from: start) else { return false }
    let end = bearable(whole)
    if end < whole.count {
      sink.cut(
        .bytes,
        "of \(whole.count) bytes of JSON the first \(end) were read, as more values are not bearable"
      )
    }
    let text = end < whole.count ? Array(whole[..<end]) : whole
    let most = max(limits.values + 1, JSONValue.mostValues)
    if let document = try? JSONValue(
      parsing: start == 0 ? text : Array(text[start...]), mostValues: most)
    {
      // A stream of one line is a stream.
      if Self.isStreamed(document) { return false }
      return JSONDocuments.read(document, into: &sink)
    }
    guard
      let document = JSONRepair.read(
        start == 0 ? text : Array(text[start...]), mostValues: most)
    else {
      return false
    }
    guard JSONDocuments.read(document, into: &sink) else { return false }
    sink.cut(.malformed, "the JSON document breaks off or is malformed; what stood before was read")
    return true
  }

  /// Where a document ends that holds as many values as its limit says.
  private func bearable(_ text: [UInt8]) -> Int {
    var budget = limits.values
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") { budget -= 1 }
      if byte == UInt8(ascii: "{") { budget -= 8 }
      if budget < 0 { return index }
    }
    return text.count
  }

  private static func isStreamed(_ document: JSONValue) -> Bool {
    document["Action"] != nil || document["$report_type"] != nil
      || document["reason"]?.string?.hasPrefix("compiler-") == true
      || document["$message_type"] != nil
      || (document["spans"] != nil && document["rendered"] != nil)
  }

  /// Whether the first line is a whole document of its own, and more follows.
  private static func isStream(_ text: [UInt8], from start: Int) -> Bool {
    guard let end = text[start...].firstIndex(of: 0x0A), end - start <= JSONLines.longest,
      text[end...].contains(where: { $0 > 0x20 })
    else { return false }
    return (try? JSONValue(parsing: Array(text[start..<end]))) != nil
  }

  /// Whether some lines tell nothing of tests, tools and errors.
  private func isGreeting(_ lines: ArraySlice<UInt8>) -> Bool {
    if lines.allSatisfy({ $0 <= 0x20 }) { return true }
    var sink = Sink(limits)
    TextLog.read(Array(lines), into: &sink)
    return sink.reading.signals.isEmpty && sink.reading.tests.isEmpty
  }

  /// Finds a document behind a few lines of other output, as of a wrapper that greets first.
  private func readEmbedded(_ text: [UInt8], from start: Int, into sink: inout Sink) -> Bool {
    var line = start
    for _ in 0..<50 {
      guard let end = text[line...].firstIndex(of: 0x0A), end + 1 < text.count else { return false }
      line = end + 1
      if text[line...].starts(with: Array("<?xml".utf8))
        || text[line...].starts(with: Array("<testsuite".utf8))
      {
        // What a test prints is no report: that would have nothing of a runner before it, and the end
        // of the text as its own.
        guard isGreeting(text[start..<line]),
          text.last(where: { $0 > 0x20 }) == UInt8(ascii: ">")
        else { return false }
        return XMLDocuments.read(Array(text[line...]), into: &sink)
      }
      guard text[line] == UInt8(ascii: "{") || text[line] == UInt8(ascii: "["),
        line + 1 < text.count, text[line + 1] == 0x0A || text[line + 1] == 0x0D
      else { continue }
      guard
        let last = text.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }),
        last > line, isGreeting(text[start..<line]), isGreeting(text[(last + 1)...]),
        bearable(text) == text.count,
        let document = try? JSONValue(
          parsing: Array(text[line...last]),
          mostValues: max(limits.values + 1, JSONValue.mostValues))
      else { return false }
      return JSONDocuments.read(document, into: &sink)
    }
    return false
  }
}
