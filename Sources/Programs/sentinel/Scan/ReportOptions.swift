import ArgumentParser
import CommandSupport
import Findings
import Kernel
import Scanning

/// What lets a scan fail, and how its report is written.
struct ReportOptions: ParsableArguments {
  /// The forms of a report.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case terminal, json, sarif
  }

  @Option(help: "Fail on findings this severe or worse: critical, high, medium, low, info, none.")
  var failOn = "high"

  @Option(help: "The format of the report.")
  var format = Format.terminal

  @Option(help: "Write the report there instead of to standard output.")
  var output: String?

  @Flag(help: "Show every finding on the terminal, file by file, not only the worst ten.")
  var all = false

  @Flag(help: "The same as --format json.")
  var json = false

  /// The findings that fit on one screen.
  private static let mostShown = 10

  /// Whether standard output is for a document and nothing else.
  var writesDocument: Bool { json || (format != .terminal && output == nil) }

  func gate() throws -> Gate {
    do {
      return try Gate(parsing: failOn)
    } catch {
      throw ExitFailure.usage("--fail-on: \(error.message)")
    }
  }

  func write(_ report: ScanReport, to destination: borrowing OutputFile?) throws {
    let bytes =
      switch json ? .json : format {
      case .json: report.json()
      case .sarif: SARIFWriter(version: Sentinel.configuration.version).json(report)
      case .terminal:
        Array(
          TerminalReport(
            width: Console.width, colour: output == nil && Console.wantsColour(1),
            most: all || output != nil ? nil : Self.mostShown
          ).render(report).utf8)
      }
    switch destination {
    case .none: try Console.output(bytes)
    case .some(let file):
      do {
        try file.write { (target) throws(KernelFailure) in try target.writeAll(bytes) }
      } catch {
        throw ExitFailure(code: 70, message: "the report could not be written: \(error)")
      }
    }
  }
}
