import FoundationEssentials

/// Everything one scan found and could not find out: the document `sentinel.scan/1`.
///
/// Whether it is complete follows from tools and coverage and cannot be set, so that no caller
/// forgets a tool that failed.
public struct ScanReport: Codable, Equatable, Sendable {
  /// The schema that this version writes and reads.
  public static let schema = "sentinel.scan/1"

  /// The schema of this document.
  public let schema: String
  /// The scanned tree as the user named it; all paths are relative to it.
  public let tree: String
  /// Whether every tool completed or had nothing to do, and no file is unaccounted for.
  public let complete: Bool
  /// Why the scan ended as it did, in one sentence.
  public let exitReason: String
  /// One record per chosen tool, by name.
  public let tools: [ToolRun]
  /// The findings in report order.
  public let findings: [Finding]
  /// Which files were read.
  public let coverage: Coverage

  /// Makes a report; tools are sorted by name.
  public init(
    tree: String, exitReason: String, tools: [ToolRun], findings: [Finding],
    coverage: Coverage = Coverage()
  ) {
    schema = Self.schema
    self.tree = tree
    self.exitReason = exitReason
    self.tools = tools.sorted { ($0.name, $0.version ?? "") < ($1.name, $1.version ?? "") }
    self.findings = findings
    self.coverage = coverage
    complete = Self.isComplete(tools, coverage)
  }

  private static func isComplete(_ tools: [ToolRun], _ coverage: Coverage) -> Bool {
    tools.allSatisfy(\.state.isComplete) && coverage.unseen.isEmpty
  }

  /// Reads a report that ``json()`` wrote; refuses another schema and a false claim to be complete.
  public init(parsing json: [UInt8]) throws {
    self = try JSONDecoder().decode(ScanReport.self, from: Data(json))
    guard schema == Self.schema else {
      throw ScanReportFailure(message: "the schema is not \(Self.schema)")
    }
    guard complete == Self.isComplete(tools, coverage) else {
      throw ScanReportFailure(message: "\"complete\" contradicts the tools and the coverage")
    }
  }

  /// Writes the document with sorted keys and a line feed at the end; equal reports, equal bytes.
  ///
  /// Scalars that could steer a terminal are written as escapes, which every reader undoes.
  public func json() -> [UInt8] {
    value.serialized()
  }

  /// The findings that count: neither suppressed nor gone since the baseline.
  public var activeFindings: [Finding] {
    findings.filter { $0.state == .new || $0.state == .unchanged }
  }

  /// The tools that leave the scan incomplete.
  public var incompleteTools: [ToolRun] {
    tools.filter { !$0.state.isComplete }
  }
}

/// Why a document is not a scan report.
public struct ScanReportFailure: Error, Equatable, CustomStringConvertible {
  /// What is wrong with it.
  public var message: String

  /// One sentence for a report.
  public var description: String { "not a scan report: \(message)" }
}
