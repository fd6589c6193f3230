import Findings
import Glibc
import Kernel
import ProductData
import Testing

@testable import Reports

/// Reports of other people's trees, with the numbers of findings that their collectors expect.
///
/// They are not part of the project: `SENTINEL_SHARED_DATA` names their folder, or they lie beside
/// the working copy; elsewhere the tests are skipped.
@Suite(.enabled(if: Shared.folder != nil, "SENTINEL_SHARED_DATA names no folder of reports"))
struct `Reports that other people collected` {
  @Test(arguments: Shared.cases)
  func `A report has as many findings as its collectors expect`(report: Shared.Case) throws {
    let bytes = try Shared.bytes(report.file)
    guard let findings = report.findings else {
      #expect(throws: ReportFailure.self) { try Shared.catalog.read(bytes, tool: report.tool) }
      return
    }
    let reading = try Shared.catalog.read(bytes, tool: report.tool)
    #expect(reading.report.findings.count == findings)
  }

  @Test(arguments: Shared.everything)
  func `No report of any tool makes a reader fall over`(file: String) throws {
    let bytes = try Shared.bytes(file)
    for tool in Shared.catalog.names {
      _ = try? Shared.catalog.read(bytes, tool: tool)
      _ = try? Shared.catalog.read(Array(bytes.prefix(bytes.count / 2)), tool: tool)
    }
  }

  @Test(arguments: Shared.cases.filter { ($0.findings ?? 0) > 0 })
  func `A report is known by its look, or its tool has to be named`(report: Shared.Case) throws {
    guard let found = try? Shared.catalog.read(try Shared.bytes(report.file), tool: nil) else {
      return
    }
    let named = try Shared.catalog.read(try Shared.bytes(report.file), tool: report.tool)
    #expect(found.tool == named.tool)
  }
}

/// The shared reports and the shipped mappings.
enum Shared {
  struct Case: Sendable, CustomTestStringConvertible {
    let tool: String
    let file: String
    /// How many findings it has; nil where it must be refused.
    let findings: Int?

    var testDescription: String { file }
  }

  static let folder: String? = {
    let named = unsafe getenv("SENTINEL_SHARED_DATA").map { unsafe String(cString: $0) }
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return [named, root + "/../shared/data"].compactMap { $0 }.map { $0 + "/tool-reports" }.first {
      (try? FileStatus.of(BytePath($0), following: true).kind) == .directory
    }
  }()

  static let catalog: ReportCatalog = ReportCatalog(
    ProductData.reports.compactMap { document in
      try? ReportMapping.parse(
        Array(document.text.description.utf8), file: document.name.description)
    })

  static func bytes(_ file: String) throws -> [UInt8] {
    try FileSystem.read(BytePath("\(folder ?? "")/\(file)"))
  }

  /// The tools by the names of the folders, where they differ.
  private static let names = [
    "anchore-grype": "grype", "gitlab-dep-scan": "gitlab", "gitlab-sast": "gitlab",
    "gitlab-secret-detection-report": "gitlab", "npm-audit-7-plus": "npm-audit",
  ]

  /// Where we differ.
  static let corrected: [String: Int?] = [
    // The collectors merge equal entries while they read; here that is done afterwards.
    "anchore_grype/check_all_fields.json": 6, "gitleaks/gitleaks8_many.json": 4,
    "gitleaks/version_7.5.0.json": 8, "govulncheck/many_vulns.json": 12,
    "nuclei/many_findings.json": 18, "nuclei/multiple_v3.json": 6, "retirejs/latest.json": 26,
    "spotbugs/version_4.4.0.xml": 56, "tfsec/many_findings_current.json": 19,
    "trufflehog/v2_many_vulns.json": 64, "trufflehog/v3_git.json": 4,
    "trufflehog/v3_github.json": 4,
    // One finding for each address instead of one for each kind of weakness.
    "wapiti/demo.xml": 8, "wapiti/juicyshop.xml": 15,
    // One for each advisory instead of one for each package on the way to it.
    "npm_audit_7_plus/many_vulns.json": 3, "npm_audit_7_plus/one_vuln.json": 2,
    // Unmaintained and unsound crates count, as notices.
    "cargo_audit/many_findings.json": 13,
    // An empty file is no report: nothing says that a tool ran.
    "nuclei/empty.jsonl": Int?.none, "nuclei/no_findings.json": Int?.none,
    "osv_scanner/no_findings.json": Int?.none,
  ]

  /// Every file that the table names, and those beside them.
  static let everything: [String] = cases.map(\.file)

  static let cases: [Case] = {
    guard let folder, let table = try? FileSystem.read(BytePath("\(folder)/expected.csv"))
    else { return [] }
    return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ",").map(String.init)
      guard parts.count == 3, let count = Int(parts[2]) else { return nil }
      let folder = parts[0].split(separator: "_").joined(separator: "-")
      var tool = names[folder] ?? folder
      if folder == "cyclonedx", parts[1].hasSuffix(".xml") { tool = "cyclonedx-xml" }
      if parts[1].hasSuffix(".sarif") { tool = ReportCatalog.sarif }
      guard catalog.names.contains(tool) else { return nil }
      return Case(tool: tool, file: parts[1], findings: corrected[parts[1], default: count])
    }
  }()
}
