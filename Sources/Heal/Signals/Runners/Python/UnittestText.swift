/// The console output of Python's unittest, which Django and others share.
struct UnittestText: TextReader {
  private var book = TestTally()
  /// The name that stands on the line before its documentation.
  private var pending: TestID?

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if readBlock(&page, into: &sink) { return true }
    var line = page.line()
    line.dropTrailingBlanks()
    guard let (id, rest) = Self.name(line) else {
      // With a documentation string, name and outcome are on two lines.
      guard let id = pending, let outcome = Self.ending(line) else {
        if !line.isAtEnd { pending = nil }
        return false
      }
      pending = nil
      note(id, outcome.0, outcome.1, into: &sink)
      page.index += 1
      return true
    }
    if rest.isAtEnd {
      pending = id
      return false
    }
    guard let (outcome, message) = Self.ending(rest) else { return false }
    note(id, outcome, message, into: &sink)
    page.index += 1
    return true
  }

  mutating func finish(into sink: inout Sink) { book.flush(.unittest, into: &sink) }

  private mutating func note(
    _ id: TestID, _ outcome: Outcome, _ message: String?, into sink: inout Sink
  ) {
    sink.saw(.unittest)
    book.note(TestResult(id, outcome, tool: "unittest", message: message))
  }

  /// `test_x (package.module.Class.test_x)` with what follows.
  private static func name(_ text: ByteCursor) -> (TestID, ByteCursor)? {
    var line = text
    let name = line.take { $0.isWord || $0 == UInt8(ascii: ".") }
    guard !name.isEmpty, line.take(" ("), let whole = line.take(upTo: ")"),
      whole.utf8.contains(UInt8(ascii: ".")),
      whole.utf8.allSatisfy({ $0.isWord || ".<>".utf8.contains($0) })
    else { return nil }
    var group = whole
    if group.hasSuffix("." + name) { group = String(group.dropLast(name.utf8.count + 1)) }
    if group.hasPrefix("unittest.loader._FailedTest") {
      return (TestID(suite: name, name: "collection"), line)
    }
    return (TestID(group: group, name: name), line)
  }

  /// `… ok`, `… FAIL`, `… skipped 'why'`, with whatever the test printed between.
  private static func ending(_ text: ByteCursor) -> (Outcome, String?)? {
    var line = text
    guard line.take(upToLast: " ... ") != nil else { return nil }
    let word = line.trimmed
    if word.hasSuffix("expected failure") { return (.passed, nil) }
    if word.hasSuffix("unexpected success") { return (.failed, "unexpected success") }
    if let range = Array(word.utf8)[...].range(of: Array("skipped".utf8)) {
      var reason = ByteCursor(Array(word.utf8)[range.upperBound...])
      reason.skipBlanks()
      _ = reason.take(anyOf: ["'", "\""])
      _ = reason.take(suffix: "'") || reason.take(suffix: "\"")
      return (.skipped, reason.rest)
    }
    if word.hasSuffix("ok") { return (.passed, nil) }
    if word.hasSuffix("FAIL") { return (.failed, nil) }
    if word.hasSuffix("ERROR") { return (.errored, nil) }
    return nil
  }

  /// `=====`, `FAIL: test_x (…)`, `-----`, the traceback.
  private mutating func readBlock(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard page.line().starts(with: "=========="),
      page.line().bytes.allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return false }
    var title = page.line(1)
    guard let word = title.take(anyOf: ["FAIL: ", "ERROR: ", "UNEXPECTED SUCCESS: "]) else {
      return false
    }
    var id: TestID
    if let (name, rest) = Self.name(title) {
      id = name
      // The parameters of a subtest tell it from the others.
      if !rest.trimmed.isEmpty { id.name += " " + rest.trimmed }
    } else {
      id = TestID(name: title.trimmed)
    }
    page.index += 2
    while !page.isAtEnd, !page.line().starts(with: "----------") { page.index += 1 }
    page.index += 1
    let start = page.index
    while !page.isAtEnd, !page.line().starts(with: "=========="),
      !page.line().starts(with: "----------")
    {
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 17)
    page.index = end
    var result = TestResult(id, word.hasPrefix("ERROR") ? .errored : .failed, tool: "unittest")
    StackReading.explain(&result, by: body)
    sink.saw(.unittest)
    book.note(result)
    return true
  }
}
