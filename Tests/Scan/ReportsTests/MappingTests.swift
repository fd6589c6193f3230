import Findings
import ProductData
import Testing
import YAML

@testable import Reports

@Suite struct `Mappings of reports` {
  static let shipped = ProductData.reports.map(\.name.description)

  /// A mapping with these lines behind its head.
  static func mapping(_ lines: String, form: String = "json") throws -> ReportMapping {
    let text = """
      schema: sentinel.report/1
      name: example
      homepage: https://example.org
      licence: MIT
      categories: [sast]
      form: \(form)
      \(lines)
      """
    return try ReportMapping.parse(Array(text.utf8), file: "example.yaml")
  }

  static func read(
    _ report: String, _ lines: String, form: String = "json", root: String = ""
  ) throws -> ReportMapping.Reading {
    try mapping(lines, form: form).read(Array(report.utf8), root: root)
  }

  @Test(arguments: shipped)
  func `A shipped mapping is read whole`(name: String) throws {
    let document = try #require(ProductData.document(named: name, in: ProductData.reports))
    let mapping = try ReportMapping.parse(
      Array(document.text.description.utf8), file: "\(name).yaml")
    #expect(mapping.name == name)
    #expect(!mapping.categories.isEmpty)
  }

  @Test func `All mistakes of a mapping are reported with their lines`() throws {
    let problems = try #require(throws: Problems.self) {
      try Self.mapping(
        """
        findings:
          - each: a/*
            sevrity: level
        severities: {bad: awful}
        """)
    }
    #expect(problems.all.map(\.line).sorted() == [8, 9, 10])
    #expect(problems.description.contains("severity"))
  }

  @Test func `An expression without groups is refused where it stands`() throws {
    let problems = try #require(throws: Problems.self) {
      try Self.mapping("pattern: '(\\w+'\nfindings: [{each: '*', rule: rule}]", form: "lines")
    }
    #expect(problems.all.map(\.line) == [7])
  }

  @Test func `Values are found upwards, in lists, by alternatives and in sentences`() throws {
    let report = """
      {"files": {"a.py": {"hits": [{"id": "X1", "at": "7-9", "cwe": ["CWE-89: sql", 78]}]}}}
      """
    let reading = try Self.read(
      report,
      """
      findings:
        - each: files/*/hits/*
          rule: [name, id]
          title: "{id} in {../../@}"
          path: ../../@
          line: at
          cwe: cwe/*
          severity: "=high"
      """)
    let finding = try #require(reading.findings.first)
    #expect(finding.rule == "X1")
    #expect(finding.title == "X1 in a.py")
    #expect(finding.location.path == "a.py" && finding.location.startLine == 7)
    #expect(finding.cwe == [89, 78])
    #expect(finding.severity == .high)
  }

  @Test(arguments: [
    ("json-stream", "{\"r\": \"X\"}\n{\"r\": \"Y\"}", "'*'", "r"),
    ("json-stream", "{\"r\": \"X\"} {\"r\":\n \"Y}\"}", "'*'", "r"),
    ("xml", "<a xmlns='n'><b r='X'/><b><r>Y</r></b></a>", "a/*/b/*", "r"),
    ("csv", "r,t\n\"X\",\"a, \"\"b\"\"\"\nY,\n", "'*'", "r"),
    ("lines", "X at a\nnothing\r\nY at b\n", "'*'", "r"),
    ("records", "r: X\nt: a\n\nr: Y\n\nDone\n", "'*'", "r"),
  ])
  func `Entries are found in every form`(
    form: String, report: String, each: String, rule: String
  ) throws {
    let pattern = form == "lines" ? "pattern: (?<r>\\w+) at .*\n" : ""
    let reading = try Self.read(
      report, "\(pattern)findings: [{each: \(each), rule: \(rule)}]", form: form)
    #expect(reading.findings.map { $0.rule.prefix(1) } == ["X", "Y"])
    #expect(reading.gaps.isEmpty)
  }

  @Test(arguments: [
    ("json", "{\"a\": ["), ("json", "[] []"), ("json-stream", "{\"a\": 1} {\"b\""),
    ("json-stream", "{} done"), ("xml", "<a><b>"), ("xml", "plain"), ("csv", "a,\u{0}"),
  ])
  func `A report that breaks off or is none of its form is refused`(
    form: String, report: String
  ) throws {
    #expect(throws: ReportFailure.self) {
      try Self.read(report, "findings: [{each: '*', rule: r}]", form: form)
    }
  }

  @Test func `A report of another shape is refused instead of being read as clean`() throws {
    let lines = "recognise: [results, version]\nfindings: [{each: results/*, rule: r}]"
    #expect(throws: ReportFailure.self) { try Self.read("{\"results\": []}", lines) }
    let clean = try Self.read("{\"results\": [], \"version\": 1}", lines)
    #expect(clean.findings.isEmpty && clean.gaps.isEmpty)
  }

  @Test(arguments: [
    ("yara", "hello\n"), ("bundler-audit", "hello\n"), ("bundler-audit", "a: b\n"),
    ("pmd", "hello\n"),
    ("gitleaks", "{}"), ("nuclei", "{}"), ("eslint", "{}"),
  ])
  func `Any other text is no report without findings of a named tool`(
    name: String, text: String
  ) throws {
    let document = try #require(ProductData.document(named: name, in: ProductData.reports))
    let mapping = try ReportMapping.parse(
      Array(document.text.description.utf8), file: "\(name).yaml")
    #expect(throws: ReportFailure.self) { try mapping.read(Array(text.utf8)) }
  }

  @Test func `Entries without a rule and errors of the tool are gaps`() throws {
    let reading = try Self.read(
      "{\"a\": [{\"r\": \"X\"}, {}], \"errors\": [{\"m\": \"no parser\"}]}",
      "findings: [{each: a/*, rule: r}]\nincomplete: [{each: errors/*, message: m}]")
    #expect(reading.findings.count == 1)
    #expect(reading.gaps == ["an entry names no rule", "no parser"])
  }

  @Test func `Of a secret nothing but the title is kept`() throws {
    let reading = try Self.read(
      "[{\"rule\": \"key\", \"match\": \"hunter2\", \"file\": \"a\"}]",
      "findings: [{each: '*', secret: true, rule: rule, title: '=A key', message: match}]")
    let finding = try #require(reading.findings.first)
    #expect(finding.message == "A key")
    #expect(finding.weaknessClass == WeaknessClass.hardcodedCredential)
  }

  @Test func `Entries count by what they say`() throws {
    let report =
      "[{\"r\": \"A\", \"s\": \"FAIL\"}, {\"r\": \"B\", \"s\": \"pass\"}, {\"r\": \"C\"}]"
    let only = try Self.read(report, "findings: [{each: '*', rule: r, only: {s: fail}}]")
    #expect(only.findings.map(\.rule) == ["A"])
    let unless = try Self.read(report, "findings: [{each: '*', rule: r, unless: {s: fail}}]")
    #expect(unless.findings.map(\.rule) == ["B", "C"])
    let present = try Self.read(report, "findings: [{each: '*', rule: r, only: {x|s: []}}]")
    #expect(present.findings.map(\.rule) == ["A", "B"])
  }

  @Test func `Paths below the folder that the tool saw become relative to it`() throws {
    let reading = try Self.read(
      "[{\"r\": \"A\", \"p\": \"/src/app/a.py\"}, {\"r\": \"B\", \"p\": \"/srcs/b.py\"}]",
      "findings: [{each: '*', rule: r, path: p}]", root: "/src")
    #expect(reading.findings.map(\.location.path) == ["app/a.py", "/srcs/b.py"])
  }

  @Test func `A package is named by its URL without a version`() throws {
    let reading = try Self.read(
      """
      [{"r": "CVE-1-2", "n": "org.x:y", "t": "jar", "v": "1.0", "f": "1.1, 2.0"},
       {"r": "CVE-1-3", "u": "pkg:npm/%40a/b@1.0?x=y"}]
      """,
      """
      findings: [{each: '*', rule: r, purl: u, name: n, type: t, version: v, fixed: f, aliases: r}]
      packageTypes: {jar: maven}
      """)
    #expect(reading.findings.map(\.package?.purl) == ["pkg:maven/org.x/y", "pkg:npm/%40a/b"])
    #expect(reading.findings.first?.package?.fixedVersions == ["1.1", "2.0"])
    #expect(reading.findings.first?.aliases == ["CVE-1-2"])
  }

  @Test(arguments: [
    ("9.8", Severity.critical), ("7.0", .high), ("4", .medium), ("0.1", .low), ("n/a", .medium),
  ])
  func `A score stands in for a missing word`(score: String, severity: Severity) {
    #expect(ReportWords().severity(nil, score: score) == severity)
    #expect(ReportWords().severity("Informational", score: score) == .info)
  }
}
