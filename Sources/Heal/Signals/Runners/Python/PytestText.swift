/// The console output of pytest, also of several workers.
struct PytestText: TextReader {
  private struct Block {
    let title: String
    let isError: Bool
    let body: String
  }

  private static let words = ["PASSED", "FAILED", "ERROR", "SKIPPED", "XFAIL", "XPASS", "RERUN"]
  private static let mostBlocks = 20_000
  private var book = TestTally()
  private var blocks: [Block] = []
  private var notes: [(place: Place, text: String)] = []
  private var isInBlocks = false

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    let line = page.line()
    if let title = Self.ruled(line, by: "=") {
      section(title, into: &sink)
      page.index += 1
      return true
    }
    if isInBlocks, let title = Self.ruled(line, by: "_") {
      page.index += 1
      readBlock(title, &page)
      return true
    }
    if isInBlocks, let found = DiagnosticPlace.read(line), found.hasColon,
      found.place.path.hasSuffix(".py")
    {
      // With --tb=line a failure is one line without a name.
      if notes.count < Self.mostBlocks { notes.append((found.place, found.rest.trimmed)) }
      page.index += 1
      return true
    }
    guard let result = Self.verbose(line) ?? Self.summary(line) else { return false }
    book.note(result)
    sink.saw(.pytest)
    page.index += 1
    return true
  }

  mutating func finish(into sink: inout Sink) {
    explain()
    book.flush(.pytest, into: &sink)
  }

  /// `=== title ===`; `nil` unless the rule is on both sides.
  private static func ruled(_ text: ByteCursor, by mark: Character) -> String? {
    var line = text
    line.dropTrailingBlanks()
    let rule = String(repeating: mark, count: 3)
    guard
      line.starts(with: rule)
        || line.starts(with: "\(mark) \(mark)") == false
          && line.starts(with: String(repeating: mark, count: 2)),
      line.hasSuffix(String(mark))
    else { return nil }
    guard let byte = mark.asciiValue else { return nil }
    _ = line.take { $0 == byte }
    guard line.take(" ") else { return nil }
    var rest = line.rest
    while rest.hasSuffix(String(mark)) { rest.removeLast() }
    let title = ByteCursor(rest).trimmed
    return title.isEmpty || !rest.hasSuffix(" ") ? nil : title
  }

  private mutating func section(_ title: String, into sink: inout Sink) {
    switch title {
    case "test session starts":
      // The next run of the same log.
      finish(into: &sink)
      sink.saw(.pytest)
      isInBlocks = false
    case "FAILURES", "ERRORS":
      sink.saw(.pytest)
      isInBlocks = true
    default: isInBlocks = false
    }
  }

  private mutating func readBlock(_ title: String, _ page: inout Page) {
    let start = page.index
    while !page.isAtEnd {
      let line = page.line()
      if line.starts(with: "==="), Self.ruled(line, by: "=") != nil { break }
      if line.starts(with: "___"), Self.ruled(line, by: "_") != nil { break }
      page.index += 1
    }
    let end = page.index
    page.index = start
    let body = page.text(from: 0, count: end - start, limit: 1 << 17)
    page.index = end
    guard blocks.count < Self.mostBlocks else { return }
    var name = ByteCursor(title)
    let isError =
      name.take(anyOf: [
        "ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting ", "ERROR at call of ",
      ]) != nil
    blocks.append(Block(title: name.rest, isError: isError, body: body))
  }

  /// The word of an outcome; that of a subtest, `SUBFAILED[message](number=1)`, has its parameters.
  private static func word(_ line: inout ByteCursor) -> (outcome: String, parameters: String)? {
    let isSubtest = line.take("SUB")
    guard let word = line.take(anyOf: words) else { return nil }
    var parameters = ""
    if isSubtest {
      for (open, close) in [("[", "]"), ("(", ")")] where line.take(open) {
        guard let inside = line.take(upTo: close) else { return nil }
        parameters += " " + open + inside + close
      }
    }
    // Workers quote the values.
    parameters = String(decoding: parameters.utf8.filter { $0 != UInt8(ascii: "'") }, as: UTF8.self)
    return (word, parameters)
  }

  /// `path::test PASSED [ 10%]`, `[gw0] [ 10%] PASSED path::test`.
  private static func verbose(_ text: ByteCursor) -> TestResult? {
    var line = text
    if line.take("[gw") {
      guard line.take(upTo: "] ") != nil else { return nil }
      if line.take("[") { _ = line.take(upTo: "] ") }
      guard let word = word(&line), line.take(" ") else { return nil }
      return result(line.trimmed, word)
    }
    guard line.first?.isBlank == false, line.contains("::") else { return nil }
    for mark in words + ["SUBPASSED", "SUBFAILED", "SUBSKIPPED"] {
      var front = line
      guard let node = front.take(upTo: " \(mark)") else { continue }
      front = ByteCursor(mark + front.rest)
      guard isNode(node), let word = word(&front), front.isAtEnd || front.first?.isBlank == true
      else {
        continue
      }
      var result = result(node, word)
      if front.take(" ("), let reason = front.take(upToLast: ")") { result.message = reason }
      return result
    }
    return nil
  }

  /// `FAILED path::test - message` of the short summary.
  private static func summary(_ text: ByteCursor) -> TestResult? {
    var line = text
    guard let word = word(&line), line.take(" "), !line.starts(with: "[") else { return nil }
    let whole = line.trimmed
    let (node, message) = split(whole)
    guard isNode(node) || (word.outcome == "ERROR" && node.hasSuffix(".py")) else { return nil }
    var result = result(node, word)
    if let message, result.outcome != .passed {
      result.message = message
      if let (type, _) = PythonTraceback.exception(ByteCursor(message)), result.outcome != .skipped
      {
        result.exception = type
      }
    }
    return result
  }

  /// Parameters may hold ` - ` too; the separator is the first behind the brackets.
  private static func split(_ text: String) -> (String, String?) {
    var line = ByteCursor(text)
    var node = ""
    while let part = line.take(upTo: " - ") {
      node += part
      let opened = node.utf8.count { $0 == UInt8(ascii: "[") }
      if opened == 0 || node.hasSuffix("]") { return (node, line.rest) }
      node += " - "
    }
    // Without a bracket's end the first separator it was.
    line = ByteCursor(text)
    if let part = line.take(upTo: " - ") { return (part, line.rest) }
    return (text, nil)
  }

  private static func isNode(_ text: String) -> Bool {
    var line = ByteCursor(text)
    guard let path = line.take(upTo: "::") else { return false }
    return path.hasSuffix(".py") || path.hasSuffix(".rst") || path.hasSuffix(".txt")
      || path.hasSuffix(".md")
  }

  private static func result(
    _ node: String, _ word: (outcome: String, parameters: String)
  ) -> TestResult {
    var id = PytestNode.id(of: node)
    id.name += word.parameters
    return TestResult(
      id, PytestNode.outcome(of: word.outcome), tool: "pytest",
      place: Place(path: PytestNode.path(of: node)))
  }

  /// Gives each failure the block that tells of it; a block without a failure is one itself.
  private mutating func explain() {
    var left = blocks
    blocks = []
    var positions: [String: [Int]] = [:]
    for (index, block) in left.enumerated() {
      positions[Self.key(block.title), default: []].append(index)
    }
    var used: Set<Int> = []
    var notes = self.notes
    self.notes = []
    book.update { result in
      guard result.outcome == .failed || result.outcome == .errored else { return }
      let title =
        result.id.name == "collection"
        ? result.id.suite ?? ""
        : [result.id.group, result.id.name].compactMap { $0 }.joined(separator: ".")
      let path = result.place?.path ?? ""
      let candidates = (positions[Self.key(title)] ?? []).filter { !used.contains($0) }
      guard
        let index = candidates.first(where: { left[$0].body.contains(path) }) ?? candidates.first
      else {
        Self.take(&notes, for: &result)
        return
      }
      used.insert(index)
      Self.explain(&result, by: left[index].body)
    }
    left = left.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    for block in left { book.note(Self.result(of: block)) }
  }

  /// Gives a failure the line that says the same.
  private static func take(
    _ notes: inout [(place: Place, text: String)], for result: inout TestResult
  ) {
    guard var message = result.message, result.place?.line == nil else { return }
    if message.hasSuffix("...") { message = String(message.dropLast(3)) }
    guard let index = notes.firstIndex(where: { $0.text.hasPrefix(message) }) else { return }
    let note = notes.remove(at: index)
    result.message = note.text
    if ProjectPaths().relative(note.place.path) != nil { result.place = note.place }
  }

  private static func key(_ title: String) -> String {
    String(
      decoding: title.utf8.filter { !":.'".utf8.contains($0) },
      as: UTF8.self)
  }

  private static func explain(_ result: inout TestResult, by body: String) {
    guard let signal = PytestDetail.read(body) ?? StackReading.signal(in: body) else {
      result.detail = ByteCursor(body).trimmedLines
      return
    }
    result.detail = ByteCursor(body).trimmedLines
    result.message = signal.message.isEmpty ? result.message : signal.message
    result.exception = signal.rule ?? result.exception
    result.frames = signal.frames
    result.place = signal.place ?? result.place
  }

  private static func result(of block: Block) -> TestResult {
    var line = ByteCursor(block.title)
    let group = block.title.hasSuffix(".py") ? nil : line.take(upToLast: ".")
    let isFile = block.title.hasSuffix(".py")
    var result = TestResult(
      TestID(
        suite: isFile ? block.title : nil, group: group, name: isFile ? "collection" : line.rest),
      block.isError ? .errored : .failed, tool: "pytest")
    explain(&result, by: block.body)
    let paths = result.frames.compactMap { $0.place?.path }
    if let path = paths.first(where: { ProjectPaths().relative($0) != nil }) ?? paths.first, !isFile
    {
      result.id.suite = path
    }
    return result
  }
}
