import Findings
internal import Text

/// Reads ShellCheck's `json1`: comments by file, nothing about files without comments.
struct ShellcheckParser: ToolParser {
  /// The comments with which it gives a file up.
  private static let parseErrors: Set<Int> = [1070, 1071, 1072, 1073, 1088]

  func parse(_ answer: ToolAnswer, _ context: ParsingContext) throws(ParsingFailure) -> ToolReport {
    var report = ToolReport()
    for comment in try JSONValue.report(answer.output).list("comments") {
      let path = try comment.text("file")
      let code = try comment.number("code")
      let message = try comment.text("message")
      let level = try comment.text("level")
      let line = try comment.number("line")
      let location = Location(
        path: "", startLine: line, startColumn: try comment.number("column"),
        endLine: comment.place("endLine"), endColumn: comment.place("endColumn"))
      var finding = context.finding(
        rule: "SC\(code)", title: message, message: message,
        severity: context.descriptor.severities[level], confidence: nil, location: location,
        helpURL: "https://www.shellcheck.net/wiki/SC\(code)")
      finding.fix = Self.fix(comment["fix"], of: finding)
      if Self.parseErrors.contains(code) {
        report.failedFile(at: path, "syntax error: \(message)", context)
      }
      report.add(at: path, rule: finding.rule, context) { path in
        var placed = finding
        placed.location.path = path.text
        return placed
      }
    }
    return report
  }

  /// The replacements of a comment; a fix that is not of the form is none.
  private static func fix(_ value: JSONValue?, of finding: ToolFinding) -> Fix? {
    let edits = (value?["replacements"]?.elements ?? []).map { edit in
      Fix.Edit(
        startLine: edit.place("line") ?? 0, startColumn: edit.place("column") ?? 0,
        endLine: edit.place("endLine") ?? 0, endColumn: edit.place("endColumn") ?? 0,
        text: edit["replacement"]?.string ?? "")
    }
    return Fix(
      tool: finding.tool, rule: finding.rule, title: finding.title, columns: .codePoints,
      edits: edits)
  }
}
