/// Bandit's default output: `>> Issue: [B404:name] message`, then severity and `Location: path:line:column`.
struct BanditText: TextReader {
  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    guard line.take(">> Issue: ["), let id = line.take(upTo: "] ") else { return false }
    var rule = ByteCursor(id)
    var signal = Signal(
      .finding, tool: "bandit", rule: rule.take(upTo: ":") ?? id, level: .warning,
      message: line.trimmed)
    page.index += 1
    for _ in 0..<8 where !page.isAtEnd {
      var next = ByteCursor(page.line().trimmed)
      if next.take("Severity: ") {
        signal.level =
          next.starts(with: "High") ? .error : next.starts(with: "Low") ? .note : .warning
      } else if next.take("Location: ") {
        signal.place = DiagnosticPlace.read(next)?.place
        page.index += 1
        break
      }
      page.index += 1
    }
    sink.add(signal, .blockList)
    return true
  }
}
