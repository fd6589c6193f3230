import FoundationEssentials
import Glibc
import Testing

@testable import Findings
@testable import Text

@Suite struct SARIFWriterTests {
  private let writer = SARIFWriter(version: "1.0.0", category: "nightly")

  private func run(_ report: ScanReport = SampleReport.make()) throws -> JSONValue {
    let document = try JSONValue(parsing: writer.json(report))
    #expect(document["$schema"]?.string?.hasPrefix("https://") == true)
    #expect(document["version"]?.string == "2.1.0")
    #expect(document["runs"]?.elements.count == 1)
    return try #require(document["runs"]?[0])
  }

  @Test func `the document is as recorded`() throws {
    try expectGolden(writer.json(SampleReport.make()), "sample.sarif")
  }

  @Test func `every rule has the texts, score and tags that GitHub reads`() throws {
    let driver = try #require(try run()["tool"]?["driver"])
    #expect(driver["name"]?.string == "Sentinel")
    let rules = try #require(driver["rules"]?.elements)
    #expect(rules.count == 6)
    for rule in rules {
      for key in ["shortDescription", "fullDescription", "help"] {
        let text = try #require(rule[key]?["text"]?.string)
        #expect(!text.isEmpty && text.utf8.count <= 1_024)
      }
      let score = try #require(rule["properties"]?["security-severity"]?.string)
      #expect((0...10).contains(try #require(Double(score))))
      let tags = try #require(rule["properties"]?["tags"]?.elements)
      #expect(tags.count <= 20 && tags.first == "security")
    }
    let shell = rules.first { $0["id"]?.string == "bandit/B602" }
    #expect(shell?["properties"]?["security-severity"]?.string == "9.5")
    #expect(shell?["properties"]?["tags"]?.elements.contains("external/cwe/cwe-078") == true)
  }

