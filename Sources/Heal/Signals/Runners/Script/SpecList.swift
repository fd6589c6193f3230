/// Lists of tests with marks, as Node's `spec` reporter, Mocha, Jest and Vitest print them.
///
/// Other programs print marks too, so nothing counts until the summary of one of these was seen.
struct SpecList: TextReader {
  private struct Heading {
    let indent: Int
    let name: String
  }

  private static let passMarks = ["✔ ", "✓ ", "√ "]
  private static let failMarks = ["✖ ", "✕ ", "× ", "✗ "]
  private static let skipMarks = ["﹣ ", "○ ", "↓ ", "- ", "✎ todo "]
  private var book = TestTally()
  private var headings: [Heading] = []
  private var file: String?
  private var details: [(title: String, file: String?, body: String)] = []
  private var format: SignalFormat?
  /// Whether Mocha's summary was seen, below which numbered failures stand.
  private var isInFailures = false

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if summary(page.line()) {
      page.index += 1
      return true
    }
    if fileLine(page.line()) || jestBlock(&page) || mochaBlock(&page) || nodeBlock(&page)
      || vitestBlock(&page)
    {
      return true
    }
    let count = book.results.count
    guard mark(page.line()) else {
      heading(page.line())
      return false
    }
    // Any list may look so; only what has a mark is certainly no other program's.
    guard !Self.isPlainList(page.line()) else { return false }
    page.index += 1
    if let last = book.results.last, book.results.count > count, last.outcome == .failed {
      inlineBody(of: last, &page)
    }
    return true
  }

  mutating func finish(into sink: inout Sink) {
    guard let format else { return }
    explain()
    let tool = format == .nodeTest ? "node" : format == .jest ? "jest" : "mocha"
    book.update { $0.tool = tool }
    book.flush(format, into: &sink)
  }

  private mutating func summary(_ text: ByteCursor) -> Bool {
    var line = text
    line.skipBlanks()
    let found: SignalFormat?
    if line.starts(with: "ℹ tests ") || line.starts(with: "ℹ fail ") {
      found = .nodeTest
    } else if line.take("Tests:") || line.take("Test Suites:") || line.starts(with: "Test Files ")
      || line.starts(with: "Tests  ")
    {
      found =
        line.contains("total") || line.contains("passed") || line.contains("failed") ? .jest : nil
    } else if line.takeNumber() != nil,
      line.take(anyOf: [" passing (", " failing", " pending"]) != nil
    {
      found = .mocha
      isInFailures = true
    } else {
      found = nil
    }
    guard let found else { return false }
    format = format ?? found
    return true
  }

  /// `PASS src/a.test.js`, `FAIL src/b.test.js`.
  private mutating func fileLine(_ text: ByteCursor) -> Bool {
    var line = text
    guard line.take("PASS ") || line.take("FAIL ") else { return false }
    line.skipBlanks()
    let path = line.takeWord()
    guard DiagnosticPlace.isSource(path), !line.contains(" > ") else { return false }
    file = path
    headings = []
    return false
  }

  private mutating func heading(_ text: ByteCursor) {
    var line = text
    let indent = line.skipBlanks()
    _ = line.take("▶ ")
    guard !line.isAtEnd, line.bytes.count < 400, line.first != UInt8(ascii: "#") else { return }
    headings.removeAll { $0.indent >= indent }
    if headings.count < 32 { headings.append(Heading(indent: indent, name: line.trimmed)) }
  }

  /// A dash or a number, as Mocha sets before what is pending and what failed.
  private static func isPlainList(_ text: ByteCursor) -> Bool {
    var line = text
    line.skipBlanks()
    return line.starts(with: "- ") || line.first?.isDigit == true
  }

  private mutating func mark(_ text: ByteCursor) -> Bool {
    var line = text
    let indent = line.skipBlanks()
    let outcome: Outcome
    if line.take(anyOf: Self.passMarks) != nil {
      outcome = .passed
    } else if line.take(anyOf: Self.failMarks) != nil {
      outcome = .failed
    } else if indent > 0, line.take(anyOf: Self.skipMarks) != nil {
      outcome = .skipped
    } else if indent > 1, line.takeNumber() != nil, line.take(") ") {
      outcome = .failed
    } else {
      return false
    }
    line.skipBlanks()
    let (name, seconds) = Self.name(line)
    guard !name.isEmpty, name != "failing tests:" else { return !name.isEmpty }
    // Vitest's lines are whole paths: `✓ src/a.test.ts > suite > name`.
    let groups = headings.filter { $0.indent < indent }
    // Node's suites end with a mark of their own, and so do Vitest's files.
    guard !(headings.contains { $0.indent == indent && $0.name == name }),
      !DiagnosticPlace.isSource(ByteCursor(name).firstWord)
    else {
      headings.removeAll { $0.indent >= indent }
      return true
    }
    var names = groups.map(\.name)
    if let first = names.first,
      first.hasPrefix("PASS ") || first.hasPrefix("FAIL ")
        || DiagnosticPlace.isSource(ByteCursor(first).firstWord)
    {
      names.removeFirst()
    }
    book.note(
      TestResult(
        TestID(suite: file, group: names.isEmpty ? nil : names.joined(separator: " "), name: name),
        outcome, tool: "",
        place: file.map { Place(path: $0) }, seconds: seconds))
    return true
  }

  /// Node tells of a failure below its mark already, indented further.
  private mutating func inlineBody(of result: TestResult, _ page: inout Page) {
    var mark = page.line(-1)
    let indent = mark.skipBlanks()
    let start = page.index
    while !page.isAtEnd, page.index - start < 2_000 {
      var line = page.line()
      let depth = line.skipBlanks()
      let isMark = (Self.passMarks + Self.failMarks + Self.skipMarks + ["▶ "]).contains(
        where: line.starts)
      guard line.isAtEnd || (depth > indent && !isMark) else { break }
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 15)
    guard body.contains("    at "), details.count < 20_000 else { return }
    page.index = end
    details.append(
      ([result.id.group, result.id.name].compactMap { $0 }.joined(separator: " "), file, body))
  }

  /// Takes the time in brackets off.
  private static func name(_ text: ByteCursor) -> (String, Double?) {
    var line = text
    if let head = Self.beforeDirective(line) { return (head, nil) }
    line.dropTrailingBlanks()
    if line.hasSuffix(")"), let name = line.take(upToLast: " ("), let value = line.takeDecimal() {
      line.skipBlanks()
      if line.take("ms") { return (name, value / 1_000) }
      if line.take("s") { return (name, value) }
    }
    return (text.trimmed, nil)
  }

  private static func beforeDirective(_ text: ByteCursor) -> String? {
    var line = text
    guard let head = line.take(upToLast: " # "),
      ["skip", "todo"].contains(where: line.rest.lowercased().hasPrefix) || head.hasSuffix("ms)")
    else { return nil }
    var name = ByteCursor(head)
    if name.hasSuffix(")"), let front = name.take(upToLast: " (") { return front }
    return head
  }

  /// `  ● suite › name`, the message, the code, the stack.
  private mutating func jestBlock(_ page: inout Page) -> Bool {
    var line = page.line()
    line.skipBlanks()
    guard line.take("● ") else { return false }
    let title = line.trimmed
    guard !title.hasPrefix("Console") else { return false }
    note(title, &page) { next in
      next.starts(with: "● ") || next.starts(with: "Test Suites:") || next.starts(with: "PASS ")
        || next.starts(with: "FAIL ")
    }
    return true
  }

  /// `  1) suite` … `name:`, below Mocha's summary.
  private mutating func mochaBlock(_ page: inout Page) -> Bool {
    guard isInFailures else { return false }
    var line = page.line()
    guard line.skipBlanks() > 0, line.takeNumber() != nil, line.take(") ") else { return false }
    var title = line.trimmed
    var steps = 1
    while !title.hasSuffix(":"), steps < 8, page.has(steps) {
      title += " " + page.line(steps).trimmed
      steps += 1
    }
    guard title.hasSuffix(":") else { return false }
    title.removeLast()
    page.index += steps - 1
    note(title, &page) { next in
      var copy = next
      return copy.takeNumber() != nil && copy.take(") ")
    }
    return true
  }

  /// `test at test/x.js:3:5`, then the mark and the stack, below `✖ failing tests:`.
  private mutating func nodeBlock(_ page: inout Page) -> Bool {
    var line = page.line()
    guard line.take("test at "), let found = DiagnosticPlace.read(line), found.rest.isAtEnd else {
      return false
    }
    var next = page.line(1)
    guard next.take(anyOf: Self.failMarks) != nil else { return false }
    let (name, _) = Self.name(next)
    page.index += 1
    note(name, file: found.place.path, &page) { $0.starts(with: "test at ") }
    for index in book.results.indices
    where book.results[index].id.name == name && book.results[index].place == nil {
      var place = book.results[index]
      place.place = found.place
      book.note(place)
      break
    }
    return true
  }

  /// ` FAIL  src/b.test.ts > suite > name`, the message, ` ❯ src/b.test.ts:3:5`.
  private mutating func vitestBlock(_ page: inout Page) -> Bool {
    var line = ByteCursor(page.line().trimmed)
    guard line.take("FAIL "), line.contains(" > ") else { return false }
    line.skipBlanks()
    let path = line.take(upTo: " > ")
    note(line.trimmed, file: path, &page) {
      $0.starts(with: "FAIL ") || $0.starts(with: "⎯") || $0.starts(with: "Test Files")
    }
    return true
  }

  /// Keeps the lines below a title up to the next one.
  private mutating func note(
    _ title: String, file: String? = nil, _ page: inout Page, isEnd: (ByteCursor) -> Bool
  ) {
    page.index += 1
    let start = page.index
    while !page.isAtEnd, page.index - start < 2_000 {
      if isEnd(ByteCursor(page.line().trimmed)) { break }
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 15)
    page.index = end
    if details.count < 20_000 { details.append((title, file ?? self.file, body)) }
  }

  private mutating func explain() {
    var byTitle: [String: Int] = [:]
    for (index, detail) in details.enumerated() {
      byTitle[Self.key(detail.title)] = byTitle[Self.key(detail.title)] ?? index
    }
    var used: Set<Int> = []
    book.update { result in
      guard result.outcome == .failed else { return }
      let names = [
        [result.id.group, result.id.name].compactMap { $0 }.joined(separator: " "), result.id.name,
      ]
      guard let index = names.lazy.compactMap({ byTitle[Self.key($0)] }).first else { return }
      used.insert(index)
      let known = result.place
      result.place = nil
      StackReading.explain(&result, by: details[index].body)
      result.place = result.place ?? known
    }
    // Node tells of each failure twice, once below the list with the bare name.
    let names = Set(
      book.results.flatMap {
        [Self.key($0.id.name), Self.key("\($0.id.group ?? "") \($0.id.name)")]
      })
    for (index, detail) in details.enumerated()
    where !used.contains(index) && !names.contains(Self.key(detail.title)) {
      var result = TestResult(TestID(suite: detail.file, name: detail.title), .failed, tool: "")
      StackReading.explain(&result, by: detail.body)
      book.note(result)
    }
    details = []
  }

  /// Letters and digits only: separators differ between list and details.
  private static func key(_ title: String) -> String {
    String(decoding: title.utf8.filter { $0.isLetter || $0.isDigit }, as: UTF8.self)
  }
}
