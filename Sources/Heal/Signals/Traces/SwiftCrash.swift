/// A Swift program's trap: `File.swift:1: Fatal error: message`, then the backtrace of the runtime.
struct SwiftCrash: TextReader {
  private static let mostLines = 60

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    guard let found = DiagnosticPlace.read(page.line()), found.hasColon,
      found.place.path.hasSuffix(".swift")
    else {
      return false
    }
    var line = ByteCursor(found.rest.trimmed)
    guard line.take("Fatal error: ") || line.take("Fatal error") || line.take("Assertion failed")
    else { return false }
    page.index += 1
    var frames: [Frame] = []
    for step in 0..<Self.mostLines where page.has(step) {
      if let frame = Self.frame(page.line(step)) {
        if frames.count < 2_000 { frames.append(frame) }
      } else if !frames.isEmpty {
        page.index += step
        break
      }
    }
    let stack = Array(frames.reversed())
    sink.add(
      Signal(
        .stackTrace, tool: "swift", rule: "Fatal error", message: line.trimmed,
        place: BlamedFrame.of([Frame(function: "", place: found.place)] + stack), frames: stack),
      .swiftTest)
    return true
  }

  /// `3 [ra] 0x0000 function(_:) + 31 in program at /path/File.swift:2:34`.
  private static func frame(_ text: ByteCursor) -> Frame? {
    var line = text
    guard line.skipBlanks() > 0, line.takeNumber() != nil else { return nil }
    line.skipBlanks()
    if line.take("[") { guard line.take(upTo: "] ") != nil else { return nil } }
    guard line.take("0x") else { return nil }
    _ = line.take { $0.isWord }
    line.skipBlanks()
    var rest = line
    guard let call = rest.take(upToLast: " at ") else {
      return Frame(function: line.take(upTo: " + ") ?? line.trimmed)
    }
    var name = ByteCursor(call)
    return Frame(function: name.take(upTo: " + ") ?? call, place: DiagnosticPlace.read(rest)?.place)
  }
}
