internal import Text

/// The pictures of a page: drawn as SVG and plain elements, readable without a script.
struct HTMLCharts {
  private let report: ScanReport
  private let active: [Finding]
  /// The findings about which something is to be done.
  private let counted: [Finding]

  init(_ report: ScanReport) {
    self.report = report
    active = report.activeFindings
    counted = report.baseline == nil ? active : active.filter(\.state.isFresh)
  }

  /// How many findings of each severity, as cards.
  var severities: String {
    let cards = Severity.allCases.map { severity in
      let number = counted.count { $0.severity == severity }
      return "<div class=\"card \(severity.rawValue)\"><b>\(number)</b>\(severity.rawValue)</div>"
    }
    let title = report.baseline == nil ? "Findings" : "New findings"
    return "<section class=\"cards\"><h2>\(title)</h2><div>\(cards.joined())</div></section>"
  }

  /// What became of the findings of the baseline; empty without one.
  var comparison: String {
    guard let baseline = report.baseline else { return "" }
    let states: [Finding.State] = [.new, .updated, .unchanged, .absent]
    let numbers = states.map { state in report.findings.count { $0.state == state } }
    let all = max(1, numbers.reduce(0, +))
    var offset = 0.0
    var bars: [String] = []
    for (state, number) in zip(states, numbers) where number > 0 {
      let width = 100 * Double(number) / Double(all)
      bars.append(
        "<rect x=\"\(Self.round(offset))%\" width=\"\(Self.round(width))%\" height=\"100%\" "
          + "class=\"\(state.rawValue)\"><title>\(number) \(state.rawValue)</title></rect>")
      offset += width
    }
    let words = zip(states, numbers).map { "\($1) \($0.rawValue)" }
    var notes = [words.joined(separator: " · ")]
    if baseline.unknown > 0 { notes.append("\(baseline.unknown) known were not looked for") }
    if baseline.ambiguous > 0 { notes.append("\(baseline.ambiguous) new ones fit several known") }
    if !baseline.complete { notes.append("the baseline is of an incomplete scan") }
    return """
      <section><h2>Since the baseline</h2><svg class="bar" role="img" \
      aria-label="\(words.joined(separator: ", "))">\(bars.joined())</svg>
      <p>\(notes.joined(separator: "; "))</p></section>
      """
  }

  /// The commonest kinds of weakness.
  var classes: String {
    let names = counted.compactMap { finding in
      finding.package != nil
        ? "Vulnerable package" : finding.weaknessClass.map(WeaknessClass.words)
    }
    let numbers = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let most = numbers.first?.value else { return "" }
    let shown = numbers.prefix(10)
    let rows = shown.map { name, number in
      let width = Self.round(100 * Double(number) / Double(most))
      return "<tr><th>\(MarkupText.markup(name))</th><td>\(number)</td><td><svg class=\"line\" "
        + "aria-hidden=\"true\"><rect width=\"\(width)%\" height=\"100%\"/></svg></td></tr>"
    }
    let rest = counted.count - shown.reduce(0) { $0 + $1.value }
    let more = rest == 0 ? "" : "<p>\(rest) of other kinds</p>"
    // Beside it stands the comparison where there is one.
    let width = report.baseline == nil ? " class=\"wide\"" : ""
    return "<section\(width)><h2>Kinds</h2><table class=\"kinds\">\(rows.joined())</table>"
      + "\(more)</section>"
  }

