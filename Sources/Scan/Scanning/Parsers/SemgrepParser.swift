import Findings
internal import Text

/// Reads Semgrep's JSON in its verbose form, which also names the files it skipped.
struct SemgrepParser: ToolParser {
  func parse(_ answer: ToolAnswer, _ context: ParsingContext) throws(ParsingFailure) -> ToolReport {
    let root = try JSONValue.report(answer.output)
    var report = ToolReport()
    for result in try root.list("results") {
      let finding = try finding(result, context)
      report.add(at: try result.text("path"), rule: finding.rule, context) { path in
        var placed = finding
        placed.location.path = path.text
        return placed
      }
    }
    for error in try root.list("errors") { add(error: error, to: &report, context) }
    // Old versions do not list what they scanned: then nothing counts as examined.
    let paths = root["paths"] ?? .object([:])
    for scanned in paths["scanned"]?.elements ?? [] {
      guard let path = scanned.string else {
        throw ParsingFailure(description: "the report lists something else than a path as scanned")
      }
      report.sawFile(at: path, context)
    }
    for skipped in paths["skipped"]?.elements ?? [] {
      let reason = skipped["reason"]?.string ?? "skipped without a reason"
      report.failedFile(
        at: try skipped.text("path"), reason.split(separator: "_").joined(separator: " "), context)
    }
    return report
  }

  /// An error belongs to a file when it names one and no rule is to blame.
  private func add(error: JSONValue, to report: inout ToolReport, _ context: ParsingContext) {
    let kind = error["type"]?.string ?? error["type"]?[0]?.string ?? "error"
    let message = error["message"]?.string ?? ""
    let line = VisibleText.line("\(kind): \(message)")
    let reason = String(line.prefix(300))
    if let path = error["path"]?.string {
      report.failedFile(at: path, reason, context)
    } else if report.troubles.count < 100 {
      report.troubles.append(reason)
    }
  }

  private func finding(
    _ result: JSONValue, _ context: ParsingContext
  ) throws(ParsingFailure) -> ToolFinding {
    let rule = Self.ruleName(try result.text("check_id"))
    let extra = try result.object("extra")
    let metadata = extra["metadata"] ?? .object([:])
    let start = try result.object("start")
    let end = try result.object("end")
    let message = try extra.text("message")
    let level = extra["severity"]?.string ?? ""
    let line = try start.number("line")
    let location = Location(
      path: "", startLine: line, startColumn: try start.number("col"),
      endLine: try end.number("line"), endColumn: try end.number("col"))
    var finding = context.finding(
      rule: rule, title: rule.split { $0 == "-" || $0 == "_" }.joined(separator: " "),
      message: message,
      severity: metadata["level"]?.string.flatMap { Severity(rawValue: $0.lowercased()) }
        ?? context.descriptor.severities[level],
      confidence: metadata["confidence"]?.string.flatMap {
        Confidence(rawValue: $0.lowercased())
      },
      cwe: Self.weaknesses(metadata["cwe"]), location: location,
      helpURL: metadata["references"]?[0]?.string ?? metadata["source"]?.string,
      weaknessClass: metadata["class"]?.string)
    // The text of a rule's `fix`, metavariables filled in, for the whole match.
    if let text = extra["fix"]?.string {
      let edit = Fix.Edit(
        startLine: location.startLine, startColumn: location.startColumn,
        endLine: location.endLine, endColumn: location.endColumn, text: text)
      finding.fix = Fix(
        tool: finding.tool, rule: rule, title: "", columns: .unknown, edits: [edit])
    }
    return finding
  }

  /// The rule without the folders of its pack, which Semgrep puts in front, joined by dots.
  private static func ruleName(_ id: String) -> String {
    id.split(separator: ".").last.map(String.init) ?? id
  }

  /// Numbers out of `CWE-95: …`, `CWE-95` or 95, alone or in a list.
  static func weaknesses(_ value: JSONValue?) -> [Int] {
    switch value {
    case .array(let elements)?: elements.flatMap { weaknesses($0) }
    case .integer(let number)?: [number]
    case .string(let text)?:
      [Int(text.uppercased().split { !$0.isNumber }.first ?? "")].compactMap { $0 }
    default: []
    }
  }
}
