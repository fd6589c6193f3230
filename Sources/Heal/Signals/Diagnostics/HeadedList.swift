/// Lists under a path: ESLint's and Stylelint's default output, yamllint, markdown linters, Reek.
struct HeadedList: TextReader {
  private static let mostBlankLines = 1

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard let path = Self.path(page), Self.entry(page.line(1), path: path) != nil else {
      return false
    }
    page.index += 1
    var blank = 0
    while !page.isAtEnd {
      if let signal = Self.entry(page.line(), path: path) {
        sink.add(signal, .headedList)
        blank = 0
      } else if page.line().trimmed.isEmpty {
        blank += 1
        guard blank <= Self.mostBlankLines, Self.entry(page.line(1), path: path) != nil else {
          break
        }
      } else if page.line().first?.isBlank != true {
        break
      }
      page.index += 1
    }
    return true
  }

  /// A line that is a path and nothing else, or Reek's `path -- 2 warnings:`.
  private static func path(_ page: Page) -> String? {
    var line = page.line()
    guard line.first?.isBlank == false, line.bytes.count < 1_024 else { return nil }
    line.dropTrailingBlanks()
    if let head = line.take(upTo: " -- "), line.contains("warning") { return head }
    line = page.line()
    line.dropTrailingBlanks()
    _ = line.take(suffix: ":")
    guard DiagnosticPlace.isPlausible(line.bytes),
      !line.bytes.contains(0x20) || line.starts(with: "/")
    else { return nil }
    return line.rest
  }

  /// `  46:3  ✖  message   rule`, `  3:1  error  message  rule`, `  [1, 3]:message`.
  private static func entry(_ text: ByteCursor, path: String) -> Signal? {
    var line = text
    guard line.skipBlanks() > 0 else { return nil }
    if line.take("[") { return reek(line, path: path) }
    guard let number = line.takeNumber(), line.take(":") || line.take("-") else { return nil }
    let column = line.takeNumber()
    if line.take("-") || line.take(":") { _ = line.take { $0.isDigit || $0 == UInt8(ascii: ":") } }
    guard line.skipBlanks() > 0 else { return nil }
    var level = Signal.Level.warning
    for (mark, value) in [
      ("✖", Signal.Level.error), ("×", .error), ("⚠", .warning), ("ℹ", .note), ("error", .error),
      ("warning", .warning),
      ("info", .note), ("✘", .error),
    ] where line.take(mark) {
      level = value
      break
    }
    line.skipBlanks()
    return Signal(
      .lint, rule: rule(line), level: level, message: line.rest,
      place: Place(path: path, line: number, column: column))
  }

  /// The last word, when two blanks or brackets set it apart.
  private static func rule(_ text: ByteCursor) -> String? {
    var line = text
    line.dropTrailingBlanks()
    if line.hasSuffix(")"), line.take(upToLast: " (") != nil, line.take(suffix: ")") {
      return line.rest
    }
    line = text
    line.dropTrailingBlanks()
    guard line.take(upToLast: "  ") != nil else { return nil }
    let word = line.trimmed
    return word.isEmpty || word.utf8.contains(0x20) ? nil : word
  }

  private static func reek(_ text: ByteCursor, path: String) -> Signal? {
    var line = text
    guard let number = line.takeNumber(), line.take(upTo: "]:") != nil else { return nil }
    var rest = line
    let rule = rest.take(upTo: ": ")
    return Signal(
      .lint, tool: "reek", rule: rule, message: line.trimmed, place: Place(path: path, line: number)
    )
  }
}
