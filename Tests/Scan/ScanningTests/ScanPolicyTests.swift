import Findings
import Testing
import Text
import YAML

@testable import Scanning

@Suite struct ScanPolicyTests {
  private static let today = "2026-11-25"

  private static let text = """
    schema: sentinel.scan-policy/1
    failOn: high
    rules:
      - name: no injection in the product
        when: {classes: [sql-injection], roles: [product], states: [new, unchanged]}
    budgets: {medium: 1, low: 0}
    require: {tools: [bandit], parsed: 50}
    suppress:
      - when: {rules: ["bandit/B1*"], paths: [tests/**]}
        reason: fixtures
        owner: ada
        expires: 2027-01-31
    gaps:
      - paths: [tests/data/**]
        tools: [bandit]
        reason: broken on purpose
        owner: ada
        expires: 2027-01-31
    exclude:
      - paths: [vendor/]
        reason: not ours
        owner: bob
        expires: 2026-11-25
    """

  private func policy(_ text: String = text) throws -> ScanPolicy {
    try ScanPolicy.parse(Array(text.utf8), file: "p.yaml", today: Self.today)
  }

  private func finding(
    _ id: String, _ severity: Severity, path: String = "src/a.py", rule: String = "B602",
    weakness: String? = nil, state: Finding.State = .new
  ) -> Finding {
    Finding(
      id: id, fingerprint: id, tool: "bandit", ruleID: rule, weaknessClass: weakness, title: "t",
      message: "m", severity: severity, confidence: .high,
      location: Location(path: path, startLine: 1), state: state)
  }

  private func result(
    _ state: ToolRun.State = .completed, parsed: Int = 10, files: Int = 10
  ) -> ScanResult {
    ScanResult(
      tools: [ToolRun(name: "bandit", state: state)], findings: [],
      coverage: Coverage(files: files, parsed: parsed))
  }

  @Test func `a policy is read as it is written`() throws {
    let policy = try policy()
    #expect(policy.gate.failOn == .high && policy.namesSeverity)
    #expect(policy.gate.budgets == [.medium: 1, .low: 0])
    #expect(policy.gate.requiredTools == ["bandit"] && policy.gate.leastParsed == 50)
    #expect(policy.suppressions.map(\.words) == ["fixtures (ada, until 2027-01-31)"])
    #expect(policy.suppressions[0].place == "p.yaml:9")
    #expect(policy.exclusions[0].holds(on: Self.today))
    #expect(!policy.exclusions[0].holds(on: "2026-11-26"))
  }

  @Test func `all mistakes are told at once, with their lines`() throws {
    let text = """
      schema: sentinel.scan-policy/2
      failOn: severe
      rules: [{name: x, when: {}}, {name: y, when: {states: [absent]}}]
      budgets: {medium: -1}
      require: {parsed: 101}
      suppress:
        - when: {severty: high, states: [new]}
          reason: " "
          expires: 2027-13-01
        - when: {lineages: [a]}
          reason: x
          owner: y
          expires: 2027-11-26
      gaps: [{reason: x, owner: y, expires: 2027-01-01}]
      exclude: [{paths: [./a], tools: [bandit], reason: x, owner: y, expires: 2027-01-01}]
      gate: high
      """
    do {
      _ = try policy(text)
      Issue.record("a policy with mistakes was read")
    } catch let problems as Problems {
      let said = problems.description
      for part in [
        "scan-policy/2", "severe", "never fails", "fits every finding", "from 0 to",
        "from 1 to 100", "severty",
        "states", "says nothing", "lacks \"owner\"", "2027-13-01", "more than a year away",
        "lacks \"paths\"", "./a", "unknown key \"exclude.tools\"", "unknown key \"gate\"",
        "p.yaml:2", "p.yaml:13",
      ] {
        #expect(said.contains(part), "\(part) is not in\n\(said)")
      }
    }
  }

