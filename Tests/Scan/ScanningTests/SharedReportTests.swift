import Findings
import Glibc
import Kernel
import Testing

@testable import Scanning

/// Reports of other people's trees, with the numbers of findings that their collectors expect.
///
/// They are not part of the project: `SENTINEL_SHARED_DATA` names their folder, or they lie beside
/// the working copy; elsewhere the tests are skipped.
@Suite(.enabled(if: SharedReports.folder != nil, "SENTINEL_SHARED_DATA names no folder of reports"))
struct `Reports of other trees` {
  @Test(arguments: SharedReports.cases)
  func `A report has as many findings as its collectors expect`(report: SharedReports.Case) throws {
    let folder = try #require(SharedReports.folder)
    let bytes = try Fixtures.bytes("\(folder)/\(report.file)")
    let descriptor = try Fixtures.tool(report.tool).descriptor
    let context = ParsingContext(descriptor: descriptor, index: PathIndex())
    let read = try descriptor.output.parser.parser.parse(ToolAnswer(output: bytes), context)
    #expect(read.findings.count == report.findings, "\(report.file)")
  }
}

enum SharedReports {
  struct Case: Sendable, CustomTestStringConvertible {
    let tool: String
    let file: String
    let findings: Int

    var testDescription: String { file }
  }

  /// Where we differ: one report lists equal findings of one place, which are merged later than in
  /// a reader; another is of a service of the vendor's, not of the tool.
  static let corrected: [String: Int?] = [
    "semgrep/repeated_findings.json": 2, "semgrep/sca-deployments-vulns.json": Int?.none,
  ]

  static let folder: String? = {
    let named = unsafe getenv("SENTINEL_SHARED_DATA").map { unsafe String(cString: $0) }
    let folders = [named, Fixtures.root + "/../shared/data"].compactMap { $0 }
    return folders.map { $0 + "/tool-reports" }.first {
      (try? FileStatus.of(BytePath($0), following: true).kind) == .directory
    }
  }()

  static let cases: [Case] = {
    guard let folder, let table = try? FileSystem.read(BytePath("\(folder)/expected.csv"))
    else { return [] }
    return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ",").map(String.init)
      let tool = parts[0].split(separator: "_").joined(separator: "-")
      guard parts.count == 3, Fixtures.toolNames.contains(tool), let count = Int(parts[2]) else {
        return nil
      }
      if let own = corrected[parts[1]] {
        return own.map { Case(tool: tool, file: parts[1], findings: $0) }
      }
      return Case(tool: tool, file: parts[1], findings: count)
    }
  }()
}
