internal import Text

/// Writes a report as a comment on a pull request: the verdict, counts, the worst findings, the tools.
package struct MarkdownReport: Sendable {
  /// How many findings are shown before a fold, which holds as many more as fit.
  package var most: Int
  /// GitHub refuses comments of more than 65,536 characters.
  private static let mostCharacters = 60_000

  /// Makes a writer.
  ///
  /// - Parameter most: How many findings are shown in full view.
  package init(most: Int = 10) { self.most = most }

  /// Gives the document.
  ///
  /// - Parameter report: The report; with a baseline only what is new is listed.
  /// - Returns: Markdown of GitHub and GitLab, ending with a line feed.
  package func text(_ report: ScanReport) -> String {
    let shown =
      report.baseline == nil ? report.activeFindings : report.findings.filter(\.state.isFresh)
    let groups = Ranking.groups(of: shown)
    var parts = [heading(report), counts(report, shown)]
    if !groups.isEmpty { parts.append(table(groups.prefix(most).map(row))) }
    let tools = fold("Tools and coverage", self.tools(report))
    var room = Self.mostCharacters - (parts + [tools]).reduce(0) { $0 + $1.unicodeScalars.count }
    var rows: [String] = []
    for group in groups.dropFirst(most) {
      let row = row(group)
      room -= row.unicodeScalars.count + 1
      guard room > 1_000 else { break }
      rows.append(row)
    }
    let rest = max(0, groups.count - most)
    if !rows.isEmpty { parts.append(fold("\(rest) more", table(rows))) }
    if rest > rows.count { parts.append("\(rest - rows.count) more are in the report.") }
    return (parts + [tools]).joined(separator: "\n\n") + "\n"
  }

  private func heading(_ report: ScanReport) -> String {
    let state = report.complete ? "" : "**Incomplete: findings may be missing.** "
    return "### Sentinel\n\n\(state)\(MarkupText.markdown(report.exitReason))"
  }

  private func counts(_ report: ScanReport, _ shown: [Finding]) -> String {
    let names = Severity.allCases.map(\.rawValue)
    let numbers = Severity.allCases.map { severity in
      String(shown.count { $0.severity == severity })
    }
    var header = [report.baseline == nil ? "Findings" : "New"] + names
    var cells = [String(shown.count)] + numbers
    if report.baseline != nil {
      for state in [Finding.State.unchanged, .absent] {
        header.append(state == .absent ? "gone" : "known")
        cells.append(String(report.findings.count { $0.state == state }))
      }
    }
    let suppressed = report.findings.count { $0.state == .suppressed }
    if suppressed > 0 {
      header.append("suppressed")
      cells.append(String(suppressed))
    }
    let line = { (cells: [String]) in "| " + cells.joined(separator: " | ") + " |" }
    return [line(header), line(header.map { _ in "---:" }), line(cells)].joined(separator: "\n")
  }

  private func table(_ rows: [String]) -> String {
    (["| Severity | Where | What |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
  }

  private func row(_ group: [Finding]) -> String {
    let finding = group[0]
    let location = finding.location
    let place = location.path.isEmpty ? "whole tree" : "\(location.path):\(location.startLine)"
    let origin = "\(finding.tool) \(finding.ruleID)"
    let cwe = finding.cwe.first.map { " · CWE-\($0)" } ?? ""
    var sentence = Ranking.sentence(group)
    if sentence.unicodeScalars.count > 300 {
      sentence = String(sentence.unicodeScalars.prefix(300)) + "…"
    }
    return "| \(finding.severity.rawValue) | <code>\(MarkupText.markdown(place))</code> | "
      + "\(MarkupText.markdown(sentence)) <sub>\(MarkupText.markdown(origin))\(cwe)</sub> |"
  }

  private func tools(_ report: ScanReport) -> String {
    let lines = report.tools.map { tool in
      let reason = tool.state == .completed ? "" : tool.reason ?? ""
      let cells = [tool.name, tool.version ?? "", tool.state.label, String(tool.findings), reason]
      return "| " + cells.map(MarkupText.markdown).joined(separator: " | ") + " |"
    }
    let coverage = report.coverage
    let files =
      "\(coverage.files) files, \(coverage.parsed) parsed, \(coverage.skipped.count) skipped, "
      + "\(coverage.unseen.count) unseen"
    return
      (["| Tool | Version | State | Findings | |", "| --- | --- | --- | ---: | --- |"] + lines)
      .joined(separator: "\n") + "\n\n\(files)"
  }

  private func fold(_ title: String, _ text: String) -> String {
    "<details><summary>\(title)</summary>\n\n\(text)\n\n</details>"
  }
}
