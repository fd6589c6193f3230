import FoundationEssentials
import Testing

@testable import Findings

@Suite struct CorrelationTests {
  private func sources(_ findings: [Finding]) -> [[String]] {
    findings.map { $0.sources.map { "\($0.tool) \($0.rule)" } }
  }

  @Test func `Bandit, ruff and a rule with a class on one line are one finding`() {
    let findings = Correlation.findings(from: [
      sight("ruff", "S602", columns: 5..<20, severity: .medium),
      sight("bandit", "B602", columns: 5..<20, severity: .high, confidence: .high),
      sight("semgrep", "shell", lines: 1...3, cwe: [20], weaknessClass: "command-injection"),
    ])
    #expect(sources(findings) == [["bandit B602", "semgrep shell", "ruff S602"]])
    #expect(findings[0].severity == .high)
    #expect(findings[0].confidence == .high)
    #expect(findings[0].weaknessClass == "command-injection")
  }

  @Test func `every Bandit number has the class of its ruff twin`() {
    for number in 100..<800 {
      #expect(
        WeaknessClass.name(tool: "bandit", rule: "B\(number)")
          == WeaknessClass.name(tool: "ruff", rule: "S\(number)"))
    }
    let listed =
      [101...108, 110...110, 112...113, 201...202, 301...325, 401...415, 501...509]
      + [601...615, 701...704]
    for number in listed.joined() {
      #expect(WeaknessClass.name(tool: "bandit", rule: "B\(number)") != nil, "B\(number)")
    }
    #expect(WeaknessClass.name(tool: "bandit", rule: "B602") == "command-injection")
    #expect(WeaknessClass.name(tool: "ruff", rule: "B602") == nil)
  }

  @Test func `a CWE family joins tools without a rule table`() {
    let findings = Correlation.findings(from: [
      sight("gosec", "G201", cwe: [89]), sight("brakeman", "SQL", cwe: [20, 564]),
      sight("njsscan", "eval", cwe: [95]),
    ])
    #expect(sources(findings) == [["gosec G201", "brakeman SQL"], ["njsscan eval"]])
  }

  @Test func `findings without a class stay apart unless one tool repeats itself`() {
    let findings = Correlation.findings(from: [
      sight("kics", "X"), sight("checkov", "Y"), sight("kics", "X"), sight("kics", "Z", cwe: [20]),
      sight("checkov", "W", cwe: [20]),
    ])
    #expect(
      Set(sources(findings)) == [["kics X", "kics X"], ["checkov Y"], ["kics Z"], ["checkov W"]])
    #expect(findings.count == 4)
  }

  @Test func `other paths and other lines stay apart`() {
    let findings = Correlation.findings(from: [
      sight("bandit", "B307"), sight("ruff", "S307", at: "b.py"),
      sight("ruff", "S307", lines: 2...2),
    ])
    #expect(findings.count == 3)
  }

  @Test func `two calls on one line meet their twins, whatever the order of tools`() {
    let findings = Correlation.findings(from: [
      sight("bandit", "B307", columns: 1..<10), sight("bandit", "B307", columns: 20..<30),
      sight("ruff", "S307", columns: 20..<30), sight("aaa", "eval", columns: 21..<29, cwe: [95]),
    ])
    #expect(
      sources(findings) == [["bandit B307"], ["bandit B307", "ruff S307", "aaa eval"]])
  }

  @Test func `two rules of one tool merge only on equal lines and overlapping columns`() {
    let apart = Correlation.findings(from: [
      sight("bandit", "B301", columns: 1..<10), sight("bandit", "B506", columns: 20..<30),
    ])
    let nested = Correlation.findings(from: [
      sight("bandit", "B301", lines: 1...4), sight("bandit", "B506", lines: 2...2),
    ])
    let together = Correlation.findings(from: [
      sight("bandit", "B303", columns: 1..<30), sight("bandit", "B324", columns: 5..<30),
    ])
    let sameRule = Correlation.findings(from: [
      sight("bandit", "B307", columns: 1..<30), sight("bandit", "B307", columns: 6..<29),
    ])
    #expect((apart.count, nested.count, together.count, sameRule.count) == (2, 2, 1, 2))
  }

  @Test func `a chain of neighbours does not become one finding`() {
    let findings = Correlation.findings(from: [
      sight("a", "r", lines: 1...10, cwe: [89]), sight("b", "r", lines: 10...20, cwe: [89]),
      sight("c", "r", lines: 20...30, cwe: [89]),
    ])
    #expect(findings.map(\.sources.count).sorted() == [1, 2])
    let byLines = Correlation.findings(from: [
      sight("a", "r", lines: 1...10, columns: 1..<5, cwe: [89]),
      sight("b", "r", lines: 10...20, columns: 50..<55, cwe: [89]),
      sight("c", "r", lines: 20...30, columns: 60..<70, cwe: [89]),
    ])
    #expect(byLines.map(\.sources.count).sorted() == [1, 2])
  }

  @Test func `the narrowest of the surest represents, the greatest severity counts`() {
    let findings = Correlation.findings(from: [
      sight("semgrep", "x", lines: 1...9, severity: .critical, cwe: [89]),
      sight("bandit", "B608", lines: 4...5, severity: .low),
    ])
    #expect(findings.map(\.ruleID) == ["B608"])
    #expect(findings[0].severity == .critical)
    #expect(findings[0].location.startLine == 4)
  }

  @Test func `agreement of a copy raises no confidence`() {
    let copies = Correlation.findings(from: [
      sight("bandit", "B307", confidence: .low), sight("ruff", "S307", confidence: .low),
    ])
    let independent = Correlation.findings(from: [
      sight("bandit", "B307", confidence: .low), sight("semgrep", "x", confidence: .low, cwe: [95]),
    ])
    #expect(copies[0].confidence == .low)
    #expect(independent[0].confidence == .medium)
  }

  @Test func `a finding is suppressed only when every tool says so`() {
    var silenced = sight("bandit", "B307")
    silenced.suppression = Finding.Suppression(reason: "nosec")
    #expect(Correlation.findings(from: [silenced])[0].state == .suppressed)
    #expect(Correlation.findings(from: [silenced, sight("ruff", "S307")])[0].state == .new)
  }

  @Test func `advisories with a common name are one finding per package, version and file`() {
    func advisory(_ tool: String, _ rule: String, _ aliases: [String], _ version: String = "1")
      -> ToolFinding
    {
      var finding = sight(tool, rule, at: "poetry.lock")
      finding.aliases = aliases
      finding.package = Finding.AffectedPackage(
        purl: "pkg:pypi/a", version: version, fixedVersions: [rule])
      return finding
    }
    let findings = Correlation.findings(from: [
      advisory("pip-audit", "PYSEC-1", ["CVE-1"]), advisory("trivy", "CVE-1", []),
      advisory("osv-scanner", "GHSA-1", ["cve-1", "PYSEC-9"]), advisory("trivy", "CVE-2", []),
      advisory("trivy", "CVE-1", [], "2"),
    ])
    #expect(findings.map(\.sources.count).sorted() == [1, 1, 3])
    #expect(findings[0].package?.fixedVersions.count == 3)
  }
}

