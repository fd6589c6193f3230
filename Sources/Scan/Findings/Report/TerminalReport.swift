internal import Text

/// Renders a scan report for a terminal.
///
/// Every text of a tool or of the tree passes through ``VisibleText``: nothing in a finding can
/// move the cursor, recolour, rename the window or reverse the reading direction.
package struct TerminalReport: Sendable {
  /// The columns to fill; at least 40 are used.
  package var width: Int
  /// Whether severities and states are coloured by escape sequences.
  package var colour: Bool

  /// Makes a renderer; a width below 40 is taken for 40.
  package init(width: Int = 80, colour: Bool = false) {
    self.width = max(40, width)
    self.colour = colour
  }

  /// Gives the text, ending with a line feed.
  package func render(_ report: ScanReport) -> String {
    var lines: [String] = []
    lines += findings(report)
    lines += tools(report)
    lines.append(coverage(report))
    lines.append(summary(report))
    lines += verdict(report)
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Findings

  private func findings(_ report: ScanReport) -> [String] {
    var lines: [String] = []
    var path: String?
    let shown = report.activeFindings.sorted {
      ($0.location.path, $0.location.startLine, $0.location.startColumn)
        < ($1.location.path, $1.location.startLine, $1.location.startColumn)
    }
    for finding in shown {
      if finding.location.path != path {
        path = finding.location.path
        let name = finding.location.path.isEmpty ? "(whole tree)" : finding.location.path
        lines += wrap(name, indent: 0).map { paint($0, .bold) }
      }
      lines += entry(finding) + [""]
    }
    return lines
  }

  private func entry(_ finding: Finding) -> [String] {
    let place = "\(finding.location.startLine):\(finding.location.startColumn)"
    let label = pad(finding.severity.rawValue.uppercased(), 8)
    let head = "  \(label)  \(pad(place, 7)) "
    let indent = VisibleText.columns(head)
    var lines = wrap(finding.title, indent: indent)
    let first = lines.isEmpty ? "" : String(lines.removeFirst().dropFirst(indent))
    lines.insert(
      "  " + paint(label, Paint(finding.severity)) + "  \(pad(place, 7)) " + first, at: 0)
    if !isSame(finding.message, finding.title) {
      lines += wrap(finding.message, indent: indent, limit: 3).map { paint($0, .dim) }
    }
    lines += wrap(origin(of: finding), indent: indent).map { paint($0, .dim) }
    return lines
  }

  private func isSame(_ message: String, _ title: String) -> Bool {
    message.isEmpty || message == title || message == title + "."
  }

  private func origin(of finding: Finding) -> String {
    var parts = ["\(finding.id)"]
    let sources = finding.sources.isEmpty ? ["\(finding.tool) \(finding.ruleID)"] : []
    var names = sources + finding.sources.map { "\($0.tool) \($0.rule)" }
    var seen: Set<String> = []
    names = names.filter { seen.insert($0).inserted }
    parts.append(names.joined(separator: ", "))
    if !finding.cwe.isEmpty {
      parts.append(finding.cwe.prefix(3).map { "CWE-\($0)" }.joined(separator: ", "))
    }
    if let package = finding.package {
      let fixed = package.fixedVersions.isEmpty ? "no fix" : "fixed in \(package.fixedVersions[0])"
      parts.append("\(package.purl) \(package.version), \(fixed)")
    }
    parts.append("\(finding.confidence.rawValue) confidence")
    if finding.state == .unchanged { parts.append("known") }
    return parts.joined(separator: " · ")
  }

  // MARK: Tools, coverage, verdict

  private func tools(_ report: ScanReport) -> [String] {
    guard !report.tools.isEmpty else { return [] }
    let names = report.tools.map { VisibleText.line($0.name) }
    let versions = report.tools.map { VisibleText.line($0.version ?? "–") }
    let nameWidth = min(24, max(4, names.map(VisibleText.columns).max() ?? 4))
    let versionWidth = min(14, max(7, versions.map(VisibleText.columns).max() ?? 7))
    let title =
      pad("Tool", nameWidth) + "  " + pad("Version", versionWidth) + "  "
      + pad("State", 14) + padLeft("Findings", 8) + padLeft("Time", 11)
    var lines = [paint(title, .bold)]
    for (index, tool) in report.tools.enumerated() {
      let state = pad(tool.state.label, 14)
      lines.append(
        pad(names[index], nameWidth) + "  " + pad(versions[index], versionWidth) + "  "
          + paint(state, tool.state.isComplete ? .plain : .red)
          + padLeft(tool.didRun ? grouped(tool.findings) : "–", 8)
          + padLeft(tool.didRun ? duration(tool.milliseconds) : "–", 11))
      let remarks = (tool.state == .completed ? [] : [tool.reason ?? ""]) + tool.notes
      for remark in remarks where !remark.isEmpty {
        lines += wrap(remark, indent: 4).map { paint($0, .dim) }
      }
    }
    return lines + [""]
  }

  private func coverage(_ report: ScanReport) -> String {
    let coverage = report.coverage
    let readers = report.tools.count { $0.state == .completed }
    var parts = [
      "\(count(coverage.files, "file")), \(grouped(coverage.parsed)) parsed by "
        + count(readers, "tool")
    ]
    if !coverage.skipped.isEmpty { parts.append("\(grouped(coverage.skipped.count)) skipped") }
    if !coverage.unseen.isEmpty { parts.append("\(grouped(coverage.unseen.count)) unseen") }
    return wrap("Coverage: " + parts.joined(separator: ", "), indent: 0).joined(separator: "\n")
  }

  private func summary(_ report: ScanReport) -> String {
    let active = report.activeFindings
    let counts = Severity.allCases.map { severity in
      let number = active.count { $0.severity == severity }
      let text = "\(grouped(number)) \(severity.rawValue)"
      return number == 0 ? text : paint(text, Paint(severity))
    }
    var line = "Findings: " + counts.joined(separator: ", ")
    let suppressed = report.findings.count { $0.state == .suppressed }
    if suppressed > 0 { line += " (\(grouped(suppressed)) suppressed)" }
    return line
  }

  private func verdict(_ report: ScanReport) -> [String] {
    guard !report.complete else {
      return wrap(report.exitReason, indent: 0)
    }
    let bad = report.incompleteTools
    var reasons = bad.map { "\($0.name) \($0.state.phrase)" }
    let unseen = report.coverage.unseen.count
    if unseen > 0 { reasons.append("\(count(unseen, "file")) never mentioned") }
    let text = "INCOMPLETE: \(reasons.joined(separator: ", ")). Findings may be missing."
    return wrap(report.exitReason, indent: 0) + [""]
      + wrap(text, indent: 0).map { paint($0, .alarm) }
  }
}
