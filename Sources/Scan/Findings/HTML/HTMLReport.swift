import FoundationEssentials
internal import Text

/// Writes a report as one HTML page that needs nothing else: no network, no other file, and no script
/// to be read.
///
/// Text of tools and of the tree is never markup. The page's own policy lets a browser take only this
/// page's style and script, by their digests, and reach nothing.
package struct HTMLReport: Sendable {
  /// The most findings that the page lists, the worst; it says how many it leaves out.
  package var mostFindings = 5_000
  /// The most of them with their code.
  package var mostExcerpts = 2_000

  /// Makes a writer.
  package init() {}

  /// Gives the page.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - source: Gives a file of the scanned tree, nil where it cannot be read; asked once for each.
  /// - Returns: UTF-8; equal reports and files give equal bytes.
  package func bytes(_ report: ScanReport, source: (String) -> SourceText?) -> [UInt8] {
    let ranked =
      Ranking.worstFirst(report.findings.filter { $0.state != .absent })
      + report.findings.filter { $0.state == .absent }
    let listed = Array(ranked.prefix(mostFindings))
    let excerpts = CodeExcerpt.all(of: listed.prefix(mostExcerpts), in: report, source: source)
    let charts = HTMLCharts(report)
    let body =
      [
        header(report), charts.severities, charts.comparison, charts.classes, charts.treemap,
        charts.tools, HTMLFilters.form(report, listed),
        "<section id=\"findings\">", leftOut(ranked.count - listed.count),
      ] + listed.map { HTMLFinding.element($0, excerpts[$0.id]) } + ["</section>"]
    let page =
      [
        "<!DOCTYPE html>", "<html lang=\"en\">", head(report), "<body>", "<main>",
      ] + body.filter { !$0.isEmpty } + [
        "</main>", "<script>\(HTMLAssets.script)</script>", "</body>", "</html>",
      ]
    return Array((page.joined(separator: "\n") + "\n").utf8)
  }

  private func head(_ report: ScanReport) -> String {
    let policy =
      "default-src 'none'; style-src '\(Self.digest(HTMLAssets.style))'; "
      + "script-src '\(Self.digest(HTMLAssets.script))'; base-uri 'none'; form-action 'none'"
    return """
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Sentinel: \(MarkupText.markup(VisibleText.line(report.tree)))</title>
      <style>\(HTMLAssets.style)</style>
      </head>
      """
  }

  private static func digest(_ text: String) -> String {
    "sha256-" + Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString()
  }

  private func header(_ report: ScanReport) -> String {
    let tree = report.tree == "." ? "the tree" : report.tree
    let badge = report.complete ? "" : "<p class=\"alarm\">Incomplete: findings may be missing.</p>"
    return """
      <header><h1>Scan of \(MarkupText.markup(VisibleText.line(tree)))</h1>
      <p class="verdict">\(MarkupText.markup(report.exitReason))</p>\(badge)</header>
      """
  }

  private func leftOut(_ number: Int) -> String {
    number == 0
      ? "" : "<p class=\"alarm\">\(number) more are in the JSON report: the least grave.</p>"
  }
}