@Suite struct CorrelationPropertyTests {
  private static func random(count: Int, seed: UInt64) -> [ToolFinding] {
    var generator = SeededGenerator(seed: seed)
    let rules = [
      ("bandit", "B602"), ("ruff", "S602"), ("bandit", "B307"), ("semgrep", "eval"),
      ("bandit", "B604"), ("kics", "k"), ("cppcheck", "c"), ("gosec", "G1"),
    ]
    return (0..<count).map { _ in
      let (tool, rule) = rules.randomElement(using: &generator) ?? ("x", "y")
      let line = Int.random(in: 1...60, using: &generator)
      let column = Int.random(in: 1...60, using: &generator)
      let cwe = [[], [78], [95], [20], [89]].randomElement(using: &generator) ?? []
      return sight(
        tool, rule, at: "f\(Int.random(in: 0...5, using: &generator))",
        lines: line...line + Int.random(in: 0...3, using: &generator),
        columns: column..<column + Int.random(in: 1...8, using: &generator),
        severity: Severity.allCases.randomElement(using: &generator) ?? .low,
        confidence: Confidence.allCases.randomElement(using: &generator) ?? .low, cwe: cwe)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `every reported finding is in the sources of exactly one finding`(seed: UInt64) {
    let reported = Self.random(count: 800, seed: seed)
    let findings = Correlation.findings(from: reported)
    func count(_ sources: [Finding.Source]) -> [Finding.Source: Int] {
      Dictionary(sources.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let before = count(
      reported.map {
        Finding.Source(
          tool: $0.tool, rule: $0.rule, path: $0.location.path, startLine: $0.location.startLine)
      })
    #expect(count(findings.flatMap(\.sources)) == before)
    #expect(findings.map(\.id) == findings.indices.map { "F\($0 + 1)" })
    #expect(reported.map(\.severity).max() == findings.map(\.severity).max())
  }

  @Test func `the order of the input does not matter`() {
    var generator = SeededGenerator(seed: 99)
    let reported = Self.random(count: 400, seed: 3)
    let expected = Correlation.findings(from: reported)
    for _ in 0..<10 {
      #expect(Correlation.findings(from: reported.shuffled(using: &generator)) == expected)
    }
  }

  @Test func `members of one finding overlap pairwise in lines`() {
    let table = SightTable(Self.random(count: 800, seed: 5))
    for group in RegionSweep.groups(of: table) {
      for one in group {
        for other in group {
          #expect(table.sights[one].region.sharesLine(with: table.sights[other].region))
          #expect(table.sights[one].weakness == table.sights[other].weakness)
          #expect(table.sights[one].path == table.sights[other].path)
        }
      }
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["SENTINEL_BENCH"] != nil,
      "a measurement, run with SENTINEL_BENCH=1 in a release build"))
  func `a hundred thousand findings are merged and identified`() {
    var generator = SeededGenerator(seed: 1)
    for isMinified in [false, true] {
      let reported = (0..<100_000).map { index in
        let line =
          isMinified ? 1 : 1 + index / 2_000 * 16 + Int.random(in: 0...1, using: &generator)
        let column = Int.random(in: 1...(isMinified ? 900_000 : 30), using: &generator)
        let tool = ["bandit", "ruff", "semgrep", "kics"][index % 4]
        return sight(
          tool, ["B602", "S602", "s", "k"][index % 4],
          at: "src/package/file\(isMinified ? 0 : index / 4 % 500).py",
          lines: line...line, columns: column..<column + 12, cwe: index % 4 == 2 ? [78] : [])
      }
      let clock = ContinuousClock()
      var findings: [Finding] = []
      let merging = clock.measure { findings = Correlation.findings(from: reported) }
      let source = SourceText(String(repeating: "    subprocess.run(x, shell=True)\n", count: 800))
      let identifying = clock.measure {
        Fingerprinter().assign(to: &findings) { _ in source }
      }
      let report = ScanReport(tree: "t", exitReason: "", tools: [], findings: findings)
      let writing = clock.measure { _ = report.json() }
      let sarif = clock.measure { _ = SARIFWriter(version: "1").json(report) }
      print(
        "\(isMinified ? "one line" : "500 files"): \(reported.count) to \(findings.count) findings,",
        "merge \(merging), identify \(identifying),",
        "json \(writing), sarif \(sarif)")
    }
  }
}
