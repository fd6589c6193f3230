/// Finds the stack in a text that belongs to something else, such as the body of a failure in XML.
enum StackReading {
  private static var readers: [any TextReader] {
    [
      PythonTraceback(), AtStack(), GoPanic(), RustPanic(), NumberedStack(), RubyStack(),
      PytestDetail(),
    ]
  }

  /// The last stack in a text: where several are, the later ones are those that ended the program.
  static func signal(in text: String) -> Signal? {
    var page = Page(TerminalText.plain(Array(text.utf8)), longest: SignalLimits().line)
    var sink = Sink(SignalLimits())
    var readers = readers
    while !page.isAtEnd, !sink.isFull {
      let start = page.index
      for index in readers.indices where readers[index].read(&page, into: &sink) { break }
      if page.index == start { page.index += 1 }
    }
    return sink.reading.signals.last { $0.kind == .stackTrace }
  }

  /// Adds to a result what the stack in its detail says and the result does not know.
  static func complete(_ result: inout TestResult, from text: String) {
    guard let signal = signal(in: text) else { return }
    result.exception = result.exception ?? signal.rule
    if result.frames.isEmpty { result.frames = signal.frames }
    if result.place?.line == nil, let place = signal.place { result.place = place }
  }

  /// Explains a result by a text that holds message and stack.
  static func explain(_ result: inout TestResult, by text: String) {
    let body = ByteCursor(TerminalText.plain(text)).trimmedLines
    guard !body.isEmpty else { return }
    result.detail = body
    if let signal = signal(in: body) {
      result.exception = result.exception ?? signal.rule
      result.message = result.message ?? (signal.message.isEmpty ? signal.rule : signal.message)
      if result.frames.isEmpty { result.frames = signal.frames }
      if let place = signal.place, result.place?.line == nil { result.place = place }
    }
    result.message = result.message ?? Sink.firstLine(body)
  }
}
