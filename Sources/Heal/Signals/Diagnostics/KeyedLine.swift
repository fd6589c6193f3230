/// Lines whose parts are separated by tabs, keys or words: Brakeman, Scalastyle, shells.
struct KeyedLine: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard let signal = tabs(page.line()) ?? keys(page.line()) ?? shell(page.line()) else {
      return false
    }
    page.index += 1
    sink.add(signal, .proseLine)
    return true
  }

  /// Path, tab, line, tab and what there is to say.
  private func tabs(_ text: ByteCursor) -> Signal? {
    var line = text
    guard let path = line.take(upTo: "\t"), DiagnosticPlace.isSource(path),
      DiagnosticPlace.isPlausible(Array(path.utf8)[...]), let number = line.takeNumber(),
      line.take("\t")
    else { return nil }
    let parts = line.bytes.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) }
    guard let first = parts.first else { return nil }
    return Signal(
      .lint, rule: parts.count > 1 ? first : nil, level: .warning,
      message: parts.joined(separator: " "), place: Place(path: path, line: number))
  }

  /// `warning file=/srv/A.scala message=text line=3 column=5`.
  private func keys(_ text: ByteCursor) -> Signal? {
    var line = text
    line.skipBlanks()
    guard let word = line.take(anyOf: ["warning file=", "error file=", "info file="]),
      let path = line.take(upTo: " message=")
    else { return nil }
    var number: Int?
    var column: Int?
    var message = line.rest
    if let head = line.take(upTo: " line=") {
      message = head
      number = line.takeNumber()
      if line.take(" column=") { column = line.takeNumber() }
    }
    let level: Signal.Level =
      word.hasPrefix("error") ? .error : word.hasPrefix("info") ? .note : .warning
    return Signal(
      .lint, tool: "scalastyle", level: level, message: message,
      place: Place(path: path, line: number, column: column))
  }

  /// `./build.sh: line 3: foo: command not found`.
  private func shell(_ text: ByteCursor) -> Signal? {
    var line = text
    guard let path = line.take(upTo: ": line "), !path.isEmpty,
      DiagnosticPlace.isPlausible(Array(path.utf8)[...]) || path.hasSuffix(".sh"),
      let number = line.takeNumber(), line.take(": ")
    else { return nil }
    let message = line.trimmed
    let isSyntax = message.hasPrefix("syntax error")
    return Signal(
      isSyntax ? .compilerError : .ciFailure, tool: "sh", message: message,
      place: Place(path: path, line: number))
  }
}
