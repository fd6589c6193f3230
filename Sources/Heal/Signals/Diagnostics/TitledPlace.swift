/// Diagnostics with a title line and the place in or below it: OCaml, Scala 3, Terraform, Flow,
/// cfn-lint, pydocstyle's relatives.
struct TitledPlace: TextReader {
  private static let farthest = 8

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard
      let (signal, lines) = ocaml(page) ?? scala(page) ?? terraform(page) ?? flow(page)
        ?? below(page)
    else { return false }
    page.index += lines
    sink.add(signal, .blockList)
    return true
  }

  /// `File "a.ml", line 3, characters 5-9:`, then `Error: message`.
  private func ocaml(_ page: Page) -> (Signal, Int)? {
    var line = page.line()
    guard line.take("File \""), let path = line.take(upTo: "\", line") else { return nil }
    _ = line.take("s")
    line.skipBlanks()
    guard let number = line.takeNumber(), line.take(upTo: ", characters ") != nil else {
      return nil
    }
    let column = line.takeNumber().map { $0 + 1 }
    for step in 1..<Self.farthest {
      var next = page.line(step)
      guard let word = next.take(anyOf: ["Error", "Warning", "Alert"]) else { continue }
      let rule = next.take(" ") ? next.take(upTo: ":") : nil
      if rule == nil, !next.take(":") { continue }
      let isError = word == "Error"
      let signal = Signal(
        isError ? .compilerError : .lint, tool: "ocaml", rule: rule,
        level: isError ? .error : .warning,
        message: next.trimmed, place: Place(path: path, line: number, column: column))
      return (signal, step + 1)
    }
    return nil
  }

  /// `-- [E007] Type Mismatch Error: src/A.scala:3:5 ----`, the message behind the bars.
  private func scala(_ page: Page) -> (Signal, Int)? {
    var line = page.line()
    _ = line.take("[error] ") || line.take("[warn] ")
    guard line.take("-- ") else { return nil }
    var rule: String?
    if line.take("[") {
      rule = line.take(upTo: "]")
      line.skipBlanks()
    }
    guard let title = line.take(upTo: ": "), title.hasSuffix("Error") || title.hasSuffix("Warning"),
      let found = DiagnosticPlace.read(line)
    else { return nil }
    var message: [String] = []
    for step in 1..<16 {
      var next = page.line(step)
      _ = next.take("[error] ") || next.take("[warn] ")
      next.skipBlanks()
      // The code has its number before the bar; below the carets only words follow.
      guard next.take("|") else {
        if message.isEmpty, next.takeNumber() != nil { continue }
        break
      }
      let text = next.trimmed
      if text.utf8.contains(where: \.isLetter) { message.append(text) }
    }
    let isError = title.hasSuffix("Error")
    let signal = Signal(
      isError ? .compilerError : .lint, tool: "scalac", rule: rule,
      level: isError ? .error : .warning,
      message: message.isEmpty ? title : message.joined(separator: "\n"), place: found.place)
    return (signal, 1)
  }

  /// `Error: message`, then `  on main.tf line 3, in resource …:`.
  private func terraform(_ page: Page) -> (Signal, Int)? {
    var line = bare(page, 0)
    guard let word = line.take(anyOf: ["Error: ", "Warning: "]) else { return nil }
    for step in 1..<Self.farthest {
      var next = bare(page, step)
      guard next.take("on "), let path = next.take(upTo: " line "), let number = next.takeNumber()
      else { continue }
      let isError = word == "Error: "
      let signal = Signal(
        isError ? .compilerError : .lint, tool: "terraform", level: isError ? .error : .warning,
        message: line.trimmed, place: Place(path: path, line: number))
      return (signal, step + 1)
    }
    return nil
  }

  /// A line without the frame that Terraform draws.
  private func bare(_ page: Page, _ step: Int) -> ByteCursor {
    var line = ByteCursor(page.line(step).trimmed)
    if line.take("│") || line.take("╷") { line.skipBlanks() }
    return line
  }

  /// `Error ------- src/a.js:3:5`, a blank line, the message.
  private func flow(_ page: Page) -> (Signal, Int)? {
    var line = page.line()
    guard let word = line.take(anyOf: ["Error -", "Warning -"]) else { return nil }
    _ = line.take { $0 == UInt8(ascii: "-") }
    line.skipBlanks()
    guard let found = DiagnosticPlace.read(line), found.rest.isAtEnd else { return nil }
    for step in 1..<4 {
      let message = page.line(step).trimmed
      guard !message.isEmpty else { continue }
      let signal = Signal(
        .lint, tool: "flow", level: word.hasPrefix("Error") ? .error : .warning, message: message,
        place: found.place)
      return (signal, step + 1)
    }
    return nil
  }

  /// `W2001 message`, then a line that is the place and nothing else.
  private func below(_ page: Page) -> (Signal, Int)? {
    var line = page.line()
    let code = line.take { $0.isUpper || $0.isDigit }
    guard (4...8).contains(code.utf8.count), code.utf8.first?.isUpper == true,
      code.utf8.last?.isDigit == true,
      line.take(" "), let found = DiagnosticPlace.read(page.line(1)), found.rest.isAtEnd
    else { return nil }
    let signal = Signal(
      .lint, rule: code, level: code.hasPrefix("E") ? .error : .warning, message: line.trimmed,
      place: found.place)
    return (signal, 2)
  }
}
