import Findings
internal import Text

/// Reads detect-secrets' baseline, and its log, the only place that names files without results.
///
/// The secret itself is not in the report, and its unsalted digest is cut: eight digits tell two
/// secrets apart and are too few to search a dictionary with.
struct DetectSecretsParser: ToolParser {
  func parse(_ answer: ToolAnswer, _ context: ParsingContext) throws(ParsingFailure) -> ToolReport {
    let root = try JSONValue.report(answer.output)
    _ = try root.list("plugins_used")
    var report = ToolReport()
    for (path, results) in try root.object("results").members.sorted(by: { $0.key < $1.key }) {
      guard case .array(let results) = results else {
        throw ParsingFailure(description: "the report lacks a list of results of a file")
      }
      for result in results {
        let finding = try finding(result, context)
        report.add(at: path, rule: finding.rule, context) { path in
          var placed = finding
          placed.location.path = path.text
          return placed
        }
      }
    }
    readLog(answer.errors, into: &report, context)
    return report
  }

  private func finding(
    _ result: JSONValue, _ context: ParsingContext
  ) throws(ParsingFailure) -> ToolFinding {
    let type = try result.text("type")
    let digest = try result.text("hashed_secret").prefix(8)
    return context.finding(
      rule: type.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-"),
      title: "\(type) in the text",
      message: "\(type) in the text; digest \(digest)…",
      severity: .high, confidence: nil,
      location: Location(path: "", startLine: try result.number("line_number")))
  }

  private func readLog(
    _ bytes: [UInt8], into report: inout ToolReport, _ context: ParsingContext
  ) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if let marker = line.firstRange(of: "\tChecking file: ") {
        report.sawFile(at: String(line[marker.upperBound...]), context)
      } else if let marker = line.firstRange(of: "\tUnable to open file: ") {
        report.failedFile(at: String(line[marker.upperBound...]), "not readable", context)
      }
    }
  }
}
