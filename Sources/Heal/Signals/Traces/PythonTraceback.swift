/// Python's tracebacks: chained ones, groups of exceptions, mistakes of syntax.
struct PythonTraceback: TextReader {
  private static let header = "Traceback (most recent call last):"
  private static let links = [
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
  ]
  /// Lines of other programs between two lines of a traceback that are stepped over.
  private static let mostForeign = 4

  private struct Part {
    var type = ""
    var message = ""
    var detail: [String] = []
    var frames: [Frame] = []
    var place: Place? { BlamedFrame.of(frames) }
  }

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard page.line().contains(Self.header) else { return readSyntaxError(&page, into: &sink) }
    if page.line().contains("Exception Group " + Self.header) {
      return readGroup(&page, into: &sink)
    }
    var parts = [readOne(&page)]
    while parts.count < 32, let next = Self.linked(page) {
      page.index += next
      parts.append(readOne(&page))
    }
    guard let last = parts.last, !last.frames.isEmpty || !last.type.isEmpty else { return true }
    sink.add(signal(last, causes: parts.dropLast().reversed()), .pythonTraceback)
    return true
  }

  private func signal(_ part: Part, causes: [Part]) -> Signal {
    Signal(
      .stackTrace, tool: "python", rule: part.type.isEmpty ? nil : part.type, message: part.message,
      detail: part.detail.isEmpty ? nil : part.detail.joined(separator: "\n"), place: part.place,
      frames: part.frames,
      causes: causes.map { .init(type: $0.type, message: $0.message, frames: $0.frames) })
  }

  /// Whether a line says that one exception led to another.
  static func isLink(_ line: ByteCursor) -> Bool { links.contains(where: line.starts) }

  /// How far the next traceback of a chain is, when one of the two links stands here.
  private static func linked(_ page: Page) -> Int? {
    for step in 0..<4 {
      let line = ByteCursor(page.line(step).trimmed)
      if line.isAtEnd { continue }
      guard links.contains(where: line.starts) else { return nil }
      for further in 1..<4 where page.line(step + further).contains(header) {
        return step + further
      }
      return nil
    }
    return nil
  }

  /// Reads one traceback from its header on.
  private func readOne(_ page: inout Page) -> Part {
    var header = page.line()
    let indent = header.skipBlanks()
    page.index += 1
    var part = Part()
    var foreign = 0
    while !page.isAtEnd, foreign <= Self.mostForeign {
      var line = page.line()
      let depth = line.skipBlanks()
      if let frame = Self.frame(line) {
        part.frames.append(frame)
        foreign = 0
      } else if line.contains(Self.header) {
        return part
      } else if depth > indent + 1 || line.isAtEnd {
        // Code, carets, "[Previous line repeated …]".
        if line.isAtEnd { foreign += 1 }
      } else if let (type, message) = Self.exception(line), !Self.goesOn(page, foreign) {
        (part.type, part.message) = (type, message)
        page.index += 1
        part.detail = Self.rest(&page)
        return part
      } else {
        foreign += 1
      }
      page.index += 1
    }
    return part
  }

  /// Whether frames follow within a few lines, so that this one is another program's.
  private static func goesOn(_ page: Page, _ foreign: Int) -> Bool {
    for step in 1..<(mostForeign - min(foreign, mostForeign - 1) + 1) {
      let line = ByteCursor(page.line(step).trimmed)
      if line.contains(header) || links.contains(where: line.starts) { return false }
      if line.isAtEnd { return false }
      if frame(line) != nil { return true }
    }
    return false
  }

  /// Further lines of a message, up to the next blank one.
  private static func rest(_ page: inout Page) -> [String] {
    var lines: [String] = []
    while lines.count < 50, !page.isAtEnd {
      var line = page.line()
      let depth = line.skipBlanks()
      guard !line.isAtEnd, depth > 0 else { break }
      lines.append(page.line().rest)
      page.index += 1
    }
    return lines
  }

  static func frame(_ line: ByteCursor) -> Frame? {
    var line = line
    guard line.take("File \""), let path = line.take(upTo: "\", line "),
      let number = line.takeNumber()
    else {
      return nil
    }
    let function = line.take(", in ") ? line.trimmed : ""
    return Frame(function: function, place: Place(path: path, line: number))
  }

  /// Reads `module.Type: message`; words that loggers begin a line with are no types.
  static func exception(_ line: ByteCursor) -> (String, String)? {
    var line = line
    let type = line.take { $0.isWord || $0 == UInt8(ascii: ".") }
    let name = type.utf8.split(separator: UInt8(ascii: ".")).last ?? Substring(type).utf8
    guard let first = name.first, !first.isDigit, type.utf8.count < 200,
      !["INFO", "DEBUG", "ERROR", "WARNING", "WARN", "CRITICAL", "FATAL", "NOTE", "TRACE"].contains(
        type)
    else { return nil }
    if line.isAtEnd { return first.isUpper ? (type, "") : nil }
    guard line.take(":") else { return nil }
    return (type, line.trimmed)
  }

  /// A mistake of syntax has no header when the file itself was to be run.
  private func readSyntaxError(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    guard line.skipBlanks() >= 2, let frame = Self.frame(line) else { return false }
    for step in 1..<5 {
      let next = page.line(step)
      guard let (type, message) = Self.exception(next), type.hasSuffix("Error") else { continue }
      sink.add(
        Signal(
          .compilerError, tool: "python", rule: type, message: message, place: frame.place),
        .pythonTraceback)
      page.index += step + 1
      return true
    }
    return false
  }

  /// A group: its own stack, then each of its exceptions between lines of dashes.
  private func readGroup(_ page: inout Page, into sink: inout Sink) -> Bool {
    var text: [UInt8] = Array(Self.header.utf8)
    page.index += 1
    var count = 0
    while !page.isAtEnd, count < 5_000 {
      var line = page.line()
      let indent = line.skipBlanks()
      guard indent > 0, line.take("|") || line.starts(with: "+-") else { break }
      text.append(0x0A)
      if line.starts(with: "+-") {
        text.append(contentsOf: Array("\u{1}".utf8))
      } else {
        _ = line.take(" ")
        text.append(contentsOf: line.bytes)
      }
      page.index += 1
      count += 1
    }
    var inner = Page(text, longest: SignalLimits().line)
    var parts: [Part] = []
    while !inner.isAtEnd, parts.count < 64 {
      if inner.line().contains(Self.header) {
        parts.append(readOne(&inner))
      } else if inner.line().first == 1, let (type, message) = Self.exception(inner.line(1)) {
        // An exception that was never raised has no stack.
        parts.append(Part(type: type, message: message))
        inner.index += 2
      } else {
        inner.index += 1
      }
    }
    guard let first = parts.first else { return true }
    var signal = signal(first, causes: Array(parts.dropFirst()))
    if let cause = parts.dropFirst().first(where: { $0.place != nil }) {
      signal.place = cause.place
    }
    sink.add(signal, .pythonTraceback)
    return true
  }
}
