/// The console launcher of JUnit 5 and the text of JUnit 4's runner.
struct JUnitTree: TextReader {
  private var names: [(depth: Int, name: String)] = []
  private var pending: (result: TestResult, depth: Int)?
  private var book = TestTally()
  private static let passMarks = [" ✔", " [OK]"]
  private static let failMarks = [" ✘", " [X]"]
  private static let skipMarks = [" ↷", " [S]"]

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if failure(&page, into: &sink) || junit4(&page, into: &sink) { return true }
    guard let (depth, line) = Self.branch(page.line()) else { return false }
    for (marks, outcome) in [
      (Self.failMarks, Outcome.failed), (Self.passMarks, .passed), (Self.skipMarks, .skipped),
    ] {
      for mark in marks {
        var rest = line
        guard let name = rest.take(upTo: mark) else { continue }
        page.index += 1
        sink.saw(.junitConsole)
        names.removeAll { $0.depth >= depth }
        node(name, outcome, message: rest.trimmed, depth: depth)
        return true
      }
    }
    return false
  }

  mutating func finish(into sink: inout Sink) {
    settle(nextDepth: 0)
    book.flush(.junitConsole, into: &sink)
  }

  /// A line of the tree without its branches, and how deep it is.
  private static func branch(_ text: ByteCursor) -> (Int, ByteCursor)? {
    var line = text
    var depth = 0
    while let part = line.take(anyOf: ["│  ", "|  ", "   "]) {
      _ = part
      depth += 1
      guard depth < 64 else { return nil }
    }
    guard line.take(anyOf: ["├─ ", "└─ ", "+-- ", "'-- "]) != nil else { return nil }
    return (depth + 1, line)
  }

  /// A node that has nodes below is a container, whose outcome is theirs.
  private mutating func node(_ name: String, _ outcome: Outcome, message: String, depth: Int) {
    settle(nextDepth: depth)
    let groups = names.map(\.name).filter { !$0.hasPrefix("JUnit ") }
    var result = TestResult(
      TestID(group: groups.isEmpty ? nil : groups.joined(separator: "."), name: name), outcome,
      tool: "junit")
    if !message.isEmpty { result.message = message }
    pending = (result, depth)
    if names.count < 64 { names.append((depth, name)) }
  }

  private mutating func settle(nextDepth: Int) {
    guard let (result, depth) = pending else { return }
    pending = nil
    if nextDepth <= depth, depth > 2 || !(result.id.name.hasPrefix("JUnit ")) { book.note(result) }
  }

  /// `  JUnit Jupiter:FooTest:b()`, `    MethodSource […]`, `    => exception`, the stack.
  private mutating func failure(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard ByteCursor(page.line(1).trimmed).starts(with: "MethodSource ["),
      page.line(2).contains("=> ")
    else { return false }
    settle(nextDepth: 0)
    let path = page.line().trimmed.utf8.split(separator: UInt8(ascii: ":")).map {
      String(decoding: $0, as: UTF8.self)
    }
    page.index += 2
    let start = page.index
    while !page.isAtEnd {
      if page.index > start, page.line().trimmed.isEmpty { break }
      if page.index > start, ByteCursor(page.line(1).trimmed).starts(with: "MethodSource [") {
        break
      }
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 16)
    page.index = end
    let groups = path.dropLast().filter { !$0.hasPrefix("JUnit ") }
    var result = TestResult(
      TestID(group: groups.isEmpty ? nil : groups.joined(separator: "."), name: path.last ?? ""),
      .failed, tool: "junit")
    Self.explain(&result, by: body)
    sink.saw(.junitConsole)
    book.note(result)
    return true
  }

  /// The launcher prints its stack without `at`.
  private static func explain(_ result: inout TestResult, by body: String) {
    var lines = body.utf8.split(separator: 0x0A).map {
      ByteCursor(String(decoding: $0, as: UTF8.self)).trimmed
    }
    guard var head = lines.first.map({ ByteCursor($0) }) else { return }
    _ = head.take("=> ")
    lines[0] = head.rest
    for index in lines.indices.dropFirst()
    where lines[index].hasSuffix(")") || lines[index].hasSuffix("]") {
      if lines[index].hasPrefix("[...]") { lines[index] = "" }
      if !lines[index].hasPrefix("at "), lines[index].contains("("), lines[index].contains(":") {
        lines[index] = "at " + lines[index]
      }
    }
    let text = lines.map { $0.hasPrefix("at ") ? "\t" + $0 : $0 }.filter { !$0.isEmpty }.joined(
      separator: "\n")
    StackReading.explain(&result, by: text)
    result.detail = ByteCursor(body).trimmedLines
  }

  /// `1) method(package.Class)`, then the exception and its stack.
  private mutating func junit4(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    guard line.takeNumber() != nil, line.take(") "), let name = line.take(upTo: "("),
      line.take(suffix: ")"),
      !name.utf8.contains(0x20), AtFrame(page.line(2)) != nil || AtFrame(page.line(3)) != nil
    else { return false }
    page.index += 1
    let start = page.index
    while !page.isAtEnd, page.index - start < 2_000 {
      let next = page.line()
      if next.trimmed.isEmpty { break }
      var number = next
      if number.takeNumber() != nil, number.take(") ") { break }
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 16)
    page.index = end
    var result = TestResult(TestID(group: line.rest, name: name), .failed, tool: "junit")
    StackReading.explain(&result, by: body)
    sink.saw(.junitConsole)
    book.note(result)
    return true
  }
}
