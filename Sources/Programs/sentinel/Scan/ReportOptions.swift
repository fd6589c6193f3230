import ArgumentParser
import CommandSupport
import Findings
import Scanning
internal import Text

/// What lets a scan fail, and how its report is written.
struct ReportOptions: ParsableArguments {
  @Option(
    help: """
      Fail on findings this severe or worse: critical, high, medium, low, info, none; high where \
      nothing else is said.
      """)
  var failOn: String?

  @Option(
    name: .customLong("format"),
    help: "The form of the report. FORMAT=FILE writes one there besides, as often as you like.")
  var formats: [ReportFormat] = []

  @Option(help: "Write the report there instead of to standard output.")
  var output: String?

  @Flag(help: "Show every finding on the terminal, file by file, not only the worst ten.")
  var all = false

  @Flag(help: "The same as --format json.")
  var json = false

  /// What fails: `--fail-on` before the policy, and `high` where neither says anything.
  func gate(_ policy: ScanPolicy? = nil) throws -> Gate {
    var gate = policy?.gate ?? Gate(failOn: nil)
    guard failOn != nil || policy?.namesSeverity != true else { return gate }
    do {
      gate.failOn = try Gate(parsing: failOn ?? "high").failOn
      return gate
    } catch {
      throw ExitFailure.usage("--fail-on: \(error.message)")
    }
  }

  /// Opens every file that will be written, so that a scan does not run for nothing.
  ///
  /// - Parameter gate: What the report calls a failure.
  /// - Returns: Where the forms go.
  /// - Throws: `ExitFailure` where a file cannot be written, or two reports would go to one place.
  func destinations(_ gate: Gate) throws -> ReportOutput {
    let plain = Set(formats.filter { $0.file == nil }.map(\.kind)).union(json ? [.json] : [])
    guard plain.count <= 1 else {
      let names = plain.map(\.rawValue).sorted().joined(separator: " and ")
      throw ExitFailure.usage("--format: \(names) would go to one place; write FORMAT=FILE")
    }
    let kind = plain.first ?? .terminal
    var places = formats.compactMap { format in format.file.map { (format.kind, $0) } }
    if let output { places.append((kind, output)) }
    if let twice = Dictionary(grouping: places, by: \.1).first(where: { $0.value.count > 1 }) {
      throw ExitFailure.usage("\(VisibleText.escaped(twice.key)) is named for two reports")
    }
    return ReportOutput(
      files: try places.map { ReportFile($0, try OutputFile($1)) },
      printed: output == nil ? kind : nil, failOn: gate.failOn, showsAll: all)
  }
}

/// One `--format`: a kind, and the file for it where there is one.
struct ReportFormat: ExpressibleByArgument {
  /// The forms of a report.
  enum Kind: String, CaseIterable {
    case terminal, json, sarif, html, markdown, junit, csv, github
  }

  var kind: Kind
  var file: String?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Kind(rawValue: String(parts[0])), parts.last?.isEmpty == false else {
      return nil
    }
    self.kind = kind
    file = parts.count == 2 ? String(parts[1]) : nil
  }

  static var allValueStrings: [String] { Kind.allCases.map(\.rawValue) }
}
