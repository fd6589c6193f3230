/// Stacks whose frames begin with `at`: Node and browsers, the JVM with its causes, .NET.
struct AtStack: TextReader {
  private static let mostFrames = 2_000
  /// How many lines a message may have before its stack begins.
  private static let longestMessage = 25

  private struct Part {
    var type: String?
    var message = ""
    var frames: [Frame] = []
    var kind = AtFrame.Kind.v8
    var place: Place? { frames.last { $0.place != nil && !AtStack.isRuntime($0) }?.place }
  }

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    if AtFrame(page.line()) != nil {
      var part = Part()
      readFrames(&page, into: &part)
      guard part.frames.count > 1 || part.place != nil else { return true }
      add(part, causes: [], into: &sink)
      return true
    }
    guard let (head, lines) = Self.head(page) else { return false }
    var part = head
    page.index += lines
    readFrames(&page, into: &part)
    add(part, causes: readCauses(&page), into: &sink)
    return true
  }

  private func add(_ part: Part, causes: [Part], into sink: inout Sink) {
    let (format, tool): (SignalFormat, String) =
      switch part.kind {
      case .v8: (.v8Stack, "node")
      case .java: (.javaStack, "java")
      case .dotnet: (.dotnetStack, "dotnet")
      }
    sink.add(
      Signal(
        .stackTrace, tool: tool, rule: part.type, message: part.message,
        place: part.place ?? causes.lazy.compactMap(\.place).first, frames: part.frames,
        causes: causes.map { .init(type: $0.type ?? "", message: $0.message, frames: $0.frames) }),
      format)
  }

  /// Reads the head of a stack that stands here: its exception, and how many lines it takes.
  private static func head(_ page: Page) -> (Part, Int)? {
    guard var part = exception(page.line()) else { return nil }
    for step in 1...longestMessage {
      guard page.has(step) else { return nil }
      if AtFrame(page.line(step)) != nil {
        if step > 1 { part.message += "\n" + page.text(from: 1, count: step - 1, limit: 8_192) }
        part.message = ByteCursor(part.message).trimmedLines
        return (part, step)
      }
      if exception(page.line(step)) != nil { return nil }
    }
    return nil
  }

  /// Reads `Exception in thread "main" package.Type: message`, `TypeError [CODE]: message` and the like.
  private static func exception(_ text: ByteCursor) -> Part? {
    var line = text
    line.skipBlanks()
    for lead in [
      "Uncaught ", "Unhandled exception. ", "Unhandled Exception: ", "[ERROR] ", "(node) ",
      "Caused by: ", "[cause]: ",
    ] {
      _ = line.take(lead)
    }
    if line.take("Exception in thread \"") { _ = line.take(upTo: "\" ") }
    var type = line.take { $0.isWord || ".$/".utf8.contains($0) }
    guard !type.isEmpty, isType(type) else { return nil }
    if line.starts(with: " [") {
      var code = line
      _ = code.take(" [")
      if code.take(upTo: "]") != nil { line = code }
    }
    guard line.isAtEnd || line.take(":") || line.starts(with: " :") else { return nil }
    _ = line.take(" :")
    if type.hasSuffix(".") { type.removeLast() }
    return Part(type: type, message: line.trimmed)
  }

  private static func isType(_ name: String) -> Bool {
    let last = name.utf8.split {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "/")
    }.last
    guard let last, let first = last.first, first.isUpper else { return false }
    let text = String(decoding: last, as: UTF8.self)
    return name.utf8.contains(UInt8(ascii: ".")) || text.hasSuffix("Error")
      || text.hasSuffix("Exception")
      || text.hasSuffix("Failure") || text.hasSuffix("Warning") || text.hasSuffix("Throwable")
  }

  private func readFrames(_ page: inout Page, into part: inout Part) {
    var frames: [Frame] = []
    var isFirst = true
    while !page.isAtEnd {
      if let frame = AtFrame(page.line()) {
        if isFirst { part.kind = frame.kind }
        isFirst = false
        if frames.count < Self.mostFrames { frames.append(frame.frame) }
      } else if !Self.isBetweenFrames(page.line()) {
        break
      }
      page.index += 1
    }
    part.frames = frames.reversed()
  }

  /// Lines that belong to a stack without being a frame.
  private static func isBetweenFrames(_ text: ByteCursor) -> Bool {
    let line = ByteCursor(text.trimmed)
    return line.starts(with: "--- End of") || (line.starts(with: "... ") && line.hasSuffix(" more"))
      || (line.starts(with: "... ") && line.contains("common frames"))
      || (line.starts(with: "... ") && line.hasSuffix(" lines matching cause stack trace ..."))
  }

  /// The exceptions behind this one: `Caused by:` of Java, `[cause]:` of Node.
  private func readCauses(_ page: inout Page) -> [Part] {
    var causes: [Part] = []
    while causes.count < 32, !page.isAtEnd {
      skipProperties(&page)
      let line = ByteCursor(page.line().trimmed)
      guard
        line.starts(with: "Caused by: ") || line.starts(with: "Suppressed: ")
          || line.starts(with: "[cause]: "),
        let (head, lines) = Self.head(page)
      else { break }
      var part = head
      page.index += lines
      readFrames(&page, into: &part)
      causes.append(part)
    }
    return causes
  }

  /// Steps over what Node prints of an error's properties, when a cause is among them.
  private func skipProperties(_ page: inout Page) {
    for step in 0..<12 {
      let line = ByteCursor(page.line(step).trimmed)
      if line.starts(with: "[cause]: ") {
        page.index += step
        return
      }
      guard line.hasSuffix(",") else { return }
    }
  }

  /// Frames of the platform itself, where no fault of a project lies.
  static func isRuntime(_ frame: Frame) -> Bool {
    guard let path = frame.place?.path else { return true }
    return [
      "node:", "internal/", "java/", "javax/", "jdk/", "sun/", "org/junit/", "junit/", "kotlin/",
      "scala/",
    ]
    .contains { path.hasPrefix($0) } || path.contains("node_modules/")
  }
}
