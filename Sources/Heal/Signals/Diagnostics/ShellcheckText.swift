/// ShellCheck's default output: `In x.sh line 3:`, the code, then `^-- SC2086 (info): message`.
struct ShellcheckText: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var head = page.line()
    guard head.take("In "), let path = head.take(upToLast: " line "),
      let number = head.takeNumber(), head.take(":")
    else {
      return false
    }
    var step = 1
    var found = false
    while step < 40, page.has(step), !page.line(step).trimmed.isEmpty {
      var line = page.line(step)
      let column = line.skipBlanks() + 1
      if line.take("^"), line.take(upTo: " SC") != nil, let code = line.takeNumber(),
        line.take(" (")
      {
        let word = line.take(upTo: "): ") ?? ""
        let level: Signal.Level = word == "error" ? .error : word == "warning" ? .warning : .note
        sink.add(
          Signal(
            .lint, tool: "shellcheck", rule: "SC\(code)", level: level, message: line.trimmed,
            place: Place(path: path, line: number, column: column)),
          .blockList)
        found = true
      }
      step += 1
    }
    guard found else { return false }
    page.index += step
    return true
  }
}
