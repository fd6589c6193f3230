import FoundationEssentials
internal import Text

/// Everything one scan found and could not find out: the document `sentinel.scan/1`.
///
/// Whether it is complete follows from tools and coverage and cannot be set, so that no caller
/// forgets a tool that failed.
package struct ScanReport: Codable, Equatable, Sendable {
  /// The schema that this version writes and reads.
  package static let schema = "sentinel.scan/1"

  /// The schema of this document.
  package let schema: String
  /// The scanned tree as the user named it; all paths are relative to it.
  package let tree: String
  /// Whether every tool completed or had nothing to do, and no file is unaccounted for.
  package let complete: Bool
  /// Why the scan ended as it did, in one sentence.
  package let exitReason: String
  /// One record per chosen tool, by name.
  package let tools: [ToolRun]
  /// The findings in report order.
  package let findings: [Finding]
  /// Which files were read.
  package let coverage: Coverage
  /// How the findings compare with those of an earlier scan; nil where none was given.
  package let baseline: BaselineSummary?
  /// What the gate says; nil in reports of older versions.
  package let gate: GateSummary?

  /// Makes a report; tools are sorted by name.
  package init(
    tree: String, exitReason: String, tools: [ToolRun], findings: [Finding],
    coverage: Coverage = Coverage(), baseline: BaselineSummary? = nil,
    gate: GateSummary? = nil
  ) {
    schema = Self.schema
    self.tree = tree
    self.exitReason = exitReason
    self.tools = tools.sorted { ($0.name, $0.version ?? "") < ($1.name, $1.version ?? "") }
    self.findings = findings
    self.coverage = coverage
    self.baseline = baseline
    self.gate = gate
    complete = Self.isComplete(tools, coverage)
  }

  private static func isComplete(_ tools: [ToolRun], _ coverage: Coverage) -> Bool {
    tools.allSatisfy(\.state.isComplete) && coverage.unseen.isEmpty
  }

  /// Reads a report that ``json()`` wrote; refuses another schema and a false claim to be complete.
  ///
  /// - Parameter json: The whole document.
  /// - Throws: `ScanReportFailure` that names the first member of another shape.
  package init(parsing json: [UInt8]) throws(ScanReportFailure) {
    do {
      self = try JSONDecoder().decode(ScanReport.self, from: Data(json))
    } catch let failure as DecodingError {
      throw ScanReportFailure(decoding: failure)
    } catch {
      throw ScanReportFailure(message: "it is not JSON")
    }
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
  package func json() -> [UInt8] {
    value.serialized()
  }

  /// The findings that count: neither suppressed nor gone since the baseline.
  package var activeFindings: [Finding] {
    findings.filter { $0.state != .suppressed && $0.state != .absent }
  }

  /// The tools that leave the scan incomplete.
  package var incompleteTools: [ToolRun] {
    tools.filter { !$0.state.isComplete }
  }
}

/// What the gate says about a scan.
package struct GateSummary: Codable, Equatable, Sendable {
  /// Whether nothing fails it.
  package var passed: Bool
  /// What fails it, or what it lacks to judge.
  package var reasons: [String]
  /// The least that lets it pass, in words; nil where no finding fails it.
  package var remedy: String?

  /// Makes a summary.
  package init(passed: Bool, reasons: [String], remedy: String?) {
    self.passed = passed
    self.reasons = reasons
    self.remedy = remedy
  }
}

/// Why a document is not a scan report.
package struct ScanReportFailure: Error, Equatable, CustomStringConvertible {
  /// What is wrong with it.
  package var message: String

  /// Makes one without a cause.
  package init(message: String) { self.message = message }

  /// Makes one of what the decoder says.
  fileprivate init(decoding failure: DecodingError) {
    message =
      switch failure {
      case .keyNotFound(let key, let context):
        "\(Self.place(context)) lacks \"\(key.stringValue)\""
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        "\(Self.place(context)) has another type"
      case .dataCorrupted(let context):
        context.codingPath.isEmpty ? "it is not JSON" : "\(Self.place(context)) is not readable"
      @unknown default: "it has another shape"
      }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "the document" : path.joined(separator: ".")
  }

  /// One sentence for a report.
  package var description: String { "not a scan report: \(message)" }
}
