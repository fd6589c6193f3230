internal import Text

/// Renders a scan report for a terminal.
///
/// Every text of a tool or of the tree passes through ``VisibleText``: nothing in a finding can
/// move the cursor, recolour, rename the window, reverse the reading direction or tell a runner of
/// pipelines what to do.
package struct TerminalReport: Sendable {
  /// The columns to fill; at least 40 are used.
  package var width: Int
  /// Whether severities and states are coloured by escape sequences.
  package var colour: Bool
  /// How many findings are shown: the worst ones when there are more; nil for all, file by file.
  package var most: Int?

  /// Makes a renderer; a width below 40 is taken for 40.
  package init(width: Int = 80, colour: Bool = false, most: Int? = nil) {
    self.width = max(40, width)
    self.colour = colour
    self.most = most
  }

  /// Gives the text, ending with a line feed.
  package func render(_ report: ScanReport) -> String {
    var lines: [String] = []
    lines += findings(report)
    lines += tools(report)
    lines.append(coverage(report))
    lines.append(summary(report))
    lines += comparison(report)
    lines += verdict(report)
    return lines.map(Self.inert).joined(separator: "\n") + "\n"
  }

  /// A line that GitHub's runners do not take for a command of the workflow.
  private static func inert(_ line: String) -> String {
    let text = line.drop { $0 == " " }
    let start =
      text.hasPrefix("::") ? line.prefix(line.count - text.count) + "\\" + text : line[...]
    return start.split(separator: "##[", omittingEmptySubsequences: false)
      .joined(separator: "##\\[")
  }

  // MARK: Findings

  private func findings(_ report: ScanReport) -> [String] {
    let active = report.activeFindings
    guard let most else { return byFile(active) }
    // With a baseline the known ones are counted below.
    let shown = report.baseline == nil ? active : active.filter(\.state.isFresh)
    return shown.count > most ? worst(most, of: shown) : byFile(shown)
  }

  /// The worst ones with their places, then where the others are.
  private func worst(_ most: Int, of all: [Finding]) -> [String] {
    let groups = Ranking.groups(of: all)
    var lines = [paint("The worst of \(count(all.count, "finding"))", .bold), ""]
    for group in groups.prefix(most) {
      let finding = group[0]
      let location = finding.location
      let place = location.path.isEmpty ? "(whole tree)" : "\(location.path):\(location.startLine)"
      let label = pad(finding.severity.rawValue.uppercased(), 8)
      lines.append("\(paint(label, Paint(finding.severity)))  \(paint(short(place, 10), .bold))")
      lines += wrap(Ranking.sentence(group), indent: 10, limit: 2)
      lines += wrap(origin(of: finding), indent: 10, limit: 1).map { paint($0, .dim) } + [""]
    }
    let rest = groups.dropFirst(most).flatMap(\.self)
    guard !rest.isEmpty else { return lines + wrap("--all shows each of them.", indent: 0) + [""] }
    let roles = CodeRole.allCases.compactMap { role -> String? in
      let number = rest.count { CodeRole(path: $0.location.path) == role }
      return number == 0 ? nil : "\(grouped(number)) \(role.phrase)"
    }
    let text = "\(grouped(rest.count)) more: \(roles.joined(separator: ", ")). --all shows them."
    return lines + wrap(text, indent: 0) + [""]
  }

  /// Text on the rest of a line; its beginning gives way where there is no room.
  private func short(_ text: String, _ indent: Int) -> String {
    let shown = VisibleText.line(text)
    guard VisibleText.columns(shown) > width - indent else { return shown }
    // Scalars without a column of their own only make it shorter.
    var kept = shown.unicodeScalars.suffix(width - indent)
    while VisibleText.columns(String(kept)) > width - indent - 1 { kept = kept.dropFirst() }
    return "…" + String(kept)
  }

  private func byFile(_ findings: [Finding]) -> [String] {
    var lines: [String] = []
    var path: String?
    for finding in findings.sorted(by: { Ranking.place($0) < Ranking.place($1) }) {
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
    if finding.state == .updated { parts.append("known, edited or graver") }
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
    let isCompared = report.baseline != nil
    let counted = isCompared ? report.findings.filter(\.state.isFresh) : report.activeFindings
    let counts = Severity.allCases.map { severity in
      let number = counted.count { $0.severity == severity }
      let text = "\(grouped(number)) \(severity.rawValue)"
      return number == 0 ? text : paint(text, Paint(severity))
    }
    var line = (isCompared ? "New findings: " : "Findings: ") + counts.joined(separator: ", ")
    let suppressed = report.findings.count { $0.state == .suppressed }
    if suppressed > 0 { line += " (\(grouped(suppressed)) suppressed)" }
    return line
  }

  /// What became of the findings of the baseline.
  private func comparison(_ report: ScanReport) -> [String] {
    guard let baseline = report.baseline else { return [] }
    let number = { (state: Finding.State) in report.findings.count { $0.state == state } }
    var parts = ["\(grouped(number(.unchanged))) unchanged", "\(grouped(number(.absent))) gone"]
    if number(.updated) > 0 {
      parts.insert("\(grouped(number(.updated))) edited or graver and counted as new", at: 1)
    }
    if baseline.unknown > 0 { parts.append("\(grouped(baseline.unknown)) not looked for") }
    var lines = ["Known findings: \(parts.joined(separator: ", "))"]
    if baseline.ambiguous > 0 {
      lines.append(
        "\(grouped(baseline.ambiguous)) count as new because they fit several known ones")
    }
    if !baseline.complete {
      lines.append("The baseline is of an incomplete scan: what it missed counts as new.")
    }
    return lines.flatMap { wrap($0, indent: 0) }
  }

  private func verdict(_ report: ScanReport) -> [String] {
    let end = wrap(report.exitReason, indent: 0)
    let remedy = report.gate?.remedy.map { wrap("It \($0).", indent: 0).map { paint($0, .dim) } }
    guard !report.complete else { return end + (remedy ?? []) }
    let bad = report.incompleteTools
    var reasons = bad.map { "\($0.name) \($0.state.phrase)" }
    let unseen = report.coverage.unseen.count
    if unseen > 0 { reasons.append("\(count(unseen, "file")) never mentioned") }
    let text = "INCOMPLETE: \(reasons.joined(separator: ", ")). Findings may be missing."
    return end + [""] + wrap(text, indent: 0).map { paint($0, .alarm) }
  }
}
