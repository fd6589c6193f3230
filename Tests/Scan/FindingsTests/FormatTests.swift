import FoundationEssentials
import Testing

@testable import Findings
@testable import Text

/// Reports in the forms of others, of findings that try to be more than text.
@Suite struct FormatTests {
  private static let hostile = """
    </script><script>alert(1)</script>\u{1B}[2J" onload='x' @somebody #12 | ![a](https://evil.invalid) \
    <img src=x> `code` ]]> www.evil.invalid

    ::add-mask::x
    """

  private static func report(_ number: Int = 1, state: Finding.State = .new) -> ScanReport {
    let findings = (1...number).map { index in
      Finding(
        id: "F\(index)", fingerprint: "f\(index)", tool: "tool", ruleID: hostile, title: hostile,
        message: hostile, severity: .high, confidence: .high, aliases: [hostile],
        location: Location(path: "a/\(hostile).py", startLine: index, logicalName: hostile),
        package: Finding.AffectedPackage(purl: hostile, version: "=1+\(index)"),
        helpURL: "javascript:x",
        state: state, suppression: Finding.Suppression(reason: hostile),
        sources: [.init(tool: hostile, rule: hostile, path: "a", startLine: 1)])
    }
    return ScanReport(
      tree: hostile, exitReason: hostile,
      tools: [ToolRun(name: "tool", version: hostile, state: .failed, reason: hostile)],
      findings: findings,
      coverage: Coverage(files: 1, parsed: 0, unseen: [.init(path: hostile, tool: hostile)]))
  }

  private func page(_ report: ScanReport, _ source: (String) -> SourceText? = { _ in nil })
    -> String
  {
    String(decoding: HTMLReport().bytes(report, source: source), as: UTF8.self)
  }

  @Test func `a page has one style and one script, those that its policy names`() throws {
    let page = page(Self.report())
    #expect(page.components(of: "<script").count == 2)
    #expect(page.components(of: "<style").count == 2)
    for (text, tag) in [(HTMLAssets.style, "style"), (HTMLAssets.script, "script")] {
      #expect(page.contains("<\(tag)>\(text)</\(tag)>"))
      let digest = Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString()
      #expect(page.contains("\(tag)-src 'sha256-\(digest)'"))
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `nothing of a finding becomes markup, a link or a control`() {
    let page = page(Self.report()) { _ in SourceText(Self.hostile) }
    for evil in [
      "<img", "alert(1)</script>", "href=\"javascript", "\u{1B}", "' onload", "\" onload",
    ] {
      #expect(!page.contains(evil), "\(evil)")
    }
    #expect(page.contains("&lt;img src=x&gt;"))
  }

  @Test func `a page says how many findings it leaves out`() {
    var writer = HTMLReport()
    writer.mostFindings = 3
    let page = String(
      decoding: writer.bytes(Self.report(10)) { _ in nil }, as: UTF8.self)
    #expect(page.components(of: "<details class=\"finding\"").count == 4)
    #expect(page.contains("7 more are in the JSON report"))
  }

  @Test func `code is shown but for lines with a credential`() {
    let source = "a = 1\npassword = 'hunter2'\neval(a)\n"
    func finding(_ id: String, _ line: Int, _ weakness: String?) -> Finding {
      Finding(
        id: id, fingerprint: id, tool: "t", ruleID: "r", weaknessClass: weakness, title: "t",
        message: "m", severity: .low, confidence: .low,
        location: Location(path: "a.py", startLine: line))
    }
    let report = ScanReport(
      tree: ".", exitReason: "", tools: [],
      findings: [
        finding("F1", 2, WeaknessClass.hardcodedCredential), finding("F2", 3, "code-injection"),
      ])
    let page = page(report) { $0 == "a.py" ? SourceText(source) : nil }
    #expect(page.contains("<mark>eval(a)</mark>"))
    #expect(!page.contains("hunter2"))
    #expect(page.contains("may hold a credential"))
  }

  @Test func `Markdown has no link, mention, reference or row of somebody else`() {
    let text = MarkdownReport().text(Self.report(12))
    let marks = [
      "<img", "@somebody", "#12 ", "](http", "https:/", "https&#58;//", "www.", "`code`",
    ]
    for evil in marks {
      #expect(!text.contains(evil), "\(evil)")
    }
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      #expect(line.split(separator: "|", omittingEmptySubsequences: false).count <= 9)
    }
    #expect(text.contains("2 more"))
    #expect(text.contains("Incomplete"))
  }

  @Test func `a comment is no longer than GitHub takes, and says what is left out`() {
    let text = MarkdownReport().text(Self.report(2_000))
    #expect(text.unicodeScalars.count <= 65_536)
    #expect(text.contains("more are in the report."))
  }

  @Test func `JUnit counts what the gate counts`() throws {
    let text = String(decoding: JUnitReport(failOn: .high).bytes(Self.report(3)), as: UTF8.self)
    #expect(text.contains("tests=\"5\" failures=\"3\" errors=\"2\" skipped=\"0\""))
    #expect(!text.contains("<img") && !text.contains("\u{1B}"))
    for (failOn, state) in [(Severity.critical, Finding.State.new), (.high, .unchanged)] {
      let bytes = JUnitReport(failOn: failOn).bytes(Self.report(3, state: state))
      #expect(String(decoding: bytes, as: UTF8.self).contains("failures=\"0\" errors=\"2\""))
    }
  }

  @Test func `a spreadsheet computes nothing`() {
    let text = String(decoding: CSVReport.bytes(Self.report()), as: UTF8.self)
    #expect(text.contains(",\"'=1+1\","))
    #expect(text.components(of: "\r\n").count == 3)
  }

  @Test func `no text of a finding is a command of a workflow`() {
    let annotations = WorkflowAnnotations.text(Self.report(30))
    let lines = annotations.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::notice ") })
    #expect(annotations.contains("20 more findings"))
    let terminal = TerminalReport(width: 40).render(Self.report(2))
    for line in terminal.split(separator: "\n") {
      #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
    }
    #expect(terminal.contains("\\::add-mask"))
  }

  @Test func `areas of a map are in proportion and inside`() {
    let weights = [81.0, 27, 27, 9, 9, 3, 1, 1]
    let boxes = Treemap.layout(weights, width: 960, height: 360)
    #expect(boxes.count == weights.count)
    for (box, weight) in zip(boxes, weights) {
      #expect(abs(box.width * box.height - 960 * 360 * weight / 158) < 1)
      #expect(box.x >= 0 && box.x + box.width < 960.01 && box.y + box.height < 360.01)
    }
    #expect(Treemap.layout([], width: 1, height: 1).isEmpty)
  }
}

extension String {
  /// The parts between occurrences of a text.
  fileprivate func components(of text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}
