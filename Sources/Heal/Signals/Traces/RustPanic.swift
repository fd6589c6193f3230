/// Rust's panics, in the spelling before and since 1.73, with a backtrace or without.
struct RustPanic: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard let panic = Self.panic(page) else { return false }
    page.index += panic.lines
    let frames = Self.backtrace(&page)
    sink.add(
      Signal(
        .stackTrace, tool: "rust", rule: "panic", message: panic.message, place: panic.place,
        frames: frames),
      .rustPanic)
    return true
  }

  /// Reads a panic that stands here, and says how many lines it takes.
  static func panic(_ page: Page) -> (message: String, place: Place?, lines: Int)? {
    var line = page.line()
    line.skipBlanks()
    guard line.take("thread '"), line.take(upTo: " panicked at ") != nil else { return nil }
    if line.take("'") {
      // Before 1.73: 'message', path:line:column
      guard let message = line.take(upToLast: "', ") else {
        return (line.rest, nil, 1)
      }
      return (message, place(line), 1)
    }
    _ = line.take(suffix: ":")
    let place = place(line)
    var lines = 1
    var message: [String] = []
    while page.has(lines), lines < 40 {
      let next = page.line(lines)
      guard !next.isAtEnd, !next.starts(with: "note: run with"),
        !next.starts(with: "stack backtrace:"),
        !next.starts(with: "test ")
      else { break }
      message.append(next.rest)
      lines += 1
    }
    return (message.joined(separator: "\n"), place, lines)
  }

  private static func place(_ text: ByteCursor) -> Place? {
    var line = text
    guard let head = line.take(upToLast: ":"), let column = line.takeNumber() else { return nil }
    var front = ByteCursor(head)
    guard let path = front.take(upToLast: ":"), let number = front.takeNumber() else { return nil }
    return Place(path: path, line: number, column: column)
  }

  private static func backtrace(_ page: inout Page) -> [Frame] {
    guard page.line().starts(with: "stack backtrace:") else { return [] }
    page.index += 1
    var frames: [Frame] = []
    while !page.isAtEnd {
      var line = page.line()
      guard line.skipBlanks() > 0 else { break }
      if line.take("at ") {
        if let place = place(line), !frames.isEmpty { frames[frames.count - 1].place = place }
      } else if line.takeNumber() != nil, line.take(": "), frames.count < 2_000 {
        frames.append(Frame(function: line.trimmed))
      } else {
        break
      }
      page.index += 1
    }
    return frames.reversed()
  }
}
