import Advisories
import Findings
import Kernel
import Testing

@testable import Scanning

@Suite struct PackageAuditTests {
  private let folder: TemporaryFolder
  private let stores: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    stores = try TemporaryFolder()
  }

  private static func advisory(
    _ id: String, _ ecosystem: Ecosystem, _ name: String, _ events: [AffectedRange.Event],
    aliases: [String] = [], vectors: [String] = [], withdrawn: String? = nil
  ) -> Advisory {
    Advisory(
      id: id, aliases: aliases, summary: "Breaks \(name).", published: "2024-01-01T00:00:00Z",
      withdrawn: withdrawn, vectors: vectors,
      affected: [
        .init(
          ecosystem: ecosystem, name: name,
          ranges: [AffectedRange(kind: .ecosystem, events: events)])
      ])
  }

  private func audit(
    _ advisories: [Advisory], at moment: String? = nil
  ) throws -> PackageAudit {
    var writer = AdvisoryStoreWriter(made: "2024-06-01T00:00:00Z")
    for advisory in advisories { writer.add(advisory) }
    let path = BytePath(stores.path).appending(AdvisoryStore.fileName)
    _ = try FileSystem.write(to: path, durable: false) { (file) throws(KernelFailure) in
      try writer.write(to: file)
    }
    return PackageAudit(store: try AdvisoryStore(path), moment: moment)
  }

  private static let worst = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"

  @Test func `a locked version is found with its fix, at its line`() throws {
    try folder.write("app/requirements.txt", "# pinned\nFlask==1.0\nrequests==2.31.0\n")
    let audit = try audit([
      Self.advisory(
        "GHSA-1", Ecosystem(.pypi), "flask", [.introduced("0"), .fixed("1.1")],
        aliases: ["CVE-2024-1"], vectors: [Self.worst]),
      Self.advisory("GHSA-2", Ecosystem(.pypi), "flask", [.introduced("0"), .fixed("2.0")]),
      Self.advisory("GHSA-3", Ecosystem(.pypi), "flask", [.introduced("1.5"), .fixed("1.6")]),
    ])
    let outcome = audit.run(try folder.tree())
    #expect(outcome.run.state == .completed)
    #expect(outcome.findings.map(\.rule) == ["GHSA-1", "GHSA-2"])
    let first = try #require(outcome.findings.first)
    #expect(first.location.path == "app/requirements.txt" && first.location.startLine == 2)
    #expect(first.title == "Flask 1.0: Breaks flask")
    #expect(first.severity == .critical && first.aliases == ["CVE-2024-1"])
    let package = Finding.AffectedPackage(
      purl: "pkg:pypi/flask", version: "1.0", fixedVersions: ["1.1"])
    #expect(first.package == package)
    #expect(first.message.contains("Version 2.0 is the smallest upgrade"), "\(first.message)")
    #expect(outcome.findings.last?.severity == .high)
    #expect(outcome.findings.last?.message.contains("states no severity") == true)
  }

  @Test func `one advisory in several databases is one finding of a scan`() async throws {
    try folder.write("requirements.txt", "flask==1.0\n")
    let audit = try audit([
      Self.advisory(
        "GHSA-1", Ecosystem(.pypi), "flask", [.introduced("0"), .fixed("1.1")],
        aliases: ["CVE-2024-1"]),
      Self.advisory(
        "PYSEC-1", Ecosystem(.pypi), "flask", [.introduced("0"), .fixed("1.1")],
        aliases: ["CVE-2024-1"]),
    ])
    let tree = try folder.tree()
    let pipeline = ScanPipeline(runner: PlainRunner())
    let result = try await pipeline.scan(
      tree, with: [], ScanOptions(parallelism: 1, packages: audit))
    let (report, decision) = result.report(of: "tree", in: tree, gate: Gate(failOn: .low))
    #expect(report.findings.count == 1)
    #expect(report.findings.first?.sources.count == 2)
    #expect(report.coverage.parsed == 1)
    #expect(decision.code == 1)
  }

  @Test(arguments: [("2023-12-31", 0), ("2024-01-01", 1), ("2024-02-29", 1), ("2024-03-01", 0)])
  func `only what was known on the day counts`(day: String, findings: Int) throws {
    try folder.write("requirements.txt", "flask==1.0\n")
    let audit = try audit(
      [
        Self.advisory(
          "GHSA-1", Ecosystem(.pypi), "flask", [.introduced("0")],
          withdrawn: "2024-03-01T00:00:00Z")
      ], at: day)
    #expect(audit.run(try folder.tree()).findings.count == findings)
  }

  @Test func `a broken file fails alone and leaves the scan incomplete`() async throws {
    try folder.write("a/package-lock.json", "{\"lockfileVersion\": 3, ")
    try folder.write("b/requirements.txt", "flask==1.0\n")
    let audit = try audit([
      Self.advisory("GHSA-1", Ecosystem(.pypi), "flask", [.introduced("0")])
    ])
    let tree = try folder.tree()
    let result = try await ScanPipeline(runner: PlainRunner()).scan(
      tree, with: [], ScanOptions(parallelism: 1, packages: audit))
    #expect(!result.isComplete)
    #expect(result.findings.count == 1)
    let run = try #require(result.tools.first)
    #expect(run.state == .blind && run.reason?.contains("a/package-lock.json") == true)
    #expect(result.report(of: "tree", in: tree, gate: Gate(failOn: .low)).decision.code == 3)
  }

  @Test func `what cannot be asked about is named`() throws {
    try folder.write("requirements.txt", "flask>=1.0\nthing==not/a/version\n")
    let audit = try audit([
      Self.advisory("GHSA-1", Ecosystem(.pypi), "flask", [.introduced("0")])
    ])
    let outcome = audit.run(try folder.tree())
    #expect(outcome.findings.isEmpty)
    #expect(outcome.skipped.contains { $0.reason.hasPrefix("flask: ") }, "\(outcome.skipped)")
  }

  @Test func `without advisories nothing is claimed`() async throws {
    try folder.write("requirements.txt", "flask==1.0\n")
    let tree = try folder.tree()
    let audit = PackageAudit(store: nil)
    let result = try await ScanPipeline(runner: PlainRunner()).scan(
      tree, with: [], ScanOptions(parallelism: 1, packages: audit))
    #expect(result.coverage.skipped.map(\.path) == ["requirements.txt"])
    #expect(result.tools.first?.reason?.contains("sentinel advisories import") == true)
    #expect(result.report(of: "tree", in: tree, gate: Gate(failOn: .low)).decision.code == 4)
  }

  @Test func `a tree without packages has nothing to ask`() throws {
    try folder.write("a.py", "x = 1\n")
    #expect(try audit([]).run(try folder.tree()).run.state == .notApplicable)
  }
}
