/// Lines in which the position stands in brackets: `path(line,column): error TS1: message` of
/// TypeScript, C# and MSBuild, `path[line, column]: message`, `[path:line:column] message`,
/// `path: (line, column): message` of Kotlin, `path: line 2, col 10, Error - message` of ESLint.
struct BracketLine: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    line.skipBlanks()
    // MSBuild numbers the projects that it builds at once.
    var numbered = line
    if numbered.takeNumber() != nil, numbered.take(">") { line = numbered }
    guard let signal = eslint(line) ?? brackets(line) ?? inFront(line) ?? dart(line) else {
      return false
    }
    page.index += 1
    sink.add(signal, .typescript)
    return true
  }

  private func eslint(_ text: ByteCursor) -> Signal? {
    var line = text
    guard let path = line.take(upTo: ": line "), !path.isEmpty, let number = line.takeNumber(),
      line.take(", col ")
    else {
      return nil
    }
    let column = line.takeNumber()
    guard line.take(", ") else { return nil }
    let word = line.take { $0.isLetter }
    guard line.take(" - ") else { return nil }
    let rest = DiagnosticText(line)
    return Signal(
      .lint, tool: "eslint", rule: rest.rule,
      level: word.lowercased() == "error" ? .error : .warning,
      message: rest.message, place: Place(path: path, line: number, column: column))
  }

  private func brackets(_ text: ByteCursor) -> Signal? {
    var line = text
    var level: Signal.Level?
    if line.take("ERROR: ") { level = .error } else if line.take("WARNING: ") { level = .warning }
    if line.take("e: ") { level = .error } else if line.take("w: ") { level = .warning }
    for (open, close) in [("(", ")"), (": (", ")"), ("[", "]")] {
      var rest = line
      guard let path = rest.take(upTo: open), DiagnosticPlace.isPlausible(Array(path.utf8)[...]),
        let number = rest.takeNumber()
      else { continue }
      var column: Int?
      if rest.take(",") {
        rest.skipBlanks()
        column = rest.takeNumber()
        if rest.take(",") || rest.take("-") {
          _ = rest.take { $0.isDigit || ",-".utf8.contains($0) }
        }
      }
      guard rest.take(close) else { continue }
      if !rest.take(":"), !rest.take(" :") {
        // Nim.
        guard let word = rest.take(anyOf: [" Error: ", " Warning: ", " Hint: "]) else { continue }
        level = word == " Error: " ? .error : word == " Hint: " ? .note : .warning
      }
      let found = DiagnosticText(rest)
      guard found.hasWord || level != nil || DiagnosticPlace.isSource(path) else { continue }
      return signal(found, level, Place(path: path, line: number, column: column))
    }
    return nil
  }

  private func signal(_ text: DiagnosticText, _ level: Signal.Level?, _ place: Place) -> Signal {
    var text = text
    // MSBuild names the project at the end.
    var line = ByteCursor(text.message)
    if line.hasSuffix("proj]"), let head = line.take(upToLast: " [") { text.message = head }
    let level = level ?? text.level ?? .warning
    let suffix = DiagnosticPlace.suffix(of: place.path)
    let tool =
      switch suffix {
      case "ts", "tsx", "mts": "tsc"
      case "cs", "vb", "fs", "csproj": "msbuild"
      case "kt": "kotlinc"
      default: ""
      }
    return Signal(
      level == .error && !tool.isEmpty ? .compilerError : .lint, tool: tool, rule: text.rule,
      level: level,
      message: text.message, place: place)
  }

  /// `[path:line:column] message` of protolint, `[path:line]: (error) message` of older Cppcheck.
  private func inFront(_ text: ByteCursor) -> Signal? {
    var line = text
    guard line.take("["), let inside = line.take(upTo: "]"), line.take(": ") || line.take(" "),
      let found = DiagnosticPlace.read(ByteCursor(inside)),
      found.rest.isAtEnd, DiagnosticPlace.isSource(found.place.path)
    else { return nil }
    let rest = DiagnosticText(line)
    return Signal(
      .lint, rule: rest.rule, level: rest.level ?? .warning, message: rest.message,
      place: found.place)
  }

  /// `error • message • path:line:column • rule` and `ERROR|TYPE|CODE|path|line|column|length|message`.
  private func dart(_ text: ByteCursor) -> Signal? {
    let marks = text.contains(" • ") ? " • " : " - "
    var line = text
    let word = line.take { $0.isLetter }
    guard
      let level = ["error": .error, "warning": .warning, "info": .note, "hint": .note][
        word.lowercased()] as Signal.Level?
    else {
      return nil
    }
    if line.take("|") {
      let parts = line.bytes.split(
        separator: UInt8(ascii: "|"), maxSplits: 6, omittingEmptySubsequences: false
      )
      .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 7, let number = Int(parts[3]), let column = Int(parts[4]) else {
        return nil
      }
      return Signal(
        .lint, tool: "dart", rule: parts[1].lowercased(), level: level, message: parts[6],
        place: Place(path: parts[2], line: number, column: column))
    }
    guard line.take(marks), let rule = line.take(upToLast: marks) else { return nil }
    var front = ByteCursor(rule)
    let code = line.trimmed
    // The place comes last, or before the message as in newer versions.
    if let message = front.take(upToLast: marks), let found = DiagnosticPlace.read(front),
      found.rest.isAtEnd
    {
      return Signal(
        .lint, tool: "dart", rule: code, level: level, message: message, place: found.place)
    }
    front = ByteCursor(rule)
    guard let head = front.take(upTo: marks), let found = DiagnosticPlace.read(ByteCursor(head)),
      found.rest.isAtEnd
    else {
      return nil
    }
    return Signal(
      .lint, tool: "dart", rule: code, level: level, message: front.rest, place: found.place)
  }
}
