import FoundationEssentials
import Testing

@testable import Findings

/// A scan of an invented shop, with everything in it that a report must be able to show.
enum SampleReport {
  static let source = """
    import subprocess, yaml

    PASSWORD = "hunter2"

    def list_files(name):
        return subprocess.run("ls " + name, shell=True)

    def load(text):
        return yaml.load(text)
    """

  static func make(isComplete: Bool = false) -> ScanReport {
    var findings = Correlation.findings(from: reported)
    Fingerprinter().assign(to: &findings) { path in
      path == "src/shop/views.py" ? SourceText(source) : nil
    }
    if let index = findings.firstIndex(where: { $0.ruleID == "B106" }) {
      findings[index].state = .suppressed
      findings[index].suppression = Finding.Suppression(
        reason: "test fixture", by: "ada", expires: "2027-01-31")
    }
    return ScanReport(
      tree: "shop", exitReason: "1 finding is critical; the gate allows none.",
      tools: isComplete ? tools.filter { $0.state.isComplete } : tools, findings: findings,
      coverage: isComplete ? Coverage(files: 1_243, parsed: 1_243) : coverage)
  }

  private static let views = "src/shop/views.py"

  private static var reported: [ToolFinding] {
    var hostile = sight("semgrep", "evil", at: "src/\u{1B}[2J\u{202E}yp.x", severity: .info)
    hostile.title = "Title\u{1B}]0;owned\u{7} with \u{200B}hidden\u{9B}31m parts\nand a line"
    hostile.message = "See [here](https://evil.invalid) \u{1B}[31mred\u{202E}drawkcab"
    var package = sight("osv-scanner", "GHSA-x", at: "poetry.lock", severity: .high)
    package.title = "requests leaks credentials on redirects"
    package.aliases = ["CVE-2024-0001", "GHSA-x"]
    package.package = Finding.AffectedPackage(
      purl: "pkg:pypi/requests", version: "2.30.0", fixedVersions: ["2.31.0"])
    var shell = sight(
      "bandit", "B602", at: views, lines: 6...6, columns: 12..<53, severity: .high,
      confidence: .high, cwe: [78])
    shell.title = "subprocess call with shell=True identified, security issue"
    shell.message = "The command is built from a parameter, so a caller can run any program."
    shell.helpURL = "https://bandit.readthedocs.io/en/latest/plugins/b602.html"
    var taint = sight(
      "semgrep", "shell-injection", at: views, lines: 5...6, severity: .critical, cwe: [78])
    taint.fix = Fix(
      tool: "semgrep", rule: "shell-injection", title: "Run the program itself",
      columns: .unknown,
      edits: [
        Fix.Edit(
          startLine: 6, startColumn: 12, endLine: 6, endColumn: 53,
          text: "subprocess.run([\"ls\", name])")
      ])
    let yaml = sight("bandit", "B506", at: views, lines: 9...9, columns: 12..<27, cwe: [20])
    return [
      hostile, package, shell, taint, yaml,
      sight("ruff", "S602", at: views, lines: 6...6, columns: 12..<26, severity: .medium),
      sight("bandit", "B106", at: views, lines: 3...3, severity: .low, cwe: [259]),
      sight("checkov", "CKV_DOCKER_3", at: "a dir/Dockerfile#1", severity: .low),
    ]
  }

  private static let tools = [
    ToolRun(name: "bandit", version: "1.8.6", state: .completed, milliseconds: 840, findings: 3),
    ToolRun(name: "ruff", version: "0.14.0", state: .completed, milliseconds: 31, findings: 1),
    ToolRun(
      name: "osv-scanner", version: "2.2.1", state: .completed, milliseconds: 12_345, findings: 1,
      notes: ["hash waived: installed by the distribution"]),
    ToolRun(
      name: "semgrep", version: "1.140.0", state: .timedOut,
      reason: "no answer within 120 s; what it had found so far is kept", milliseconds: 120_004,
      findings: 2),
    ToolRun(name: "brakeman", state: .notApplicable, reason: "no Ruby on Rails application"),
    ToolRun(name: "gitleaks", state: .missing, reason: "not installed; sentinel tools install"),
  ]

  private static let coverage = Coverage(
    files: 1_243, parsed: 1_240,
    skipped: [Coverage.Skipped(path: "src/old.py", tool: "bandit", reason: "syntax error")],
    unseen: [Coverage.Unseen(path: "src/odd.pyw", tool: "ruff")])
}

/// Compares output with a file under `Tests/Fixtures`; `SENTINEL_GOLDEN=1` rewrites the file.
func expectGolden(
  _ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let file = URL(filePath: "/\(tests)/Fixtures/reports/\(name)")
  if ProcessInfo.processInfo.environment["SENTINEL_GOLDEN"] != nil {
    try Data(bytes).write(to: file)
  }
  let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  #expect(String(decoding: bytes, as: UTF8.self) == expected, sourceLocation: sourceLocation)
}
