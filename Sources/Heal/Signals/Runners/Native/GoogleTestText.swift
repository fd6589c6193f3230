/// The console output of GoogleTest, and the lines of CTest.
struct GoogleTestText: TextReader {
  private var output: [String] = []
  private var running: String?
  private var ctest = TestTally()
  private static let longestOutput = 400

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if readCTest(page.line(), into: &sink) {
      page.index += 1
      return true
    }
    var line = page.line()
    guard line.take("[") else {
      guard running != nil else { return false }
      // A test that goes on for longer has ended with its program; what follows is somebody else's.
      guard output.count < Self.longestOutput else {
        abandon(into: &sink)
        return false
      }
      output.append(line.rest)
      page.index += 1
      return true
    }
    guard let word = line.take(upTo: "] "),
      ["RUN", "OK", "FAILED", "SKIPPED", "DISABLED"].contains(ByteCursor(word).trimmed)
    else { return false }
    page.index += 1
    let mark = ByteCursor(word).trimmed
    if mark == "RUN" {
      running = line.trimmed
      output = []
      sink.saw(.googleTest)
      return true
    }
    // The summary at the end names failures again, without a time.
    guard let name = running, line.starts(with: name) else { return true }
    line = ByteCursor(line.rest)
    _ = line.take(name)
    _ = line.take(upToLast: "(")
    end(name, mark, milliseconds: line.takeDecimal(), into: &sink)
    return true
  }

  mutating func finish(into sink: inout Sink) {
    abandon(into: &sink)
    ctest.flush(.ctest, into: &sink)
  }

  /// The program ended while a test ran.
  private mutating func abandon(into sink: inout Sink) {
    guard let name = running else { return }
    end(name, "CRASHED", milliseconds: nil, into: &sink)
  }

  private mutating func end(
    _ name: String, _ mark: String, milliseconds: Double?, into sink: inout Sink
  ) {
    var line = ByteCursor(name)
    let group = line.take(upTo: ".")
    let outcome: Outcome =
      mark == "OK" ? .passed : mark == "FAILED" ? .failed : mark == "CRASHED" ? .errored : .skipped
    var result = TestResult(
      TestID(group: group, name: line.rest), outcome, tool: "googletest",
      seconds: milliseconds.map { $0 / 1_000 })
    if outcome != .passed {
      result.detail = output.isEmpty ? nil : output.joined(separator: "\n")
      for (index, text) in output.enumerated() {
        guard let found = DiagnosticPlace.read(ByteCursor(text)), found.hasColon else { continue }
        result.place = found.place
        let head = found.rest.trimmed
        result.message = head == "Failure" && index + 1 < output.count ? output[index + 1] : head
        break
      }
      if outcome == .errored {
        if let detail = result.detail { StackReading.complete(&result, from: detail) }
        result.message = "the program ended while the test ran"
      }
    }
    running = nil
    output = []
    sink.add(result, .googleTest)
  }

  /// `1/3 Test #1: name .......   Passed    0.01 sec`.
  private mutating func readCTest(_ text: ByteCursor, into sink: inout Sink) -> Bool {
    var line = text
    line.skipBlanks()
    guard line.takeNumber() != nil, line.take("/"), line.takeNumber() != nil, line.take(" Test"),
      line.take(upTo: "#") != nil, line.takeNumber() != nil, line.take(": ")
    else { return false }
    let name = line.takeWord()
    for (word, outcome) in [
      ("Passed", Outcome.passed), ("***Failed", .failed), ("***Not Run", .skipped),
      ("***Skipped", .skipped), ("***", .errored),
    ] {
      var rest = line
      guard rest.take(upTo: word) != nil else { continue }
      ctest.note(
        TestResult(
          TestID(name: name), outcome, tool: "ctest",
          message: outcome == .passed ? nil : "***" + rest.trimmed))
      sink.saw(.ctest)
      return true
    }
    return false
  }
}
