/// Lines that name their file in a sentence: Black, isort, puppet-lint, Perl, PHP, make, ld, CMake.
struct ProseLine: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    let line = page.line()
    guard
      let signal = black(line) ?? isort(line) ?? php(line) ?? cmake(line, page) ?? make(line)
        ?? linker(line)
        ?? onLine(line) ?? atLine(line)
    else { return false }
    page.index += 1
    sink.add(signal, .proseLine)
    return true
  }

  private func black(_ text: ByteCursor) -> Signal? {
    var line = text
    if line.take("would reformat ") || line.take("reformatted ") {
      let path = line.trimmed
      guard DiagnosticPlace.isPlausible(Array(path.utf8)[...]) else { return nil }
      return Signal(
        .lint, tool: "black", rule: "format", level: .warning, message: "would reformat",
        place: Place(path: path))
    }
    if line.take("Would reformat: ") {
      return Signal(
        .lint, tool: "ruff", rule: "format", level: .warning, message: "Would reformat",
        place: Place(path: line.trimmed))
    }
    if line.take("error: cannot parse: "), let found = DiagnosticPlace.read(line),
      found.rest.isAtEnd
    {
      return Signal(.compilerError, tool: "black", message: "cannot parse", place: found.place)
    }
    guard line.take("error: cannot format ") else { return nil }
    let message = "cannot format " + line.rest
    guard let path = line.take(upTo: ": ") else { return nil }
    var numbers = line
    _ = numbers.take(upTo: "annot parse: ") ?? numbers.take(upTo: "annot parse for target version ")
    let number = numbers.takeNumber()
    let column = numbers.take(":") ? numbers.takeNumber() : nil
    return Signal(
      .compilerError, tool: "black", message: message,
      place: Place(path: path, line: number, column: column))
  }

  private func isort(_ text: ByteCursor) -> Signal? {
    var line = text
    guard line.take("ERROR: ") else { return nil }
    let path = line.takeWord()
    guard DiagnosticPlace.isSource(path), line.take(" ") else { return nil }
    return Signal(
      .lint, tool: "isort", rule: "imports", message: line.trimmed, place: Place(path: path))
  }

  /// `PHP Parse error:  syntax error, … in /path/x.php on line 3`.
  private func php(_ text: ByteCursor) -> Signal? {
    var line = text
    _ = line.take("PHP ")
    guard
      let word = line.take(anyOf: [
        "Parse error: ", "Fatal error: ", "Warning: ", "Notice: ", "Deprecated: ",
      ]),
      let head = line.take(upToLast: " in "), let path = line.take(upToLast: " on line "),
      let number = line.takeNumber()
    else { return nil }
    let isError = word.hasPrefix("Parse") || word.hasPrefix("Fatal")
    return Signal(
      isError ? .compilerError : .lint, tool: "php", level: isError ? .error : .warning,
      message: ByteCursor(head).trimmed, place: Place(path: path, line: number))
  }

  /// `CMake Error at CMakeLists.txt:3 (find_package):`, the message below.
  private func cmake(_ text: ByteCursor, _ page: Page) -> Signal? {
    var line = text
    guard line.take("CMake "),
      let word = line.take(anyOf: ["Error at ", "Warning at ", "Error in "]),
      let found = DiagnosticPlace.read(line)
    else { return nil }
    let message = (1..<6).lazy.map { page.line($0).trimmed }.first { !$0.isEmpty } ?? ""
    var rest = found.rest
    let rule = rest.take(upTo: "(").flatMap { _ in rest.take(upTo: ")") }
    return Signal(
      word.hasPrefix("Error") ? .compilerError : .lint, tool: "cmake", rule: rule,
      level: word.hasPrefix("Error") ? .error : .warning, message: message, place: found.place)
  }

  /// `make: *** [Makefile:3: all] Error 2`.
  private func make(_ text: ByteCursor) -> Signal? {
    var line = text
    guard let tool = line.take(upTo: ": *** "), tool.hasPrefix("make") || tool.hasPrefix("gmake"),
      tool.utf8.count < 12
    else {
      return nil
    }
    let message = line.trimmed
    var place: Place?
    if line.take("["), let inside = line.take(upTo: "]") {
      place = DiagnosticPlace.read(ByteCursor(inside))?.place
    }
    return Signal(.ciFailure, tool: "make", message: message, place: place)
  }

  /// `/usr/bin/ld: x.o: in function …` and `undefined reference to …`.
  private func linker(_ text: ByteCursor) -> Signal? {
    var line = text
    guard text.contains("undefined reference to ") || text.contains("multiple definition of ")
    else { return nil }
    if let tool = line.take(upTo: ": "), !tool.hasSuffix("ld") { line = text }
    guard let place = line.take(upTo: ": ") else { return nil }
    var path = ByteCursor(place)
    let file = path.take(upTo: ":") ?? place
    let number = path.takeNumber()
    return Signal(
      .compilerError, tool: "ld", message: line.trimmed, place: Place(path: file, line: number))
  }

  /// `WARNING: message on line 3 col 5` with the path in front or in brackets, as puppet-lint writes.
  private func onLine(_ text: ByteCursor) -> Signal? {
    var line = text
    var path: String?
    if let head = line.take(upTo: " - "), DiagnosticPlace.isSource(head) {
      path = head
    } else {
      line = text
    }
    let word = line.take { $0.isUpper }
    guard word == "ERROR" || word == "WARNING", line.take(": "),
      let message = line.take(upToLast: " on line ")
    else { return nil }
    guard let number = line.takeNumber(), let path else { return nil }
    let column = line.take(" col ") ? line.takeNumber() : nil
    return Signal(
      .lint, level: word == "ERROR" ? .error : .warning, message: message,
      place: Place(path: path, line: number, column: column))
  }

  /// `message at script.pl line 3.`.
  private func atLine(_ text: ByteCursor) -> Signal? {
    var line = text
    guard line.hasSuffix(".") || line.contains(", near "), let head = line.take(upToLast: " at "),
      let path = line.take(upTo: " line "), let number = line.takeNumber(), !head.isEmpty,
      path.hasSuffix(".pl") || path.hasSuffix(".pm") || path.hasSuffix(".t")
    else { return nil }
    return Signal(.stackTrace, tool: "perl", message: head, place: Place(path: path, line: number))
  }
}
