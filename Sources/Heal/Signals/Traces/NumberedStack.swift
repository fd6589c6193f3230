/// Stacks whose frames are numbered: sanitizers of Clang and GCC, debuggers, PHP, Swift's backtraces.
struct NumberedStack: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    sanitizer(&page, into: &sink) || php(&page, into: &sink)
  }

  /// `==12==ERROR: AddressSanitizer: heap-buffer-overflow on address …`.
  private func sanitizer(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    guard line.starts(with: "==") || line.starts(with: "WARNING: ThreadSanitizer") else {
      return false
    }
    if line.take("==") { _ = line.take(upTo: "==") }
    guard line.take(anyOf: ["ERROR: ", "WARNING: "]) != nil else { return false }
    let tool = line.take { $0.isWord }
    guard tool.hasSuffix("Sanitizer"), line.take(": ") else { return false }
    let message = line.trimmed
    let rule = ByteCursor(message).firstWord
    page.index += 1
    var steps = 0
    while !page.isAtEnd, steps < 12, Self.frame(page.line()) == nil {
      page.index += 1
      steps += 1
    }
    let frames = Self.frames(&page)
    sink.add(
      Signal(
        .stackTrace, tool: tool, rule: rule, message: message,
        place: frames.last { Self.isOwn($0) }?.place, frames: frames),
      .sanitizer)
    return true
  }

  /// `PHP Fatal error:  Uncaught Type: message in /path/x.php:3`, then frames with `#`.
  private func php(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    _ = line.take("PHP ")
    guard line.take("Fatal error:"), line.skipBlanks() >= 0, line.take("Uncaught ") else {
      return false
    }
    guard let text = line.take(upToLast: " in "), let path = line.take(upToLast: ":"),
      let number = line.takeNumber()
    else { return false }
    var head = ByteCursor(text)
    let type = head.take(upTo: ": ")
    page.index += 1
    if page.line().starts(with: "Stack trace:") { page.index += 1 }
    sink.add(
      Signal(
        .stackTrace, tool: "php", rule: type, message: head.rest,
        place: Place(path: path, line: number),
        frames: Self.frames(&page)),
      .sanitizer)
    return true
  }

  static func frames(_ page: inout Page) -> [Frame] {
    var frames: [Frame] = []
    while !page.isAtEnd, let frame = frame(page.line()) {
      if frames.count < 2_000 { frames.append(frame) }
      page.index += 1
    }
    return frames.reversed()
  }

  /// `#0 0x55 in main /path/x.c:3:5`, `#1  f (a=1) at x.c:3`, `#2 /path/x.php(7): f()`.
  static func frame(_ text: ByteCursor) -> Frame? {
    var line = text
    line.skipBlanks()
    guard line.take("#"), line.takeNumber() != nil, line.skipBlanks() > 0 else { return nil }
    if line.take("0x") {
      _ = line.take { $0.isWord }
      guard line.take(" in ") else { return Frame(function: line.trimmed) }
    }
    var call = line
    if let function = call.take(upToLast: " at "), let place = place(call) {
      return Frame(function: name(function), place: place)
    }
    var php = line
    if let path = php.take(upTo: "("), path.hasPrefix("/"), let number = php.takeNumber(),
      php.take("): ")
    {
      return Frame(function: name(php.rest), place: Place(path: path, line: number))
    }
    if let function = line.take(upToLast: " ") {
      guard let place = place(line) else { return Frame(function: name(function)) }
      return Frame(function: name(function), place: place)
    }
    return Frame(function: name(line.trimmed))
  }

  private static func name(_ text: String) -> String {
    var line = ByteCursor(text)
    return ByteCursor(line.take(upTo: "(") ?? text).trimmed
  }

  private static func place(_ text: ByteCursor) -> Place? {
    DiagnosticPlace.read(text).flatMap { $0.rest.isAtEnd ? $0.place : nil }
  }

  /// Frames of the sanitizer and of the C library tell nothing.
  private static func isOwn(_ frame: Frame) -> Bool {
    guard let path = frame.place?.path else { return false }
    return !["sanitizer_common", "compiler-rt", "/asan/", "/sysdeps/", "libc-start"].contains {
      path.contains($0)
    }
  }
}

extension ByteCursor {
  /// The first word of what is left.
  var firstWord: String {
    var copy = self
    copy.skipBlanks()
    return copy.takeWord()
  }
}
