import Findings
import Testing

@testable import Scanning

@Suite struct `Ends of scans` {
  private func result(_ states: [ToolRun.State], unsafe: Bool = false) -> ScanResult {
    ScanResult(
      tools: states.enumerated().map { ToolRun(name: "t\($0)", state: $1, reason: "reason") },
      findings: [], coverage: Coverage(), isUnsafe: unsafe)
  }

  private static let failing = Gate.Verdict(failing: [.high: 2])
  private static let passing = Gate.Verdict(failing: [:])

  @Test(
    arguments: [
      ([.completed], false, false, 0), ([.notApplicable], false, false, 4), ([], false, false, 4),
      ([.completed], true, false, 1), ([.completed, .failed], true, false, 3),
      ([.completed, .timedOut], false, false, 3), ([.completed, .missing], false, false, 3),
      ([.notApplicable, .denied], false, false, 3), ([.blind], false, false, 3),
      ([.failed], true, true, 5), ([.completed, .notApplicable], false, false, 0),
    ] as [([ToolRun.State], Bool, Bool, Int32)])
  func `The gravest reason decides`(
    states: [ToolRun.State], fails: Bool, unsafe: Bool, code: Int32
  ) {
    let decision = ExitDecision(
      result(states, unsafe: unsafe), fails ? Self.failing : Self.passing)
    #expect(decision.code == code, "\(decision.reason)")
    #expect(!decision.reason.isEmpty)
  }

  @Test func `A file that nobody saw makes a scan incomplete`() {
    var result = result([.completed])
    result.coverage.unseen = [Coverage.Unseen(path: "a.py", tool: "t0")]
    #expect(ExitDecision(result, Self.passing).code == 3)
  }

  @Test(
    arguments: [
      (Severity.medium, 2), (.high, 1), (.critical, 0), (.info, 3),
    ] as [(Severity, Int)])
  func `The gate counts what is grave enough`(failOn: Severity, count: Int) {
    let findings = [Severity.high, .medium, .low].map { severity in
      Finding(
        id: "F1", fingerprint: "f", tool: "t", ruleID: "r", title: "t", message: "m",
        severity: severity, confidence: .high, location: Location(path: "a", startLine: 1))
    }
    let verdict = Gate(failOn: failOn).verdict(on: findings)
    #expect(verdict.failing.values.reduce(0, +) == count)
    #expect(verdict.passed == (count == 0))
  }

  @Test func `Findings that are suppressed or gone do not count`() {
    let findings = [Finding.State.suppressed, .absent].map { state in
      Finding(
        id: "F1", fingerprint: "f", tool: "t", ruleID: "r", title: "t", message: "m",
        severity: .critical, confidence: .high, location: Location(path: "a", startLine: 1),
        state: state)
    }
    #expect(Gate(failOn: .info).verdict(on: findings).passed)
  }

  @Test func `Words for the gate are checked`() throws {
    #expect(try Gate(parsing: "high").failOn == .high)
    #expect(try Gate(parsing: "none").failOn == nil)
    #expect(throws: ScanError(.usage, "")) { try Gate(parsing: "severe") }
  }

  @Test func `A report repeats the reason and names every tool`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.py", "eval(x)\n")
    let finding = ToolFinding(
      tool: "bandit", rule: "B307", title: "eval", message: "eval", severity: .high,
      location: Location(path: "a.py", startLine: 1))
    let result = ScanResult(
      tools: [ToolRun(name: "bandit", state: .completed, findings: 1)], findings: [finding],
      coverage: Coverage(files: 1, parsed: 1))
    let (report, decision) = result.report(
      of: "project", in: try folder.tree(), gate: Gate(failOn: .high))
    #expect(decision.code == 1)
    #expect(report.exitReason == "the gate failed: 1 high")
    #expect(report.complete)
    #expect(report.findings.map(\.fingerprint.utf8.count) == [64])
    #expect(report.findings.first?.location.snippetHash != nil)
  }
}