  /// The folders and files by what was found in them.
  var treemap: String {
    var risks: [String: (risk: Double, worst: Severity, number: Int)] = [:]
    for finding in counted where !finding.location.path.isEmpty {
      let path = Self.area(of: finding.location.path)
      let old = risks[path] ?? (0, .info, 0)
      risks[path] = (
        old.risk + Self.risk(of: finding), max(old.worst, finding.severity), old.number + 1
      )
    }
    let areas = risks.sorted { ($1.value.risk, $0.key) < ($0.value.risk, $1.key) }.prefix(60)
    guard areas.count > 1 else { return "" }
    let boxes = Treemap.layout(areas.map(\.value.risk), width: 960, height: 360)
    let cells = zip(areas, boxes).map { area, box in
      let name = MarkupText.markup(VisibleText.line(area.key))
      let fits = box.width > 60 && box.height > 18
      let room = max(0, Int(box.width / 7.5) - 1)
      let short =
        area.key.unicodeScalars.count > room
        ? "…" + String(area.key.unicodeScalars.suffix(max(0, room - 1))) : area.key
      let label =
        fits
        ? "<text x=\"\(Self.round(box.x + 5))\" y=\"\(Self.round(box.y + 15))\">"
          + "\(MarkupText.markup(VisibleText.line(short)))</text>" : ""
      return "<g data-path=\"\(name)\"><rect x=\"\(Self.round(box.x))\" y=\"\(Self.round(box.y))\" "
        + "width=\"\(Self.round(box.width))\" height=\"\(Self.round(box.height))\" "
        + "class=\"\(area.value.worst.rawValue)\"><title>\(name): \(area.value.number)</title></rect>"
        + "\(label)</g>"
    }
    let left = risks.count - areas.count
    let note = left > 0 ? " The \(left) areas with the least are left out." : ""
    return """
      <section class="wide"><h2>Where</h2><svg class="map" viewBox="0 0 960 360" role="img" \
      aria-label="Folders by what was found in them">\(cells.joined())</svg>
      <p>Size: number and severity of the findings, a tenth outside the product. Colour: the worst.\(note)</p></section>
      """
  }

  /// What became of the tools, and which files were read.
  var tools: String {
    let rows = report.tools.map { tool in
      let unseen = report.coverage.unseen.count { $0.tool == tool.name }
      let skipped = report.coverage.skipped.count { $0.tool == tool.name }
      let notes = ([tool.state == .completed ? "" : tool.reason ?? ""] + tool.notes)
        .filter { !$0.isEmpty }.joined(separator: "; ")
      let state = tool.state.isComplete ? "" : " class=\"alarm\""
      return "<tr><th>\(MarkupText.markup(tool.name))</th>"
        + "<td>\(MarkupText.markup(tool.version ?? "–"))</td><td\(state)>\(tool.state.label)</td>"
        + "<td>\(tool.findings)</td><td>\(skipped)</td><td>\(unseen)</td>"
        + "<td>\(MarkupText.markup(notes))</td></tr>"
    }
    let coverage = report.coverage
    let share = coverage.files == 0 ? 0 : 100 * Double(coverage.parsed) / Double(coverage.files)
    return """
      <section class="wide"><h2>Coverage</h2><svg class="bar" role="img" \
      aria-label="\(coverage.parsed) of \(coverage.files) files"><rect width="100%" height="100%" \
      class="absent"/><rect width="\(Self.round(share))%" height="100%" class="parsed"/></svg>
      <p>\(coverage.parsed) of \(coverage.files) files parsed, \(coverage.skipped.count) skipped, \
      \(coverage.unseen.count) unseen.</p>
      <div class="scroll"><table><tr><th>Tool</th><th>Version</th><th>State</th><th>Findings</th>\
      <th>Skipped</th><th>Unseen</th><th></th></tr>\(rows.joined())</table></div></section>
      """
  }

  /// The first two folders of a path, or the file where it lies less deep.
  private static func area(of path: String) -> String {
    path.split(separator: "/").prefix(3).joined(separator: "/")
  }

  /// What a finding weighs: three of one severity are as much as one of the next, ten outside the
  /// product as much as one in it.
  private static func risk(of finding: Finding) -> Double {
    let weight: Double =
      switch finding.severity {
      case .critical: 81
      case .high: 27
      case .medium: 9
      case .low: 3
      case .info: 1
      }
    return CodeRole(path: finding.location.path) == .product ? weight : weight / 10
  }

  /// Two digits behind the point are less than a pixel.
  private static func round(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
