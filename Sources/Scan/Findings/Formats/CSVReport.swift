internal import Text

/// Writes findings as a table of RFC 4180 with a header, one row for each, suppressed and gone ones
/// included.
package enum CSVReport {
  private static let header = [
    "id", "lineage", "state", "severity", "confidence", "class", "cwe", "path", "line", "column",
    "title", "message", "tool", "rule", "tools", "package", "version", "fixed", "aliases",
  ]

  /// Gives the table.
  ///
  /// - Parameter report: The report.
  /// - Returns: UTF-8 with CR LF behind each row.
  package static func bytes(_ report: ScanReport) -> [UInt8] {
    let rows = [header] + report.findings.map(cells)
    return Array(rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined().utf8)
  }

  private static func cells(_ finding: Finding) -> [String] {
    let tools = Set(finding.sources.map(\.tool)).sorted()
    return [
      finding.id, finding.lineage ?? finding.fingerprint, finding.state.rawValue,
      finding.severity.rawValue, finding.confidence.rawValue, finding.weaknessClass ?? "",
      finding.cwe.map { "CWE-\($0)" }.joined(separator: " "), finding.location.path,
      String(finding.location.startLine), String(finding.location.startColumn), finding.title,
      finding.message, finding.tool, finding.ruleID, tools.joined(separator: " "),
      finding.package?.purl ?? "", finding.package?.version ?? "",
      finding.package?.fixedVersions.joined(separator: " ") ?? "",
      finding.aliases.joined(separator: " "),
    ]
  }

  /// A quoted cell; an apostrophe goes before what a spreadsheet would take for a formula.
  private static func quoted(_ text: String) -> String {
    var shown = VisibleText.line(text)
    if let first = shown.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) {
      shown = "'" + shown
    }
    let doubled = shown.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    return "\"\(doubled)\""
  }
}
