import ArgumentParser
import CommandSupport
import Findings
import Kernel
import ProductData
import Reports
import Scanning
internal import Text
internal import YAML

/// `sentinel scan import`: a report that another tool made elsewhere, as findings of ours.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: words.joined(separator: " "),
    abstract: "Reads a report that a tool wrote elsewhere.",
    discussion: """
      The tool is found out by the look of the report; where it looks like several or like none, \
      name it. SARIF is read whoever wrote it. The report is believed as little as one of a tool \
      of ours: what it says it could not examine makes the result partial.

      Examples:
        sentinel scan import trivy.json
        sentinel scan import --tool gitleaks leaks.json --fail-on high
        sentinel scan import zap.xml --format sarif --output zap.sarif
        sentinel scan import --list

      Exit codes: 0 read as a whole, nothing at or above --fail-on; 1 read as a whole, findings; \
      2 usage, or no report that can be read; 3 read, but it is not the whole truth.
      """,
    // Completions of shells have no commands of two words; the help of `scan` names it.
    shouldDisplay: false)

  /// Two words for one command of the root: `scan` takes a tree, and a command that takes arguments
  /// cannot have commands below it.
  static let words = ["scan", "import"]

  /// More than any report that a person would want read; a report is held in memory several times.
  private static let mostBytes = 1 << 30

  @Argument(help: "The report.")
  var file: String?

  @Option(help: "The tool that wrote it, one of --list.")
  var tool: String?

  @Option(help: "The scanned folder as the tool saw it: paths below become relative to it.")
  var root = ""

  @Flag(help: "List the tools whose reports can be read.")
  var list = false

  @OptionGroup var reporting: ReportOptions

  func run() throws {
    let catalog = try Self.catalog()
    if list { return try show(catalog) }
    guard let file else { throw ExitFailure.usage("name the report, or ask for --list") }
    let gate = try reporting.gate()
    try checkTool(catalog)
    let output = try reporting.destinations(gate)
    let reading = try read(file, catalog)
    let gaps = reading.report.gaps
    let run = ToolRun(
      name: reading.tool, state: gaps.isEmpty ? .completed : .blind,
      reason: gaps.first.map {
        "\(VisibleText.line($0))\(gaps.count > 1 ? ", and \(gaps.count - 1) more" : "")"
      },
      findings: reading.report.findings.count,
      notes: ["the report was made elsewhere: what it examined is not known"])
    var result = ScanResult(tools: [run], findings: reading.report.findings, coverage: Coverage())
    result.isImported = true
    let (report, decision) = result.report(
      of: VisibleText.escaped(file), in: FileTree(root: [], files: []), gate: gate)
    try output.write(report) { _ in nil }
    throw ExitCode(decision.code)
  }

  private func checkTool(_ catalog: ReportCatalog) throws {
    guard let tool, !catalog.names.contains(tool) else { return }
    let remedy = Suggestion.remedy(for: tool, in: catalog.names)
    throw ExitFailure.usage("--tool: \"\(VisibleText.escaped(tool))\" is not known; \(remedy)")
  }

  private func read(_ file: String, _ catalog: ReportCatalog) throws -> ReportCatalog.Reading {
    let name = VisibleText.escaped(file)
    do {
      let bytes = try FileSystem.read(BytePath(file), limit: Self.mostBytes)
      return try catalog.read(bytes, tool: tool, root: root)
    } catch let failure as KernelFailure {
      throw ExitFailure.usage("\(name): \(failure.reason); name a report")
    } catch let failure as ReportFailure {
      throw ExitFailure.usage("\(name) \(VisibleText.line(failure.description))")
    }
  }

  private func show(_ catalog: ReportCatalog) throws {
    let lines = catalog.mappings.map { mapping in
      let name = mapping.name + String(repeating: " ", count: max(1, 16 - mapping.name.count))
      return "\(name)\(mapping.categories.joined(separator: ", "))  \(mapping.homepage)"
    }
    let all = lines + ["\(ReportCatalog.sarif)           of any tool"]
    try Console.output(all.joined(separator: "\n") + "\n")
  }

  /// The shipped mappings.
  private static func catalog() throws -> ReportCatalog {
    do {
      return ReportCatalog(
        try ProductData.reports.map { document in
          try ReportMapping.parse(
            Profiles.bytes(document.text), file: "tools/reports/\(document.name).yaml")
        })
    } catch {
      throw ExitFailure(code: 70, message: "\(error)")
    }
  }
}
