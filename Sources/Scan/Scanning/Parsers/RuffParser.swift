import Findings
internal import Text

/// Reads Ruff's JSON, and its log, the only place that names every file and every unreadable one.
struct RuffParser: ToolParser {
  func parse(_ answer: ToolAnswer, _ context: ParsingContext) throws(ParsingFailure) -> ToolReport {
    guard case .array(let diagnostics) = try JSONValue.report(answer.output) else {
      throw ParsingFailure(description: "the report is not a list of diagnostics")
    }
    var report = ToolReport()
    for diagnostic in diagnostics { try add(diagnostic, to: &report, context) }
    readLog(answer.errors, into: &report, context)
    return report
  }

  private func add(
    _ diagnostic: JSONValue, to report: inout ToolReport, _ context: ParsingContext
  ) throws(ParsingFailure) {
    let path = try diagnostic.text("filename")
    let message = try diagnostic.text("message")
    // A syntax error comes as a diagnostic without a rule, or with this one in newer versions.
    guard let rule = diagnostic["code"]?.string, rule != "invalid-syntax" else {
      return report.failedFile(at: path, "syntax error: \(message)", context)
    }
    let start = try diagnostic.object("location")
    let end = try diagnostic.object("end_location")
    let line = try start.number("row")
    let level = diagnostic["severity"]?.string ?? ""
    var finding = context.finding(
      rule: rule,
      title: diagnostic["name"]?.string.map {
        $0.split(separator: "-").joined(separator: " ")
      } ?? message,
      message: message, severity: context.descriptor.severities[level], confidence: nil,
      location: Location(
        path: "", startLine: line, startColumn: try start.number("column"),
        endLine: try end.number("row"), endColumn: try end.number("column")),
      helpURL: diagnostic["url"]?.string)
    finding.fix = Self.fix(diagnostic["fix"], of: finding)
    report.add(at: path, rule: rule, context) { path in
      var placed = finding
      placed.location.path = path.text
      return placed
    }
  }

  /// The edits of a fix that Ruff itself calls safe; one that is not of the form is none.
  private static func fix(_ value: JSONValue?, of finding: ToolFinding) -> Fix? {
    guard value?["applicability"]?.string == "safe" else { return nil }
    let edits = (value?["edits"]?.elements ?? []).map { edit in
      let (start, end) = (edit["location"], edit["end_location"])
      return Fix.Edit(
        startLine: start?.place("row") ?? 0, startColumn: start?.place("column") ?? 0,
        endLine: end?.place("row") ?? 0, endColumn: end?.place("column") ?? 0,
        text: edit["content"]?.string ?? "")
    }
    return Fix(
      tool: finding.tool, rule: finding.rule, title: value?["message"]?.string ?? "",
      columns: .codePoints, edits: edits)
  }

  private func readLog(
    _ bytes: [UInt8], into report: inout ToolReport, _ context: ParsingContext
  ) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if let marker = line.firstRange(of: "] Checking: ") {
        report.sawFile(at: String(line[marker.upperBound...]), context)
      } else if line.hasPrefix("warning: Failed to lint ") {
        let rest = line.dropFirst("warning: Failed to lint ".count)
        // The reason follows the last colon that comes after the path's own colons.
        let known = rest.indices.filter { rest[$0] == ":" }.first { colon in
          context.index.target(String(rest[..<colon])) != .outside
        }
        let path = known.map { rest[..<$0] } ?? rest
        let reason = known.map { rest[$0...].dropFirst(2) } ?? "not readable"
        report.failedFile(at: String(path), String(reason), context)
      }
    }
  }
}
