internal import Text

/// One finding of a page.
enum HTMLFinding {
  /// The finding, folded to one line until somebody opens it.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - excerpt: The code around it as HTML; nil where there is none.
  /// - Returns: HTML.
  static func element(_ finding: Finding, _ excerpt: String?) -> String {
    let location = finding.location
    let place = location.path.isEmpty ? "whole tree" : "\(location.path):\(location.startLine)"
    let tools = Set(finding.sources.map(\.tool) + [finding.tool]).sorted().joined(separator: " ")
    let severity = finding.severity.rawValue
    let state =
      finding.state == .new ? "" : "<span class=\"state\">\(finding.state.rawValue)</span>"
    return """
      <details class="finding" data-severity="\(severity)" data-state="\(finding.state.rawValue)" \
      data-tools="\(text(tools))">
      <summary><span class="pill \(severity)">\(severity)</span>\(state) \
      <span class="what">\(text(Ranking.sentence([finding])))</span> \
      <code>\(text(place))</code></summary>
      \(message(finding))\(excerpt ?? "")
      <dl>\(facts(finding))</dl>
      </details>
      """
  }

  private static func text(_ text: String) -> String { MarkupText.markup(VisibleText.line(text)) }

  private static func message(_ finding: Finding) -> String {
    let message = finding.message.isEmpty ? finding.title : finding.message
    return "<p>\(MarkupText.markup(String(message.unicodeScalars.prefix(4_000))))</p>"
  }

  private static func facts(_ finding: Finding) -> String {
    var facts: [(String, String)] = [
      (
        "Seen by",
        finding.sources.map { "\($0.tool) \($0.rule)" }.uniqued.map(text).joined(separator: ", ")
      ),
      ("Confidence", finding.confidence.rawValue),
    ]
    if let name = finding.location.logicalName { facts.append(("In", text(name))) }
    if !finding.cwe.isEmpty {
      facts.append(("CWE", finding.cwe.map(String.init).joined(separator: ", ")))
    }
    if let package = finding.package {
      facts.append(("Package", text("\(package.purl) \(package.version)")))
      let fixed = package.fixedVersions.joined(separator: ", ")
      facts.append(("Fixed in", fixed.isEmpty ? "no version" : text(fixed)))
    }
    if !finding.aliases.isEmpty {
      facts.append(("Also known as", text(finding.aliases.joined(separator: ", "))))
    }
    if let suppression = finding.suppression {
      facts.append(("Suppressed", text(suppression.reason)))
    }
    if let url = finding.helpURL, url.hasPrefix("https://"), SARIFResult.isPlainURL(url) {
      let link = "<a href=\"\(text(url))\" rel=\"noopener noreferrer\">\(text(url))</a>"
      facts.append(("More", link))
    }
    return facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined()
  }
}

extension [String] {
  /// The strings in their order, each once.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
