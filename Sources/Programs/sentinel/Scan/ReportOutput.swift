import ArgumentParser
import CommandSupport
import Findings
import Kernel

/// A file for a report in one form, open since before the scan.
final class ReportFile {
  let kind: ReportFormat.Kind
  private let file: OutputFile

  init(_ kind: ReportFormat.Kind, _ file: consuming OutputFile) {
    self.kind = kind
    self.file = file
  }

  func write(_ bytes: [UInt8]) throws {
    do {
      try file.write { (target) throws(KernelFailure) in try target.writeAll(bytes) }
    } catch {
      throw ExitFailure(code: 70, message: "the report could not be written: \(error)")
    }
  }
}

/// Where the report of a scan goes, and in which forms.
struct ReportOutput {
  /// The findings that fit on one screen.
  private static let mostShown = 10

  let files: [ReportFile]
  /// What standard output gets; nil for nothing.
  let printed: ReportFormat.Kind?
  let failOn: Severity?
  /// Whether the terminal gets every finding.
  let showsAll: Bool

  /// Whether standard output is for a document and nothing else.
  var printsDocument: Bool { printed != nil && printed != .terminal }

  /// Writes every form.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - source: Gives a file of the scanned tree, for forms that show code.
  /// - Throws: `ExitFailure` for the first that cannot be written.
  func write(_ report: ScanReport, source: (String) -> SourceText?) throws {
    for file in files {
      try file.write(bytes(of: report, as: file.kind, isOnTerminal: false, source))
    }
    if let printed {
      try Console.output(bytes(of: report, as: printed, isOnTerminal: true, source))
    }
  }

  private func bytes(
    of report: ScanReport, as kind: ReportFormat.Kind, isOnTerminal: Bool,
    _ source: (String) -> SourceText?
  ) -> [UInt8] {
    switch kind {
    case .json: report.json()
    case .sarif: SARIFWriter(version: Sentinel.configuration.version).json(report)
    case .html: HTMLReport().bytes(report, source: source)
    case .markdown: Array(MarkdownReport().text(report).utf8)
    case .junit: JUnitReport(failOn: failOn).bytes(report)
    case .csv: CSVReport.bytes(report)
    case .github: Array(WorkflowAnnotations.text(report).utf8)
    case .terminal:
      Array(
        TerminalReport(
          width: Console.width, colour: isOnTerminal && Console.wantsColour(1),
          most: showsAll || !isOnTerminal ? nil : Self.mostShown
        ).render(report).utf8)
    }
  }
}
