/// Diagnostics whose place stands below them behind an arrow: rustc, typos, Biome, newer Ruff, buf.
struct RustcText: TextReader {
  private static let words: [(String, Signal.Level)] = [
    ("error", .error), ("warning", .warning), ("note", .note), ("help", .note), ("info", .note),
    ("Error", .error), ("Warning", .warning),
  ]

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard let arrow = Self.arrow(page), let head = Self.head(page.line()) else { return false }
    var related: [Place] = []
    page.index += arrow.step + 1
    // Further arrows of the same diagnostic stand before the next blank line.
    while !page.isAtEnd, !page.line().trimmed.isEmpty, related.count < 64 {
      if let place = Self.place(page.line()) { related.append(place) }
      page.index += 1
    }
    let rule = head.rule
    sink.add(
      Signal(
        head.level == .error && arrow.place.path.hasSuffix(".rs") ? .compilerError : .lint,
        tool: arrow.place.path.hasSuffix(".rs") ? "rustc" : "", rule: rule, level: head.level,
        message: head.message, place: arrow.place, related: related),
      .rustcText)
    return true
  }

  /// The arrow, on one of the next lines.
  private static func arrow(_ page: Page) -> (step: Int, place: Place)? {
    for step in 1..<8 {
      if let place = place(page.line(step)) { return (step, place) }
      // Only code with its frame may stand between.
      let isCode = page.line(step).contains("│") || page.line(step).contains("|")
      if page.line(step).isAtEnd || (step > 2 && !isCode) { return nil }
    }
    return nil
  }

  static func place(_ text: ByteCursor) -> Place? {
    var line = text
    line.skipBlanks()
    guard line.take(anyOf: ["--> ", "╭─[", "┌─ ", "└─ ", "::: "]) != nil else { return nil }
    line.skipBlanks()
    _ = line.take(suffix: "]")
    return DiagnosticPlace.read(line)?.place
  }

  private static func head(_ text: ByteCursor) -> (
    level: Signal.Level, rule: String?, message: String
  )? {
    var line = text
    line.skipBlanks()
    for (word, level) in words where line.starts(with: word) {
      var rest = line
      _ = rest.take(word)
      var rule: String?
      if rest.take("[") { rule = rest.take(upTo: "]") }
      guard rest.take(":") else { return nil }
      return (level, rule, rest.trimmed)
    }
    // Ruff: `invalid-syntax: message`.
    var kebab = line
    let name = kebab.take { $0.isLetter || $0 == UInt8(ascii: "-") }
    if name.utf8.contains(UInt8(ascii: "-")), kebab.take(": ") {
      return (.error, name, kebab.trimmed)
    }
    // Ruff: `F401 [*] message`; the code alone stands in front.
    let code = line.take { $0.isUpper || $0.isDigit }
    guard code.utf8.count >= 3, code.utf8.contains(where: \.isDigit),
      code.utf8.first?.isLetter == true, line.take(" ")
    else { return nil }
    _ = line.take("[*] ")
    return (.warning, code, line.trimmed)
  }
}
