/// Ruby's uncaught exceptions: `x.rb:3:in 'f': message (Type)`, then `from` lines.
struct RubyStack: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    guard line.contains(".rb:"), line.contains(":in "), let first = Self.frame(&line),
      line.take(": ")
    else { return false }
    line.dropTrailingBlanks()
    guard line.take(suffix: ")"), let message = line.take(upToLast: " (") else { return false }
    let type = line.rest
    var frames = [first]
    page.index += 1
    while !page.isAtEnd {
      var next = page.line()
      guard next.skipBlanks() > 0 else { break }
      if next.takeNumber() != nil, !next.take(": ") { break }
      guard next.take("from "), let frame = Self.frame(&next) else { break }
      if frames.count < 2_000 { frames.append(frame) }
      page.index += 1
    }
    sink.add(
      Signal(
        .stackTrace, tool: "ruby", rule: type, message: message, place: first.place,
        frames: frames.reversed()),
      .rubyStack)
    return true
  }

  /// `path:line:in 'function'`, with a backtick before Ruby 3.4.
  private static func frame(_ line: inout ByteCursor) -> Frame? {
    guard let path = line.take(upTo: ":"), let number = line.takeNumber(), line.take(":in ") else {
      return nil
    }
    _ = line.take(anyOf: ["`", "'"])
    let function = line.take(upTo: "'") ?? ""
    return Frame(function: function, place: Place(path: path, line: number))
  }
}
