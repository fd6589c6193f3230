/// The text output of Rust's test harness and of nextest.
struct CargoTestText: TextReader {
  private var book = TestTally()
  private var suite: String?
  private var bodies: [String: String] = [:]
  private static let mostBodies = 20_000

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if readBody(&page) { return true }
    var line = page.line()
    if learnSuite(line, into: &sink) { return false }
    if let result = nextest(line) {
      book.note(result)
      sink.saw(.cargoTest)
      page.index += 1
      return true
    }
    guard line.take("test "), let name = line.take(upTo: " ... ") else { return false }
    let word = line.trimmed
    let outcome: Outcome
    if word.hasSuffix("ok") || word.hasPrefix("ok") {
      outcome = .passed
    } else if word.hasPrefix("FAILED") || word.hasSuffix("FAILED") {
      outcome = .failed
    } else if word.hasPrefix("ignored") {
      outcome = .skipped
    } else {
      // With --nocapture the output stands between name and outcome; only failures are named again.
      return false
    }
    var result = result(name, outcome)
    if outcome == .skipped {
      var reason = ByteCursor(word)
      if reason.take("ignored, ") { result.message = reason.rest }
    }
    book.note(result)
    sink.saw(.cargoTest)
    page.index += 1
    return true
  }

  mutating func finish(into sink: inout Sink) { flush(into: &sink) }

  /// The name of a test without what the harness adds.
  static func id(of name: String, suite: String? = nil) -> TestID {
    var line = ByteCursor(name)
    _ = line.take(suffix: " - should panic")
    let whole = line.rest
    guard let group = line.take(upToLast: "::"), !whole.utf8.contains(0x20) else {
      return TestID(suite: suite, name: whole)
    }
    return TestID(suite: suite, group: group, name: line.rest)
  }

  private func result(_ name: String, _ outcome: Outcome) -> TestResult {
    TestResult(Self.id(of: name, suite: suite), outcome, tool: "cargo test")
  }

  private mutating func learnSuite(_ text: ByteCursor, into sink: inout Sink) -> Bool {
    var line = text
    line.skipBlanks()
    if line.take("Running ") {
      _ = line.take("unittests ")
      guard let path = line.take(upTo: " (") else { return false }
      flush(into: &sink)
      suite = path
      return true
    }
    guard line.take("Doc-tests ") else { return false }
    flush(into: &sink)
    suite = "doc " + line.trimmed
    return true
  }

  private mutating func flush(into sink: inout Sink) {
    book.update { result in
      let name = [result.id.group, result.id.name].compactMap { $0 }.joined(separator: "::")
      if let body = bodies[name] { StackReading.explain(&result, by: body) }
    }
    bodies = [:]
    book.flush(.cargoTest, into: &sink)
  }

  /// `---- name stdout ----`, then what the test printed up to the next such line.
  private mutating func readBody(_ page: inout Page) -> Bool {
    guard let name = Self.heading(page.line()) else { return false }
    page.index += 1
    let start = page.index
    while !page.isAtEnd {
      let line = page.line()
      if Self.heading(line) != nil || line.rest == "failures:" || line.starts(with: "test result: ")
      {
        break
      }
      page.index += 1
    }
    let end = page.index
    page.index = start
    if bodies.count < Self.mostBodies {
      bodies[name] = page.text(from: 0, count: end - start, limit: 1 << 16)
    }
    page.index = end
    return true
  }

  private static func heading(_ text: ByteCursor) -> String? {
    var line = text
    line.dropTrailingBlanks()
    guard line.take("---- "), line.take(suffix: " stdout ----") || line.take(suffix: " stderr ----")
    else { return nil }
    return line.rest
  }

  /// `    FAIL [   0.005s] crate module::test`.
  private func nextest(_ text: ByteCursor) -> TestResult? {
    var line = text
    line.skipBlanks()
    guard
      let word = line.take(anyOf: [
        "PASS [", "FAIL [", "SIGABRT [", "SIGSEGV [", "TIMEOUT [", "SKIP [",
      ])
    else { return nil }
    line.skipBlanks()
    let seconds = line.takeDecimal()
    guard line.take("s] ") else { return nil }
    if line.take("(") { guard line.take(upTo: ") ") != nil else { return nil } }
    let suite = line.takeWord()
    line.skipBlanks()
    guard !line.isAtEnd else { return nil }
    let outcome: Outcome =
      word == "PASS ["
      ? .passed : word == "FAIL [" ? .failed : word == "SKIP [" ? .skipped : .errored
    return TestResult(
      Self.id(of: line.trimmed, suite: suite), outcome, tool: "cargo test", seconds: seconds)
  }
}
