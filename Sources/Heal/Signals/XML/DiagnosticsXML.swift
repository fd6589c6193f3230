internal import XML

/// The XML of linters: Checkstyle's, which most can write, and PMD, Cppcheck, SpotBugs, JSLint and
/// Android Lint, told apart by what their elements hold.
struct DiagnosticsXML {
  private static let roots: [String: String] = [
    "checkstyle": "checkstyle", "pmd": "pmd", "pmd-cpd": "cpd", "results": "cppcheck",
    "BugCollection": "spotbugs", "jslint": "jslint", "lint": "lint", "issues": "lint",
    "FindBugs": "spotbugs", "scalastyle": "scalastyle", "detekt": "detekt", "report": "lint",
  ]

  static func matches(_ root: XMLElement) -> Bool { roots[root.name] != nil }

  static func read(_ root: XMLElement, into sink: inout Sink) {
    sink.saw(.checkstyleXML)
    read(root, path: nil, tool: roots[root.name] ?? "", into: &sink)
  }

  private static func read(
    _ element: XMLElement, path: String?, tool: String, into sink: inout Sink
  ) {
    let own = element.first(
      of: element.name == "file" ? ["name", "path"] : ["file", "filename", "path"])
    if let message = message(of: element) {
      let spot = spot(of: element)
      let place = (spot?.path ?? own ?? path).map {
        Place(path: $0, line: spot?.line, column: spot?.column)
      }
      sink.add(
        Signal(
          .lint, tool: tool, rule: element.first(of: ["source", "rule", "id", "type"]),
          level: level(of: element), message: message, detail: element["verbose"], place: place),
        .checkstyleXML)
      return
    }
    for child in element.children { read(child, path: own ?? path, tool: tool, into: &sink) }
  }

  private static func message(of element: XMLElement) -> String? {
    switch element.name {
    case "error", "issue", "Issue": element.first(of: ["message", "msg", "reason", "Message"])
    case "violation": ByteCursor(element.text).trimmedLines
    case "BugInstance":
      element.text("LongMessage") ?? element.text("ShortMessage") ?? element["type"]
    default: nil
    }
  }

  private static func spot(of element: XMLElement) -> (path: String?, line: Int?, column: Int?)? {
    let holder = element.children.first { ["location", "SourceLine"].contains($0.name) } ?? element
    let line = holder.first(of: ["line", "beginline", "start"]).flatMap { Int($0) }
    let column = holder.first(of: ["column", "begincolumn", "char"]).flatMap { Int($0) }
    let path = holder.name == element.name ? nil : holder.first(of: ["file", "sourcepath", "path"])
    return (path, line, column)
  }

  private static func level(of element: XMLElement) -> Signal.Level {
    switch element.first(of: ["severity", "priority"])?.lowercased() {
    case "error", "fatal", "1", "high": .error
    case "info", "information", "note", "style", "4", "5": .note
    default: .warning
    }
  }
}
