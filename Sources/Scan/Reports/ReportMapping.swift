package import Findings
internal import Text

/// How the reports of one tool are read, from `tools/reports/<name>.yaml`: data, no code.
package struct ReportMapping: Sendable {
  /// The tool's name in commands and findings.
  package var name: String
  /// Where its reports are documented.
  package var homepage: String
  /// Its licence, as an SPDX expression.
  package var licence: String
  /// What it is for: `sast`, `sca`, `secrets`, `iac`, `dast`.
  package var categories: [String]
  var form: ReportDocument.Form
  var line: LinePattern?
  /// What all reports of the kind have, each in one of several ways.
  var recognised: [[ReportPath]]
  var findings: [FindingMapping]
  var incomplete: [Gap]
  var words: ReportWords

  /// Entries by which a report says that something was not examined.
  struct Gap: Sendable {
    var each: [ReportPath]
    var message: ReportValue
  }

  /// What one report says.
  package struct Reading: Sendable {
    /// The findings in the report's order.
    package var findings: [ToolFinding] = []
    /// Why it is not the whole truth: what the tool could not examine, entries that name no rule.
    package var gaps: [String] = []
  }

  /// How many troubles of one kind are kept.
  private static let mostGaps = 100

  /// How much of a document is of this kind: 0 when it is not, else the number of its marks.
  func likeness(_ document: ReportNode) -> Int {
    let isKind =
      !recognised.isEmpty
      && recognised.allSatisfy { ways in
        ways.contains { $0.nodes(from: document).contains { $0.value != .null } }
      }
    return isKind ? recognised.count : 0
  }

  /// Whether a document can be of this kind: its marks are there, or would be below entries.
  private func isPossible(_ document: ReportNode) -> Bool {
    recognised.isEmpty
      || recognised.allSatisfy { ways in
        ways.contains { !$0.nodes(from: document).isEmpty || $0.endsEmpty(from: document) }
      }
  }

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - bytes: The whole report; hostile.
  ///   - root: The scanned folder as the tool saw it; paths below become relative to it.
  /// - Returns: What the report says.
  /// - Throws: Why the bytes are no report of this tool.
  package func read(_ bytes: [UInt8], root: String = "") throws(ReportFailure) -> Reading {
    let document = try ReportDocument.read(bytes, form, line: line)
    return try read(ReportNode(document: document, isXML: form == .xml), root)
  }

  func read(_ document: ReportNode, _ root: String) throws(ReportFailure) -> Reading {
    // What has another shape altogether is a mistake, not a report without findings.
    if !isPossible(document) {
      throw ReportFailure("lacks what reports of \(name) have")
    }
    var reading = Reading()
    for mapping in findings {
      let reader = EntryReader(mapping: mapping, tool: name, words: words, root: root)
      for entry in mapping.entries(of: document) {
        if let finding = reader.finding(entry) {
          reading.findings.append(finding)
        } else if reading.gaps.count < Self.mostGaps {
          reading.gaps.append("an entry names no rule")
        }
      }
    }
    for gap in incomplete {
      let messages = gap.each.flatMap { $0.nodes(from: document) }.map {
        gap.message.text(at: $0) ?? "the tool reports an error without words"
      }
      reading.gaps += messages.prefix(Self.mostGaps)
    }
    return reading
  }
}
