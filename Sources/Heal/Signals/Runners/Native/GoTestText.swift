/// The text output of `go test`, with `-v` or without.
struct GoTestText: TextReader {
  private var results: [TestResult] = []
  private var output: [String: String] = [:]
  private var running: String?
  private static let mostPending = 100_000

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    if line.take("=== ") {
      guard line.take(anyOf: ["RUN   ", "CONT  ", "NAME  ", "PAUSE "]) != nil else { return false }
      running = line.trimmed
      sink.saw(.goTest)
      page.index += 1
      return true
    }
    let indent = line.skipBlanks()
    if line.take("--- "), let word = line.take(anyOf: ["PASS: ", "FAIL: ", "SKIP: "]) {
      end(word, line, indent, &page, into: &sink)
      return true
    }
    if indent == 0, package(page.line(), into: &sink) {
      page.index += 1
      return true
    }
    if explainByPanic(&page) { return true }
    guard let test = running, Self.isOutput(page.line()) else { return false }
    note(page.line().rest, for: test)
    page.index += 1
    return true
  }

  mutating func finish(into sink: inout Sink) { flush(package: nil, into: &sink) }

  /// A panic ends the test that failed last, and names it no more.
  private mutating func explainByPanic(_ page: inout Page) -> Bool {
    guard page.line().starts(with: "panic: "), let last = results.indices.last,
      results[last].outcome == .failed,
      results[last].message == nil
    else { return false }
    var sink = Sink(SignalLimits())
    var panic = GoPanic()
    guard panic.read(&page, into: &sink), let signal = sink.reading.signals.first else {
      return false
    }
    results[last].message = signal.message
    results[last].exception = signal.rule
    results[last].frames = signal.frames
    results[last].place = signal.place
    return true
  }

  /// `    x_test.go:12: message` and what is indented further.
  private static func isOutput(_ text: ByteCursor) -> Bool {
    var line = text
    guard line.skipBlanks() >= 4 else { return false }
    return DiagnosticPlace.read(line).map { $0.place.path.hasSuffix("_test.go") && $0.hasColon }
      ?? false
  }

  private mutating func note(_ text: String, for test: String) {
    guard output.count < Self.mostPending, (output[test]?.utf8.count ?? 0) < 32_768 else { return }
    output[test] = (output[test] ?? "") + text + "\n"
  }

  private mutating func end(
    _ word: String, _ text: ByteCursor, _ indent: Int, _ page: inout Page, into sink: inout Sink
  ) {
    var line = text
    let name = line.take(upToLast: " (") ?? line.trimmed
    let seconds = line.takeDecimal()
    page.index += 1
    var body = output.removeValue(forKey: name) ?? ""
    // Without -v the output follows, indented further than the line of its test.
    var lines = 0
    while !page.isAtEnd, lines < 2_000 {
      var next = page.line()
      guard next.skipBlanks() > indent, !next.starts(with: "--- ") else { break }
      body += page.line().rest + "\n"
      page.index += 1
      lines += 1
    }
    let outcome: Outcome = word == "PASS: " ? .passed : word == "SKIP: " ? .skipped : .failed
    var result = TestResult(TestID(name: name), outcome, tool: "go test", seconds: seconds)
    if outcome != .passed { Self.explain(&result, by: body) }
    if results.count < Self.mostPending { results.append(result) }
    sink.saw(.goTest)
  }

  /// `ok  pkg 0.1s`, `FAIL pkg 0.1s`, `FAIL pkg [build failed]`, `?   pkg [no test files]`.
  private mutating func package(_ text: ByteCursor, into sink: inout Sink) -> Bool {
    var line = text
    guard let word = line.take(anyOf: ["ok  \t", "FAIL\t", "?   \t"]) else { return false }
    let package = line.takeWord()
    guard !package.isEmpty else { return false }
    let isBuild = line.contains("[build failed]") || line.contains("[setup failed]")
    let hadTests = results.contains { $0.outcome == .failed }
    flush(package: package, into: &sink)
    sink.saw(.goTest)
    if isBuild { return false }
    if word == "FAIL\t", !hadTests, sink.reading.signals.isEmpty {
      sink.add(Signal(.ciFailure, tool: "go", message: "the package \(package) failed"), .goTest)
    }
    return true
  }

  private mutating func flush(package: String?, into sink: inout Sink) {
    for var result in results {
      result.id.suite = package
      sink.add(result, .goTest)
    }
    results = []
    output = [:]
    running = nil
  }

  /// Explains a result by what its test printed: a panic, or lines that begin with their place.
  static func explain(_ result: inout TestResult, by text: String) {
    let body = ByteCursor(TerminalText.plain(text)).trimmedLines
    guard !body.isEmpty else { return }
    result.detail = body
    if let signal = StackReading.signal(in: body) {
      result.exception = signal.rule
      result.message = signal.message
      result.frames = signal.frames
      result.place = signal.place
      return
    }
    var page = Page(body)
    while !page.isAtEnd {
      var line = page.line()
      line.skipBlanks()
      if let found = DiagnosticPlace.read(line), found.hasColon, found.place.path.hasSuffix(".go") {
        let message = found.rest.trimmed
        result.place = result.place ?? found.place
        result.message = message.isEmpty ? Self.testify(page) : message
        return
      }
      page.index += 1
    }
  }

  /// Testify puts the place and the message into a table below.
  private static func testify(_ page: Page) -> String? {
    for step in 1..<20 {
      var line = ByteCursor(page.line(step).trimmed)
      if line.take("Error:") { return line.trimmed }
    }
    return nil
  }
}
