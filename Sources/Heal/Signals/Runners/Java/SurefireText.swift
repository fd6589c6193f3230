/// The logs of Maven's Surefire and of Gradle.
struct SurefireText: TextReader {
  private var book = TestTally()
  private var format = SignalFormat.mavenSurefire

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard surefire(&page, into: &sink) || gradle(&page, into: &sink) else { return false }
    sink.saw(format)
    return true
  }

  mutating func finish(into sink: inout Sink) { book.flush(format, into: &sink) }

  /// `[ERROR] package.Class.method -- Time elapsed: 0.01 s <<< FAILURE!` and `method(package.Class)  Time …`.
  private mutating func surefire(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    _ = line.take("[ERROR] ")
    guard line.contains("<<< "), !line.starts(with: "Tests run:"),
      let name = line.take(upTo: "Time elapsed:"), line.take(upTo: "<<< ") != nil
    else { return false }
    let isError = line.starts(with: "ERROR")
    var head = ByteCursor(name)
    head.dropTrailingBlanks()
    _ = head.take(suffix: "--")
    head.dropTrailingBlanks()
    let id: TestID
    if head.hasSuffix(")"), let method = head.take(upTo: "("), head.take(suffix: ")"),
      head.contains(".") || !head.isAtEnd
    {
      id = TestID(group: head.rest, name: method)
    } else {
      head = ByteCursor(name.hasSuffix("-- ") ? String(name.dropLast(3)) : name)
      head = ByteCursor(head.trimmed)
      guard let group = head.take(upToLast: ".") else { return false }
      id = TestID(group: group, name: head.rest)
    }
    page.index += 1
    var result = TestResult(id, isError ? .errored : .failed, tool: "surefire")
    StackReading.explain(&result, by: Self.body(&page))
    book.note(result)
    return true
  }

  /// The exception and its stack, up to the next line of Maven.
  private static func body(_ page: inout Page) -> String {
    let start = page.index
    while !page.isAtEnd, page.index - start < 2_000, !page.line().starts(with: "["),
      !page.line().trimmed.isEmpty
    {
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 16)
    page.index = end
    return body
  }

  /// `FooTest > b() FAILED`, then the exception with its place, indented.
  private mutating func gradle(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    line.dropTrailingBlanks()
    guard line.first?.isBlank == false, line.contains(" > ") else { return false }
    let outcome: Outcome
    if line.take(suffix: " FAILED") {
      outcome = .failed
    } else if line.take(suffix: " PASSED") {
      outcome = .passed
    } else if line.take(suffix: " SKIPPED") {
      outcome = .skipped
    } else {
      return false
    }
    guard let group = line.take(upToLast: " > "), !line.isAtEnd else { return false }
    // Progress of Gradle itself: "> Task :test FAILED".
    guard !group.hasPrefix(">") else { return false }
    format = .gradle
    page.index += 1
    var result = TestResult(
      TestID(
        group: group.utf8.split(separator: UInt8(ascii: ">")).map {
          ByteCursor(String(decoding: $0, as: UTF8.self)).trimmed
        }.joined(separator: "."), name: line.rest),
      outcome, tool: "gradle")
    if outcome == .failed {
      let body = Self.body(&page)
      StackReading.explain(&result, by: body)
      Self.shortStack(body, &result)
    }
    book.note(result)
    return true
  }

  /// Gradle's short form: `Type: message at FooTest.java:12`.
  private static func shortStack(_ body: String, _ result: inout TestResult) {
    var line = ByteCursor(Sink.firstLine(body))
    guard result.place == nil, let head = line.take(upToLast: " at "),
      let found = DiagnosticPlace.read(line), found.rest.isAtEnd
    else { return }
    result.place = found.place
    var text = ByteCursor(ByteCursor(head).trimmed)
    result.exception = text.take { $0.isWord || $0 == UInt8(ascii: ".") }
    if text.take(":") { result.message = text.trimmed }
  }
}
