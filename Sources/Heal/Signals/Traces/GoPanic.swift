/// Go's panics and fatal errors with the stacks of their goroutines.
struct GoPanic: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    line.skipBlanks()
    guard let lead = line.take(anyOf: ["panic: ", "fatal error: "]),
      let start = Self.goroutine(page)
    else {
      return false
    }
    let message = line.trimmed
    page.index += start + 1
    let frames = Self.frames(&page)
    let isRuntime = message.hasPrefix("runtime error: ")
    sink.add(
      Signal(
        .stackTrace, tool: "go",
        rule: isRuntime ? "runtime error" : lead == "panic: " ? "panic" : "fatal error",
        message: message, place: Self.place(of: frames), frames: frames),
      .goPanic)
    return true
  }

  /// How far the first goroutine is.
  private static func goroutine(_ page: Page) -> Int? {
    for step in 1..<12 {
      let line = page.line(step)
      if line.starts(with: "goroutine "), line.hasSuffix(":") { return step }
      if page.line(step).starts(with: "panic: ") { return nil }
    }
    return nil
  }

  /// Reads pairs of lines, the call and its place, innermost first.
  static func frames(_ page: inout Page) -> [Frame] {
    var frames: [Frame] = []
    while !page.isAtEnd {
      let call = page.line()
      var place = page.line(1)
      guard !call.isAtEnd, call.first?.isBlank == false, place.skipBlanks() > 0,
        let path = place.take(upToLast: ":"), let number = place.takeNumber()
      else { break }
      var name = call
      _ = name.take("created by ")
      let function = name.take(upToLast: "(") ?? name.rest
      if frames.count < 2_000 {
        frames.append(Frame(function: function, place: Place(path: path, line: number)))
      }
      page.index += 2
    }
    // What handles the panic stands inside of the call that caused it.
    if let last = frames.lastIndex(where: { $0.function == "panic" }) {
      frames.removeFirst(last + 1)
    }
    return frames.reversed()
  }

  /// The innermost frame that is not the runtime's.
  static func place(of frames: [Frame]) -> Place? {
    let own = frames.last { frame in
      frame.place != nil
        && !["panic", "runtime.", "testing."].contains { frame.function.hasPrefix($0) }
    }
    return (own ?? frames.last)?.place
  }
}