  @Test func `severity, rules and budgets each fail, and the remedy names the least`() throws {
    let gate = try policy().gate
    let verdict = gate.verdict(
      on: [
        finding("F1", .high), finding("F2", .medium), finding("F3", .medium),
        finding("F4", .info, weakness: "sql-injection", state: .unchanged),
        finding("F5", .info, path: "tests/a.py", weakness: "sql-injection"),
        finding("F6", .high, state: .unchanged), finding("F7", .critical, state: .suppressed),
      ], in: result())
    #expect(
      verdict.words
        == "1 high; 1 by the rule \"no injection in the product\"; 2 medium of which 1 may be")
    #expect(verdict.remedy?.contains("F1, F4, 1 more of severity medium") == true)
    #expect(verdict.unmet.isEmpty)
    #expect(gate.verdict(on: [finding("F2", .medium)]).passed)
    #expect(gate.verdict(on: []).remedy == nil)
  }

  @Test func `what a policy requires makes a scan incomplete where it is not there`() throws {
    let gate = try policy().gate
    for (result, says) in [
      (ScanResult(tools: [], findings: [], coverage: Coverage()), "bandit did not run"),
      (result(.missing), "bandit missing"), (result(parsed: 4), "4 of 10"),
    ] {
      let verdict = gate.verdict(on: [], in: result)
      #expect(verdict.unmet.joined().contains(says))
      #expect(ExitDecision(result, verdict).code == 3)
    }
    #expect(ExitDecision(result(), gate.verdict(on: [], in: result())).code == 0)
  }

  @Test func `suppressions count until their day, and are told of after it`() throws {
    for (today, state, own) in [
      ("2027-01-31", Finding.State.suppressed, ["expired-exception", "unused-exception"]),
      ("2027-02-01", .new, ["expired-exception", "expired-exception", "expired-exception"]),
    ] {
      var inForce = PolicyInForce(try policy(), today: today)
      var findings = [finding("F1", .high, path: "tests/a.py", rule: "B105")]
      findings.append(finding("F2", .high, path: "src/a.py", rule: "B105"))
      var result = result()
      inForce.apply(to: &findings, &result, isWhole: true)
      #expect(findings.prefix(2).map(\.state) == [state, .new])
      #expect(findings.dropFirst(2).map(\.ruleID).sorted() == own)
      #expect(findings.map(\.id) == (1...findings.count).map { "F\($0)" })
      #expect(result.tools.map(\.name) == ["bandit", "policy"])
    }
  }

  @Test func `nothing is called unused by a scan that could not tell`() throws {
    for (state, isWhole) in [(ToolRun.State.completed, false), (.failed, true)] {
      var inForce = PolicyInForce(try policy(), today: Self.today)
      var findings: [Finding] = []
      var result = result(state)
      inForce.apply(to: &findings, &result, isWhole: isWhole)
      #expect(findings.isEmpty)
    }
  }

  @Test func `excluded files are not scanned, and counted with their reason`() throws {
    let folder = try TemporaryFolder()
    try folder.write("vendor/a.py", "x\n")
    try folder.write("src/vendor.py", "x\n")
    let walked = try folder.tree()
    let tree = FileTree(
      root: walked.root, files: walked.files,
      skipped: [SkippedPath(path: TreePath("vendor/big.js"), reason: .tooLarge)])
    var inForce = PolicyInForce(try policy(), today: Self.today)
    let left = inForce.exclude(from: tree)
    #expect(left.files.map(\.path.text) == ["src/vendor.py"] && left.skipped.isEmpty)
    let old = finding("F1", .high, path: "vendor/a.py")
    // What the policy said of itself is not looked for.
    var expired = finding("F2", .medium)
    expired.tool = ToolRun.policyName
    let (report, _) = result().report(
      of: "t", in: left, gate: Gate(failOn: nil), policy: (inForce, true),
      baseline: Baseline(
        ScanReport(
          tree: "t", exitReason: "", tools: [ToolRun(name: "bandit", state: .completed)],
          findings: [old, expired])))
    #expect(report.coverage.skipped.map(\.path) == ["vendor/a.py", "vendor/big.js"])
    #expect(report.coverage.skipped[0].reason.contains("not ours (bob"))
    // Nobody looked for it.
    #expect(report.baseline?.unknown == 1)
    #expect(!report.findings.contains { $0.state == .absent })
    var later = PolicyInForce(try policy(), today: "2026-11-26")
    #expect(later.exclude(from: tree).files.count == 2)
  }

  @Test(arguments: [
    ("severity: medium", true), ("severity: critical", false), ("classes: [xss]", true),
    ("classes: [ssrf]", false), ("paths: [src/**]", true), ("paths: [lib/]", false),
    ("roles: [product]", true), ("roles: [test, example]", false), ("tools: [ruff]", true),
    ("tools: [semgrep]", false), ("rules: [ruff/S*]", true), ("rules: [ruff/B*]", false),
    ("packages: [\"pkg:npm/**\"]", true), ("packages: [\"pkg:pypi/**\"]", false),
    ("advisories: [cve-1]", true), ("advisories: [CVE-2]", false), ("lineages: [first]", true),
    ("lineages: [f]", false), ("fixable: true", true), ("fixable: false", false),
    ("tools: [ruff], fixable: false", false),
  ])
  func `every key of a predicate chooses`(keys: String, fits: Bool) throws {
    let policy = try policy(
      """
      schema: sentinel.scan-policy/1
      rules: [{name: r, when: {\(keys)}}]
      """)
    let finding = Finding(
      id: "F1", fingerprint: "f", lineage: "first", tool: "bandit", ruleID: "B1",
      weaknessClass: "xss", title: "t", message: "m", severity: .high, confidence: .low,
      aliases: ["CVE-1"], location: Location(path: "src/a.py", startLine: 1),
      package: .init(purl: "pkg:npm/a", version: "1", fixedVersions: ["2"]),
      sources: [.init(tool: "ruff", rule: "S1", path: "src/a.py", startLine: 1)])
    #expect(policy.gate.rules[0].when.matches(finding) == fits)
  }
}
