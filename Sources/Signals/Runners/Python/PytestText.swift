/// The console output of pytest, also of several workers.
struct PytestText: TextReader {
  private struct Block {
    let title: String
    let isError: Bool
    let body: String
  }

  private static let words = ["PASSED", "FAILED", "ERROR", "SKIPPED", "XFAIL", "XPASS", "RERUN"]
  private static let mostBlocks = 20_000
  private var book = TestBook()
  private var blocks: [Block] = []
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
  private static func ruled(_ text: Scanner, by mark: Character) -> String? {
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
    let title = Scanner(rest).trimmed
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
    var name = Scanner(title)
    let isError =
      name.take(anyOf: [
        "ERROR at setup of ", "ERROR at teardown of ", "ERROR collecting ", "ERROR at call of ",
      ]) != nil
    blocks.append(Block(title: name.rest, isError: isError, body: body))
  }

  /// `path::test PASSED [ 10%]`, `[gw0] [ 10%] PASSED path::test`.
  private static func verbose(_ text: Scanner) -> TestResult? {
    var line = text
    if line.take("[gw") {
      guard line.take(upTo: "] ") != nil else { return nil }
      if line.take("[") { _ = line.take(upTo: "] ") }
      guard let word = line.take(anyOf: words), line.take(" ") else { return nil }
      return result(line.trimmed, word)
    }
    guard line.first?.isBlank == false, line.contains("::") else { return nil }
    for word in words {
      var front = line
      guard let node = front.take(upTo: " \(word)"), front.isAtEnd || front.first?.isBlank == true
      else { continue }
      guard isNode(node) else { return nil }
      var result = result(node, word)
      if front.take(" ("), let reason = front.take(upToLast: ")") { result.message = reason }
      return result
    }
    return nil
  }

  /// `FAILED path::test - message` of the short summary.
  private static func summary(_ text: Scanner) -> TestResult? {
    var line = text
    guard let word = line.take(anyOf: words), line.take(" "), !line.starts(with: "[") else {
      return nil
    }
    let whole = line.trimmed
    let (node, message) = split(whole)
    guard isNode(node) || (word == "ERROR" && node.hasSuffix(".py")) else { return nil }
    var result = result(node, word)
    if let message, result.outcome != .passed {
      result.message = message
      if let (type, _) = PythonTraceback.exception(Scanner(message)), result.outcome != .skipped {
        result.exception = type
      }
    }
    return result
  }

  /// Parameters may hold ` - ` too; the separator is the first behind the brackets.
  private static func split(_ text: String) -> (String, String?) {
    var line = Scanner(text)
    var node = ""
    while let part = line.take(upTo: " - ") {
      node += part
      let opened = node.utf8.count { $0 == UInt8(ascii: "[") }
      if opened == 0 || node.hasSuffix("]") { return (node, line.rest) }
      node += " - "
    }
    // Without a bracket's end the first separator it was.
    line = Scanner(text)
    if let part = line.take(upTo: " - ") { return (part, line.rest) }
    return (text, nil)
  }

  private static func isNode(_ text: String) -> Bool {
    var line = Scanner(text)
    guard let path = line.take(upTo: "::") else { return false }
    return path.hasSuffix(".py") || path.hasSuffix(".rst") || path.hasSuffix(".txt")
      || path.hasSuffix(".md")
  }

  private static func result(_ node: String, _ word: String) -> TestResult {
    var id = PytestNode.id(of: node)
    if !node.utf8.contains(UInt8(ascii: ":")) { id = TestID(suite: node, name: "collection") }
    return TestResult(
      id, PytestNode.outcome(of: word), tool: "pytest",
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
      else { return }
      used.insert(index)
      Self.explain(&result, by: left[index].body)
    }
    left = left.enumerated().filter { !used.contains($0.offset) }.map(\.element)
    for block in left { book.note(Self.result(of: block)) }
  }

  private static func key(_ title: String) -> String {
    String(
      decoding: title.utf8.filter { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".") },
      as: UTF8.self)
  }

  private static func explain(_ result: inout TestResult, by body: String) {
    guard let signal = PytestDetail.read(body) ?? StackReading.signal(in: body) else {
      result.detail = Scanner(body).trimmedLines
      return
    }
    result.detail = Scanner(body).trimmedLines
    result.message = signal.message.isEmpty ? result.message : signal.message
    result.exception = signal.rule ?? result.exception
    result.frames = signal.frames
    // The line of the test itself says more to whoever looks for the test than the one that raised.
    result.place = signal.place ?? result.place
  }

  private static func result(of block: Block) -> TestResult {
    var line = Scanner(block.title)
    let group = block.title.hasSuffix(".py") ? nil : line.take(upToLast: ".")
    let isFile = block.title.hasSuffix(".py")
    var result = TestResult(
      TestID(
        suite: isFile ? block.title : nil, group: group, name: isFile ? "collection" : line.rest),
      block.isError ? .errored : .failed, tool: "pytest")
    explain(&result, by: block.body)
    if let path = result.frames.first?.place?.path, !isFile { result.id.suite = path }
    return result
  }
}
