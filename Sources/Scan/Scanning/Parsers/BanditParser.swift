import Findings
internal import Text

/// Reads Bandit's JSON: results, files that did not parse, and metrics that list every file.
struct BanditParser: ToolParser {
  func parse(_ answer: ToolAnswer, _ context: ParsingContext) throws(ParsingFailure) -> ToolReport {
    let root = try JSONValue.report(answer.output)
    var report = ToolReport()
    for result in try root.list("results") {
      let finding = try finding(result, context)
      report.add(at: try result.text("filename"), rule: finding.rule, context) { path in
        var placed = finding
        placed.location.path = path.text
        return placed
      }
    }
    for error in try root.list("errors") {
      report.failedFile(at: try error.text("filename"), try error.text("reason"), context)
    }
    for path in try root.object("metrics").members.keys where path != "_totals" {
      report.sawFile(at: path, context)
    }
    return report
  }

  private func finding(
    _ result: JSONValue, _ context: ParsingContext
  ) throws(ParsingFailure) -> ToolFinding {
    let level = try result.text("issue_severity")
    let line = try result.number("line_number")
    let lines = result["line_range"]?.elements.compactMap(\.place) ?? []
    // Columns are offsets in bytes from 0; the end is exclusive.
    let column = result.place("col_offset").map { $0 + 1 } ?? 1
    let endColumn = result.place("end_col_offset").map { $0 + 1 }
    return context.finding(
      rule: try result.text("test_id"),
      title: (result["test_name"]?.string ?? "").split(separator: "_").joined(separator: " "),
      message: try result.text("issue_text"),
      severity: context.descriptor.severities[level],
      confidence: result["issue_confidence"]?.string.flatMap {
        Confidence(rawValue: $0.lowercased())
      },
      cwe: [result["issue_cwe"]?.place("id")].compactMap { $0 },
      location: Location(
        path: "", startLine: line, startColumn: column, endLine: lines.max(),
        endColumn: endColumn),
      helpURL: result["more_info"]?.string)
  }
}
