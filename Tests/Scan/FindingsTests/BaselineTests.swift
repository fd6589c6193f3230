import Testing

@testable import Findings
@testable import Text

/// Findings of two scans of files that change between them.
@Suite struct BaselineTests {
  /// A scan of files by a tool that flags every line with `bad`, and `secret` as a credential.
  private func scan(
    _ files: [String: String], severity: Severity = .high, tool: String = "tool"
  ) -> [Finding] {
    var reported: [ToolFinding] = []
    for (path, text) in files {
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let isSecret = line.contains("secret")
        guard line.contains("bad") || isSecret else { continue }
        reported.append(
          sight(
            tool, isSecret ? "S1" : "R1", at: path, lines: number + 1...number + 1,
            severity: severity, weaknessClass: isSecret ? WeaknessClass.hardcodedCredential : nil))
      }
    }
    var findings = Correlation.findings(from: reported)
    Fingerprinter().assign(to: &findings) { files[$0].map { SourceText($0) } }
    return findings
  }

  private func report(_ findings: [Finding]) -> ScanReport {
    ScanReport(
      tree: "t", exitReason: "", tools: [ToolRun(name: "tool", state: .completed)],
      findings: findings)
  }

  /// Compares a scan with an earlier one.
  private func compare(
    _ later: [String: String], with earlier: [Finding], severity: Severity = .high,
    tools: [ToolRun] = [ToolRun(name: "tool", state: .completed)], coverage: Coverage = Coverage()
  ) -> (findings: [Finding], summary: BaselineSummary) {
    var findings = scan(later, severity: severity)
    let summary = Baseline(report(earlier)).compare(
      &findings,
      Baseline.Sight(tools: tools, coverage: coverage) { later[$0] != nil })
    return (findings, summary)
  }

  private static let earlier = ["a.py": "def f():\n  bad(1)\n\ndef g():\n  bad(2)\n"]

  @Test(arguments: [
    ["a.py": "import os\n\n\ndef f():\n  bad(1)\n\n\ndef g():\n    bad( 2 )  # why\n"],
    ["a.py": "def g():\n  bad(2)\n\ndef f():\n  bad(1)\n"],
    ["b/a.py": "def f():\n  bad(1)\n\ndef g():\n  bad(2)\n"],
    ["a.py": "def renamed():\n  bad(1)\n\ndef g():\n  bad(2)\n"],
    ["a.py": "def f():\n  bad(1)\n", "b.py": "def g():\n  bad(2)\n"],
  ])
  func `code that moves, is formatted or in a renamed function stays known`(
    later: [String: String]
  ) {
    let old = scan(Self.earlier)
    let (findings, summary) = compare(later, with: old)
    #expect(findings.map(\.state) == [.unchanged, .unchanged])
    #expect(Set(findings.compactMap(\.lineage)) == Set(old.map(\.fingerprint)))
    #expect(summary == BaselineSummary(findings: 2, complete: true, ambiguous: 0, unknown: 0))
  }

  @Test func `a renamed file keeps also what is there twice`() {
    let text = "def f():\n  bad(1)\n  bad(1)\n\ndef g():\n  bad(2)\n"
    let (findings, _) = compare(["z.py": text], with: scan(["a.py": text]))
    #expect(findings.map(\.state) == [.unchanged, .unchanged, .unchanged])
    let same = "def f():\n  bad(1)\n  bad(1)\n"
    let folder = compare(["lib/x/a.py": same], with: scan(["src/a.py": same])).findings
    #expect(folder.map(\.state) == [.unchanged, .unchanged])
    // A copy beside the original renames nothing.
    let copied = compare(["a.py": text, "z.py": text], with: scan(["a.py": text])).findings
    #expect(copied.map(\.state) == [.unchanged, .unchanged, .unchanged, .new, .new, .new])
  }

  @Test func `one more copy is new, with a lineage of its own`() {
    let old = scan(["b.py": "bad(1)\nbad(1)\n"])
    let (findings, _) = compare(["a.py": "bad(1)\n", "b.py": "bad(1)\nbad(1)\n"], with: old)
    #expect(findings.map(\.state) == [.new, .unchanged, .unchanged])
    #expect(Set(findings.compactMap(\.lineage)).count == 3)
  }

  @Test func `of copies in one function the one between the same lines is known`() {
    let rest = "  the(rest, of, the, function)\n"
    let block = "  bad(1)\n" + String(repeating: "  the_same(code, as, before)\n", count: 6)
    let changes: [(old: String, new: String, states: [Finding.State])] = [
      ("  bad(1)\n" + rest, "  bad(1)\n  x()\n  bad(1)\n" + rest, [.unchanged, .new]),
      ("  if a():\n" + block, "  if b():\n" + block + "  if a():\n" + block, [.new, .unchanged]),
      ("  y()\n  bad(1)\n" + rest, "  bad(1)\n  z()\n  bad(1)\n" + rest, [.new, .unchanged]),
    ]
    for (old, new, states) in changes {
      let known = scan(["a.py": "def f():\n" + old])
      #expect(compare(["a.py": "def f():\n" + new], with: known).findings.map(\.state) == states)
    }
  }

  @Test func `copies that are both gone and new elsewhere are told by nobody`() {
    let old = scan(["a.py": "bad(1)\n", "b.py": "bad(1)\n"])
    let (findings, summary) = compare(["a.py": "", "b.py": "", "c.py": "bad(1)\n"], with: old)
    #expect(findings.map(\.state) == [.new, .absent, .absent])
    #expect(summary.ambiguous == 1)
  }

  @Test func `edited code is known and counts`() {
    let old = scan(Self.earlier)
    let later = ["a.py": "def f():\n  bad(1, x)\n\ndef g():\n  bad(2)\n"]
    let (findings, _) = compare(later, with: old)
    #expect(findings.map(\.state) == [.updated, .unchanged])
    #expect(findings[0].lineage == old[0].fingerprint)
    #expect(Finding.State.updated.isFresh && !Finding.State.unchanged.isFresh)
  }

  @Test func `another credential in the same place is new`() {
    let old = scan(["a.py": "def f():\n  secret = 'one'\n"])
    let (findings, _) = compare(["a.py": "def f():\n  secret = 'two'\n"], with: old)
    #expect(findings.map(\.state) == [.new, .absent])
    let moved = compare(["b.py": "\n\ndef f():\n  secret = 'one'\n"], with: old).findings
    #expect(moved.map(\.state) == [.unchanged])
    #expect(moved[0].location.contextHash == nil)
    let renamed = compare(["a.py": "def g():\n  secret = 'one'\n"], with: old).findings
    #expect(renamed.map(\.state) == [.unchanged])
  }

  @Test func `what became graver or is suppressed no longer counts`() {
    var old = scan(Self.earlier, severity: .low)
    old[1].severity = .high
    #expect(compare(Self.earlier, with: old).findings.map(\.state) == [.updated, .unchanged])
    old[1].state = .suppressed
    #expect(compare(Self.earlier, with: old).findings.map(\.state) == [.updated, .updated])
    #expect(
      compare(Self.earlier, with: old, severity: .info).findings.map(\.state) == [
        .unchanged, .updated,
      ])
  }

  @Test func `gone is only what the same tools would have seen again`() {
    let old = scan(Self.earlier)
    let fixed = ["a.py": "def f():\n  good(1)\n"]
    #expect(compare(fixed, with: old).findings.map(\.state) == [.absent, .absent])
    let unseen = [
      compare(fixed, with: old, tools: []),
      compare(fixed, with: old, tools: [ToolRun(name: "tool", state: .timedOut)]),
      compare(
        fixed, with: old,
        coverage: Coverage(skipped: [.init(path: "a.py", tool: "tool", reason: "syntax error")])),
      compare(fixed, with: old, coverage: Coverage(unseen: [.init(path: "a.py", tool: "tool")])),
    ]
    for (findings, summary) in unseen {
      #expect(findings.isEmpty)
      #expect(summary.unknown == 2)
    }
  }

  @Test func `a lineage lasts through many reports, and what was gone comes back as new`() {
    let first = scan(["a.py": "def f():\n  bad(1)\n"])
    let second = compare(["a.py": "def f():\n  bad(1, 2)\n"], with: first).findings
    let third = compare(["a.py": "def f():\n  bad(1, 2, 3)\n"], with: second).findings
    #expect(third.map(\.state) == [.updated])
    #expect(third[0].lineage == first[0].fingerprint)
    let gone = compare([:], with: third).findings
    #expect(gone.map(\.state) == [.absent])
    #expect(gone[0].lineage == first[0].fingerprint)
    #expect(compare(["a.py": "bad(1)\n"], with: gone).findings.map(\.state) == [.new])
  }

  @Test(arguments: [
    ("1.0", ["CVE-1"], Finding.State.unchanged), ("1.1", ["CVE-1"], .unchanged),
    ("1.0", ["GHSA-1", "CVE-9"], .unchanged), ("1.0", ["CVE-2"], .new),
  ])
  func `an advisory about a package stays known when the version changes`(
    version: String, aliases: [String], state: Finding.State
  ) {
    func finding(_ version: String, _ aliases: [String]) -> Finding {
      Finding(
        id: "F1", fingerprint: "\(aliases)", tool: "tool", ruleID: aliases[0], title: "t",
        message: "m", severity: .high, confidence: .high, aliases: aliases,
        location: Location(path: "uv.lock", startLine: 3),
        package: Finding.AffectedPackage(purl: "pkg:pypi/a", version: version))
    }
    var findings = [finding(version, aliases)]
    let baseline = Baseline(report([finding("1.0", ["CVE-1", "GHSA-1"])]))
    _ = baseline.compare(
      &findings,
      Baseline.Sight(tools: [ToolRun(name: "tool", state: .completed)], coverage: Coverage()) { _ in
        true
      })
    #expect(findings[0].state == state)
  }

  @Test func `a baseline of an incomplete scan is called one`() {
    let earlier = ScanReport(
      tree: "t", exitReason: "", tools: [ToolRun(name: "tool", state: .failed)], findings: [])
    var findings = scan(Self.earlier)
    let summary = Baseline(earlier).compare(
      &findings, Baseline.Sight(tools: [], coverage: Coverage()) { _ in true })
    #expect(!summary.complete)
    let compared = ScanReport(
      tree: "t", exitReason: "", tools: [], findings: findings, baseline: summary)
    let text = TerminalReport(most: 10).render(compared)
    #expect(text.contains("incomplete scan"))
    #expect(text.contains("New findings: 0 critical, 2 high"))
  }
}
