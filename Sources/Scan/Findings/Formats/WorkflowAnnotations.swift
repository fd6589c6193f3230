internal import Text

/// Writes the worst findings as workflow commands of GitHub's runners, which show them at the code.
package enum WorkflowAnnotations {
  /// As many of each level are shown for a step; see GitHub's limits of annotations.
  private static let mostOfLevel = 10

  /// Gives the lines: errors for what is critical or high, warnings for medium, notices below.
  ///
  /// - Parameter report: The report; only what is new, edited or graver is annotated.
  /// - Returns: The text, ending with a line feed; empty where nothing is to be said.
  package static func text(_ report: ScanReport) -> String {
    let fresh = Ranking.worstFirst(report.findings.filter(\.state.isFresh))
    var counts: [String: Int] = [:]
    var lines: [String] = []
    for finding in fresh {
      let level = level(of: finding.severity)
      counts[level, default: 0] += 1
      guard counts[level, default: 0] <= mostOfLevel else { continue }
      lines.append(command(level, finding))
    }
    let rest = fresh.count - lines.count
    if rest > 0 { lines.append("::notice title=Sentinel::\(rest) more findings are in the report") }
    if !report.complete {
      lines.append("::error title=Sentinel::\(data("incomplete scan: \(report.exitReason)"))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func level(of severity: Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium: "warning"
    case .low, .info: "notice"
    }
  }

  private static func command(_ level: String, _ finding: Finding) -> String {
    let location = finding.location
    var properties: [String] = []
    if !location.path.isEmpty {
      properties = [
        "file=\(property(location.path))", "line=\(location.startLine)",
        "endLine=\(location.endLine)",
      ]
    }
    properties.append("title=\(property("\(finding.severity.rawValue): \(finding.title)"))")
    let message = finding.message.isEmpty ? finding.title : finding.message
    let origin = "\(finding.tool) \(finding.ruleID)"
    return "::\(level) \(properties.joined(separator: ","))::\(data("\(message) (\(origin))"))"
  }

  /// The text of a command, encoded as the runner decodes it.
  private static func data(_ text: String) -> String {
    encoded(text, "%\r\n")
  }

  private static func property(_ text: String) -> String {
    encoded(text, "%\r\n:,")
  }

  private static func encoded(_ text: String, _ special: String) -> String {
    var shown = ""
    for scalar in VisibleText.line(text).unicodeScalars {
      if special.unicodeScalars.contains(scalar) {
        shown += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
