/// The console output of XCTest and of Swift Testing.
struct SwiftTestText: TextReader {
  private var book = TestTally()
  private var issues: [String: (message: String, place: Place?)] = [:]
  private static let mostIssues = 20_000

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard xctest(page.line()) || xctestIssue(page.line()) || testing(&page) else { return false }
    sink.saw(.swiftTest)
    page.index += 1
    return true
  }

  mutating func finish(into sink: inout Sink) {
    book.update { result in
      let key = Self.key(result.id)
      guard let issue = issues[key], result.outcome != .passed else { return }
      result.message = result.message ?? issue.message
      result.place = result.place ?? issue.place
    }
    issues = [:]
    book.flush(.swiftTest, into: &sink)
  }

  private static func key(_ id: TestID) -> String {
    [id.group, id.name].compactMap { $0 }.joined(separator: ".")
  }

  /// `Test Case 'Class.test' failed (0.1 seconds)`, `Test Case '-[Module.Class test]' passed …`.
  private mutating func xctest(_ text: ByteCursor) -> Bool {
    var line = text
    guard line.take("Test Case '") || line.take("Test case '"), let name = line.take(upTo: "' ")
    else { return false }
    guard let word = line.take(anyOf: ["passed", "failed", "skipped"]) else {
      return line.starts(with: "started")
    }
    var seconds: Double?
    if line.take(" (") { seconds = line.takeDecimal() }
    let outcome: Outcome = word == "passed" ? .passed : word == "failed" ? .failed : .skipped
    book.note(TestResult(Self.id(of: name), outcome, tool: "swift test", seconds: seconds))
    return true
  }

  private static func id(of name: String) -> TestID {
    var line = ByteCursor(name)
    if line.take("-["), line.take(suffix: "]"), let group = line.take(upTo: " ") {
      var type = ByteCursor(group)
      let suite = type.take(upTo: ".")
      return TestID(suite: suite, group: type.rest, name: line.rest)
    }
    guard let group = line.take(upToLast: ".") else { return TestID(name: name) }
    return TestID(group: group, name: line.rest)
  }

  /// `/path/File.swift:12: error: Class.test : XCTAssertEqual failed: …`.
  private mutating func xctestIssue(_ text: ByteCursor) -> Bool {
    var line = text
    var place: Place?
    if !line.take("<EXPR>:0: "), !line.take("<unknown>:0: ") {
      guard let found = DiagnosticPlace.read(text), found.place.path.hasSuffix(".swift") else {
        return false
      }
      place = found.place
      line = ByteCursor(found.rest.trimmed)
    }
    if let (name, reason) = Self.skipped(line) {
      if issues.count < Self.mostIssues { issues[Self.key(Self.id(of: name))] = (reason, place) }
      return true
    }
    guard line.take("error: "), let name = line.take(upTo: " : "), !name.isEmpty,
      !ByteCursor(name).contains(": ")
    else { return false }
    let id = Self.id(of: name)
    if issues.count < Self.mostIssues, issues[Self.key(id)] == nil {
      issues[Self.key(id)] = (line.trimmed, place)
    }
    return true
  }

  /// `Class.test : Test skipped - reason`.
  private static func skipped(_ text: ByteCursor) -> (String, String)? {
    var line = text
    guard let name = line.take(upTo: " : Test skipped"), !name.utf8.contains(0x20) else {
      return nil
    }
    _ = line.take(" - ")
    return (name, line.trimmed)
  }

  /// `✘ Test name() failed after …`, `✘ Test name() recorded an issue at File.swift:1:2: message`.
  private mutating func testing(_ page: inout Page) -> Bool {
    var line = page.line()
    line.skipBlanks()
    // One symbol, or on a plain console a word in brackets, stands in front.
    if line.take("[") { guard line.take(upTo: "] ") != nil else { return false } }
    if let first = line.first, first >= 0x80 {
      _ = line.take { $0 >= 0x80 }
      line.skipBlanks()
    }
    guard line.take("Test "), !line.starts(with: "run ") else { return false }
    let name: String
    if line.take("\"") {
      guard let quoted = line.take(upTo: "\" ") else { return false }
      name = quoted
    } else {
      guard let bare = line.take(upTo: ") ") else { return false }
      name = bare + ")"
    }
    return ending(name, line) || issue(name, line, page)
  }

  private mutating func ending(_ name: String, _ text: ByteCursor) -> Bool {
    var line = text
    // With arguments: `with 2 test cases failed after …`.
    if line.take("with "), line.takeNumber() == nil || line.take(upTo: " test case") == nil {
      return false
    }
    _ = line.take("s ") || line.take(" ")
    guard let word = line.take(anyOf: ["passed after ", "failed after ", "skipped"]) else {
      return line.starts(with: "started")
    }
    let outcome: Outcome =
      word.hasPrefix("passed") ? .passed : word.hasPrefix("failed") ? .failed : .skipped
    let seconds = line.takeDecimal()
    var result = TestResult(TestID(name: name), outcome, tool: "swift test", seconds: seconds)
    if outcome == .skipped, line.take(": ") { result.message = line.trimmed }
    book.note(result)
    return true
  }

  private mutating func issue(_ name: String, _ text: ByteCursor, _ page: Page) -> Bool {
    var line = text
    guard line.take("recorded a") else { return false }
    let isKnown = line.starts(with: " known issue")
    guard line.take(upTo: " at ") != nil, let found = DiagnosticPlace.read(line) else {
      return true
    }
    var message = found.rest.trimmed
    var detail = ByteCursor(page.line(1).trimmed)
    if detail.take("↳ ") { message += "\n" + detail.trimmed }
    if !isKnown, issues.count < Self.mostIssues, issues[name] == nil {
      issues[name] = (message, found.place)
    }
    return true
  }
}
