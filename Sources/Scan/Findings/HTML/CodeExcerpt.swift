internal import Text

/// The code around findings, as HTML.
///
/// Lines in which anything found a credential are left out of every excerpt: a report is shown to
/// more people than the code.
enum CodeExcerpt {
  /// Lines before and behind the flagged ones.
  private static let margin = 2
  /// More flagged lines than this are cut.
  private static let mostLines = 12
  /// Longer lines are cut.
  private static let mostCharacters = 300

  /// Makes the excerpts of findings, by their identifiers.
  ///
  /// - Parameters:
  ///   - findings: The findings that want one.
  ///   - report: The report with every finding, which tells where credentials are.
  ///   - source: Gives a file; asked once for each.
  /// - Returns: HTML; nothing for what is gone, about a package, or in a file that cannot be read.
  static func all(
    of findings: some Collection<Finding>, in report: ScanReport, source: (String) -> SourceText?
  ) -> [String: String] {
    var secrets: [String: Set<Int>] = [:]
    for finding in report.findings
    where finding.weaknessClass == WeaknessClass.hardcodedCredential {
      for place in finding.sources { secrets[place.path, default: []].insert(place.startLine) }
      let location = finding.location
      let last = min(location.endLine, location.startLine + 1_000)
      secrets[location.path, default: []].formUnion(location.startLine...last)
    }
    var excerpts: [String: String] = [:]
    for (path, members) in Dictionary(grouping: findings, by: \.location.path) {
      guard let source = source(path) else { continue }
      for finding in members where finding.state != .absent && finding.package == nil {
        excerpts[finding.id] = excerpt(finding.location, source, secrets[path] ?? [])
      }
    }
    return excerpts
  }

  private static func excerpt(_ location: Location, _ source: SourceText, _ secrets: Set<Int>)
    -> String?
  {
    guard location.startLine <= source.lines.count else { return nil }
    let last = min(location.endLine, location.startLine + mostLines - 1)
    let shown = max(1, location.startLine - margin)...min(last + margin, source.lines.count)
    let lines = shown.map { number in
      let text =
        secrets.contains(number)
        ? "<i>not shown: it may hold a credential</i>"
        : MarkupText.markup(line(source, number))
      let isFlagged = (location.startLine...location.endLine).contains(number)
      let content = isFlagged ? "<mark>\(text)</mark>" : text
      return "<span class=\"number\">\(number)</span>\(content)"
    }
    return "<pre>\(lines.joined(separator: "\n"))</pre>"
  }

  private static func line(_ source: SourceText, _ number: Int) -> String {
    let bytes = source.bytes[source.lines[number - 1]].prefix(4 * mostCharacters)
    let text = VisibleText.block(String(decoding: bytes, as: UTF8.self))
    let cut = String(text.unicodeScalars.prefix(mostCharacters))
    return cut.utf8.count < text.utf8.count || bytes.count < source.lines[number - 1].count
      ? cut + "…" : cut
  }
}
