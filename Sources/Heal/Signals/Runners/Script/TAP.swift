/// The Test Anything Protocol, 12 to 14, with the subtests of Node and of node-tap.
struct TAP: TextReader {
  private struct Level {
    let indent: Int
    let name: String
  }

  private static let deepest = 64
  private var isActive = false
  /// The subtests that are open, outermost first.
  private var open: [Level] = []
  /// Whether a test at deeper indentation has ended since its parent began.
  private var childDepth = -1

  mutating func read(_ page: inout Page, into sink: inout Sink) -> Bool {
    var line = page.line()
    let indent = line.skipBlanks()
    if line.starts(with: "TAP version "), indent == 0 {
      activate(into: &sink)
      page.index += 1
      return true
    }
    if line.take("# Subtest: ") {
      // Node writes the heading at the parent's indentation, node-tap at the children's.
      open.removeAll { $0.indent >= indent }
      if open.count < Self.deepest { open.append(Level(indent: indent, name: line.trimmed)) }
      activate(into: &sink)
      page.index += 1
      return true
    }
    if line.starts(with: "1.."), isPlan(line) {
      activate(into: &sink)
      page.index += 1
      return true
    }
    if isActive, line.take("Bail out!") {
      sink.add(
        Signal(.testFailure, tool: "tap", message: "Bail out! " + line.trimmed, outcome: .errored),
        .tap)
      page.index += 1
      return true
    }
    guard isActive || isPoint(page.line()) else { return false }
    let isBad = line.take("not ok")
    guard isBad || line.take("ok"), line.isAtEnd || line.first?.isBlank == true else {
      return false
    }
    activate(into: &sink)
    page.index += 1
    point(line, isBad: isBad, indent: indent, &page, into: &sink)
    return true
  }

  private mutating func activate(into sink: inout Sink) {
    isActive = true
    sink.saw(.tap)
  }

  private func isPlan(_ text: ByteCursor) -> Bool {
    var line = text
    return line.take("1..") && line.takeNumber() != nil
      && (line.isAtEnd || line.starts(with: " #") || line.first?.isBlank == true)
  }

  /// Without a version or plan before it only a numbered point counts.
  private func isPoint(_ text: ByteCursor) -> Bool {
    var line = text
    _ = line.take("not ")
    guard line.take("ok ") else { return false }
    return line.takeNumber() != nil && line.take(" - ")
  }

  private mutating func point(
    _ text: ByteCursor, isBad: Bool, indent: Int, _ page: inout Page, into sink: inout Sink
  ) {
    var line = text
    line.skipBlanks()
    let number = line.takeNumber()
    line.skipBlanks()
    _ = line.take("- ")
    var name = line.trimmed
    var directive = ""
    var rest = line
    if let head = rest.take(upTo: " # ") ?? (rest.take("# ") ? "" : nil) {
      name = ByteCursor(head).trimmed
      directive = rest.trimmed
    }
    let hadChildren = childDepth > indent
    childDepth = indent
    let details = diagnostics(&page, indent: indent)
    if let own = open.last, own.indent >= indent, own.name == name || own.indent > indent {
      open.removeLast()
    }
    open.removeAll { $0.indent > indent }
    // The parent of subtests says nothing that they have not said.
    if hadChildren { return }
    let groups = open.filter { $0.indent < indent }.map(\.name)
    let mark = directive.lowercased()
    let outcome: Outcome =
      mark.hasPrefix("skip") || mark.hasPrefix("todo") && isBad
      ? .skipped : isBad ? .failed : .passed
    var result = TestResult(
      TestID(
        group: groups.isEmpty ? nil : groups.joined(separator: " "),
        name: name.isEmpty ? "\(number ?? 0)" : name), outcome,
      tool: "tap")
    details.apply(to: &result)
    // What is no directive tells why, and changes from run to run.
    if outcome != .passed, !directive.isEmpty { result.message = result.message ?? directive }
    sink.add(result, .tap)
  }

  /// The YAML block or the comments below a point.
  private func diagnostics(_ page: inout Page, indent: Int) -> TAPDetails {
    var details = TAPDetails()
    var first = page.line()
    first.skipBlanks()
    if first.rest == "---" {
      page.index += 1
      let start = page.index
      while !page.isAtEnd, page.index - start < 5_000 {
        let line = ByteCursor(page.line().trimmed)
        if line.rest == "..." || line.rest == "---" { break }
        details.lines.append(page.line())
        page.index += 1
      }
      if !page.isAtEnd { page.index += 1 }
      return details
    }
    while !page.isAtEnd {
      var line = page.line()
      guard line.skipBlanks() >= indent, line.starts(with: "#"), !line.starts(with: "# Subtest"),
        !line.starts(with: "# tests ")
      else { break }
      _ = line.take("#")
      if details.comments.count < 200 { details.comments.append(line.trimmed) }
      page.index += 1
    }
    return details
  }
}