  @Test func `every result points to its rule and has four region numbers`() throws {
    let run = try run()
    let results = try #require(run["results"]?.elements)
    #expect(results.count == 6)
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(run["tool"]?["driver"]?["rules"]?[index]?["id"] == result["ruleId"])
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
      #expect(result["partialFingerprints"]?["sentinel/v1"]?.string?.utf8.count == 64)
      let locations = try #require(result["locations"]?.elements)
      let physical = try #require(locations.first?["physicalLocation"])
      #expect(locations.count == 1)
      #expect(physical["artifactLocation"]?["uriBaseId"]?.string == "%SRCROOT%")
      for key in ["startLine", "startColumn", "endLine", "endColumn"] {
        #expect(try #require(physical["region"]?[key]?.integer) >= 1)
      }
    }
  }

  @Test func `addresses are percent-encoded and relative`() throws {
    let addresses = try #require(try run()["results"]?.elements).compactMap {
      $0["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string
    }
    #expect(addresses.contains("a%20dir/Dockerfile%231"))
    #expect(addresses.contains("src/%1B%5B2J%E2%80%AEyp.x"))
    #expect(SARIFAddress.encoded(#"b\xFFé:x"#) == "b%FF%C3%A9%3Ax")
    #expect(SARIFAddress.decoded("b%FF%C3%A9%3Ax") == #"b\xFFé:x"#)
  }

  @Test func `GitHub's hash is there wherever the source could be read`() throws {
    let results = try #require(try run()["results"]?.elements)
    let shell = results.first { $0["ruleId"]?.string == "bandit/B602" }
    #expect(
      shell?["partialFingerprints"]?["primaryLocationLineHash"]?.string
        == GitHubLineHash.hashes(of: SourceText(SampleReport.source))[5])
    #expect(shell?["relatedLocations"]?.elements.count == 2)
  }

  @Test func `hostile text is visible and links nowhere`() throws {
    let text = String(decoding: writer.json(SampleReport.make()), as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isHidden($0) })
    #expect(!text.contains("](https://evil"))
    let document = try JSONValue(parsing: Array(text.utf8))
    let message = document["runs"]?[0]?["results"]?.elements
      .first { $0["ruleId"]?.string == "semgrep/evil" }?["message"]?["text"]?.string
    #expect(
      message == #"See [here] (https://evil.invalid) \u{1B}[31mred\u{202E}drawkcab"#)
  }

  @Test func `an incomplete scan says so and names every tool and file`() throws {
    let invocation = try #require(try run()["invocations"]?[0])
    #expect(invocation["executionSuccessful"]?.bool == false)
    let notices = invocation["toolExecutionNotifications"]?.elements ?? []
    let errors = notices.filter { $0["level"]?.string == "error" }
      .compactMap { $0["message"]?["text"]?.string }
    #expect(errors.count == 3)
    #expect(errors.contains { $0.hasPrefix("semgrep timed out: ") })
    #expect(errors.contains { $0.hasPrefix("gitleaks is missing: ") })
    #expect(notices.contains { $0["descriptor"]?["id"]?.string == "sentinel/file-skipped" })
    let complete = try run(SampleReport.make(isComplete: true))
    #expect(complete["invocations"]?[0]?["executionSuccessful"]?.bool == true)
  }

  @Test func `suppressed findings carry their reason, absent ones are left out`() throws {
    let report = SampleReport.make()
    var findings = report.findings
    findings[0].state = .absent
    let changed = ScanReport(tree: "t", exitReason: "", tools: [], findings: findings)
    let results = try #require(try run(changed)["results"]?.elements)
    #expect(results.count == report.findings.count - 1)
    let reasons = results.compactMap { $0["suppressions"]?[0]?["justification"]?.string }
    #expect(reasons == ["test fixture"])
  }

  @Test func `a run keeps the worst 5,000 and says how many it left out`() throws {
    let reported = (1...5_300).map { line in
      sight("kics", "k", lines: line...line, severity: line > 5_250 ? .critical : .low)
    }
    let report = ScanReport(
      tree: "t", exitReason: "", tools: [], findings: Correlation.findings(from: reported))
    let run = try run(report)
    let results = run["results"]?.elements ?? []
    #expect(results.count == 5_000)
    #expect(results.count { $0["level"]?.string == "error" } == 50)
    let notices = run["invocations"]?[0]?["toolExecutionNotifications"]?.elements ?? []
    #expect(notices.compactMap { $0["message"]?["text"]?.string }.contains { $0.hasPrefix("300 ") })
  }

  @Test func `our reader reads what our writer wrote`() throws {
    let report = SampleReport.make()
    let reading = try SARIFReader().read(writer.json(report))
    #expect(reading.findings.count == report.findings.count)
    #expect(reading.runs.map(\.succeeded) == [false])
    #expect(reading.findings.map(\.severity) == report.findings.map(\.severity))
    #expect(reading.findings.map(\.cwe) == report.findings.map(\.cwe))
  }

  @Test(
    .enabled(if: SharedData.root != nil, "the shared test data is absent"),
    .enabled(if: OfficialSchema.hasValidator, "python3 with jsonschema is absent"))
  func `the official schema accepts the document`() throws {
    try OfficialSchema.expectValid(writer.json(SampleReport.make()))
    try OfficialSchema.expectValid(writer.json(SampleReport.make(isComplete: true)))
    let empty = ScanReport(tree: "t", exitReason: "", tools: [], findings: [])
    try OfficialSchema.expectValid(writer.json(empty))
  }
}

/// The schema that OASIS publishes, through a validator that is not ours.
private enum OfficialSchema {
  static let hasValidator = run("python3 -c 'import jsonschema' 2>/dev/null") == 0

  static func expectValid(_ bytes: [UInt8]) throws {
    let root = try #require(SharedData.root)
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "sentinel-sarif-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = folder.appending(component: "document.sarif").path
    try Data(bytes).write(to: URL(filePath: document))
    let script = folder.appending(component: "validate.py").path
    let program = """
      import gzip, json, sys, jsonschema
      schema = json.load(gzip.open(sys.argv[1]))
      kind = jsonschema.validators.validator_for(schema)
      errors = list(kind(schema).iter_errors(json.load(open(sys.argv[2]))))
      for error in errors[:10]: print(list(error.absolute_path), error.message)
      sys.exit(bool(errors))
      """
    try Data(program.utf8).write(to: URL(filePath: script))
    let schema = "\(root)/contracts/sarif-schema-2.1.0.json.gz"
    #expect(run("python3 '\(script)' '\(schema)' '\(document)'") == 0)
  }

  private static func run(_ command: String) -> Int32 {
    unsafe system(command)
  }
}
