/// The body of a failure as pytest prints it: code with `>`, explanation with `E`, places between.
struct PytestDetail: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    let line = page.line()
    guard line.starts(with: "E   ") || line.starts(with: ">   ") || Self.place(line) != nil else {
      return false
    }
    guard let signal = Self.read(page.text(from: 0, count: 4_000, limit: 1 << 20)) else {
      return false
    }
    page.index = page.lines.count
    sink.add(signal, .pytest)
    return true
  }

  /// Reads a whole body; `nil` when nothing of pytest is in it.
  static func read(_ text: String) -> Signal? {
    var page = Page(text)
    var frames: [Frame] = []
    var explanation: [String] = []
    var type: String?
    var function = ""
    while !page.isAtEnd {
      let line = page.line()
      if PythonTraceback.isLink(line) {
        // What came before led to what comes.
        (explanation, type) = ([], nil)
      } else if line.starts(with: "E  ") || line.rest == "E" {
        if explanation.count < 200 { explanation.append(String(line.rest.dropFirst(4))) }
      } else if let name = self.function(line) {
        function = name
      } else if let found = place(line) {
        frames.append(Frame(function: found.function ?? function, place: found.place))
        type = found.type ?? type
        function = ""
      }
      page.index += 1
    }
    guard !frames.isEmpty || !explanation.isEmpty else { return nil }
    // A chain prints each exception with its own places; the last is the one that was raised.
    let head =
      explanation.first { PythonTraceback.exception(ByteCursor($0)) != nil } ?? explanation.first
      ?? ""
    if let (name, _) = PythonTraceback.exception(ByteCursor(head)),
      type == nil || name.hasSuffix(type ?? "")
    {
      type = name
    }
    return Signal(
      .stackTrace, tool: "pytest", rule: type, message: ByteCursor(head).trimmed,
      detail: explanation.joined(separator: "\n"), place: BlamedFrame.of(frames), frames: frames)
  }

  /// `    def name(…):`.
  private static func function(_ text: ByteCursor) -> String? {
    var line = text
    line.skipBlanks()
    _ = line.take("async ")
    guard line.take("def ") else { return nil }
    return line.take { $0.isWord }
  }

  /// `path:12: in function`, `path:12: AssertionError`, `path:12: `.
  static func place(_ text: ByteCursor) -> (place: Place, function: String?, type: String?)? {
    guard text.first?.isBlank == false, let found = DiagnosticPlace.read(text), found.hasColon,
      found.place.column == nil, found.place.path.hasSuffix(".py")
    else { return nil }
    var rest = ByteCursor(found.rest.trimmed)
    if rest.isAtEnd { return (found.place, nil, nil) }
    if rest.take("in ") { return (found.place, rest.trimmed, nil) }
    let type = rest.take { $0.isWord || $0 == UInt8(ascii: ".") }
    guard rest.isAtEnd || rest.starts(with: ":"), type.utf8.first?.isLetter == true else {
      return nil
    }
    return (found.place, nil, type)
  }
}
