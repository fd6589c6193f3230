import Findings
import Testing

@testable import Scanning

@Suite struct `Readers of recorded reports` {
  static let python = [
    "app/broken.py", "app/clean.py", "app/danger.py", "app/latin.py", "app/quiet.py",
    "conf/allowed.py", "scripts/tool",
  ]
  static let inPlace = [
    "app/broken.py", "app/clean.py", "app/danger.py", "app/quiet.py", "conf/allowed.py",
  ]
  static let copies = ["f3.py": "app/latin.py", "f6.py": "scripts/tool"]

  private func lines(_ report: ToolReport) -> [String] {
    report.findings.map { "\($0.location.path):\($0.location.startLine) \($0.rule)" }.sorted()
  }

  @Test func `Bandit's findings are read, suppression comments and settings in the tree are not`()
    throws
  {
    let report = try Fixtures.report(
      "bandit", "findings", Fixtures.context("bandit", inPlace: Self.python))
    #expect(
      lines(report) == [
        "app/danger.py:11 B602", "app/danger.py:15 B324", "app/danger.py:19 B307",
        "app/danger.py:2 B403", "app/danger.py:3 B404", "app/danger.py:7 B301",
        "app/latin.py:3 B307", "app/quiet.py:1 B404", "app/quiet.py:5 B602",
        "app/quiet.py:6 B307", "conf/allowed.py:1 B105", "scripts/tool:2 B102",
      ])
    #expect(report.canaryRules["canary.py"]?.isSuperset(of: ["B301", "B307"]) == true)
    #expect(report.failed.map(\.key.text) == ["app/broken.py"])
    #expect(report.seen.count == 7)
    #expect(report.troubles.isEmpty)
  }

  @Test func `Bandit's severity, confidence, weakness and columns are kept`() throws {
    let report = try Fixtures.report(
      "bandit", "findings", Fixtures.context("bandit", inPlace: Self.python))
    let shell = try #require(report.findings.first { $0.rule == "B602" })
    #expect(shell.severity == .high)
    #expect(shell.confidence == .high)
    #expect(shell.cwe == [78])
    #expect(shell.location.startColumn == 5)
    #expect(shell.helpURL?.hasSuffix("b602_subprocess_popen_with_shell_equals_true.html") == true)
  }

  @Test func `A password that Bandit quotes does not reach the finding`() throws {
    let report = try Fixtures.report(
      "bandit", "findings", Fixtures.context("bandit", inPlace: Self.python))
    let password = try #require(report.findings.first { $0.rule == "B105" })
    #expect(!password.message.contains("passphrase"))
    #expect(!password.title.contains("passphrase"))
  }

  @Test func `Ruff's findings agree with Bandit's, line by line, where both have the rule`() throws
  {
    let ruff = try Fixtures.report(
      "ruff", "findings", Fixtures.context("ruff", inPlace: Self.inPlace, copies: Self.copies))
    #expect(
      lines(ruff) == [
        "app/danger.py:11 S602", "app/danger.py:15 S324", "app/danger.py:19 S307",
        "app/danger.py:7 S301", "app/latin.py:3 S307", "app/quiet.py:5 S602",
        "app/quiet.py:6 S307", "conf/allowed.py:1 S105", "scripts/tool:2 S102",
      ])
    #expect(ruff.failed.map(\.key.text) == ["app/broken.py"])
    #expect(ruff.failed.values.allSatisfy { $0.hasPrefix("syntax error") })
    #expect(ruff.seen.count == 7)
    #expect(ruff.canaryRules == ["canary.py": ["S301", "S307"]])
  }

  @Test func `A file that Ruff could not decode counts as not examined`() throws {
    let report = try Fixtures.report(
      "ruff", "unreadable",
      Fixtures.context("ruff", inPlace: ["app/clean.py", "app/latin.py"]))
    #expect(report.failed.map(\.key.text) == ["app/latin.py"])
    #expect(report.failed.values.first == "stream did not contain valid UTF-8")
  }

  @Test func `Semgrep's findings are read with the metadata of their rules`() throws {
    let report = try Fixtures.report(
      "semgrep", "findings",
      Fixtures.context("semgrep", inPlace: Self.inPlace, copies: Self.copies))
    #expect(
      lines(report) == [
        "app/broken.py:2 eval-call", "app/danger.py:19 eval-call", "app/danger.py:7 pickle-call",
        "app/latin.py:3 eval-call", "app/quiet.py:6 eval-call",
      ])
    #expect(report.seen.count == 7)
    let pickle = try #require(report.findings.first { $0.rule == "pickle-call" })
    #expect(pickle.weaknessClass == "unsafe-deserialization")
    #expect(pickle.cwe == [502])
    #expect(pickle.severity == .high)
    let eval = try #require(report.findings.first { $0.rule == "eval-call" })
    #expect(eval.cwe == [95])
    #expect(eval.confidence == .high)
    #expect(eval.helpURL == "https://cwe.mitre.org/data/definitions/95.html")
  }

  @Test func `ShellCheck's comments are read, and scripts that silence it speak as copies`() throws
  {
    let report = try Fixtures.report(
      "shellcheck", "findings",
      Fixtures.context(
        "shellcheck", inPlace: ["scripts/broken", "scripts/fine.sh", "scripts/run.sh"],
        copies: ["f3.sh": "scripts/silent.sh"]))
    #expect(
      lines(report) == [
        "scripts/broken:2 SC1046", "scripts/broken:2 SC1073", "scripts/broken:4 SC1047",
        "scripts/broken:4 SC1072", "scripts/run.sh:2 SC2115", "scripts/run.sh:3 SC2086",
        "scripts/run.sh:4 SC2164", "scripts/silent.sh:3 SC2086", "scripts/silent.sh:5 SC2164",
      ])
    #expect(report.failed.map(\.key.text) == ["scripts/broken"])
    #expect(report.canaryRules == ["canary.sh": ["SC2086"]])
    let fixes = report.findings.filter { $0.location.path == "scripts/run.sh" }.map(\.fix)
    #expect(fixes.map { $0?.edits.map(\.text) } == [nil, ["\"", "\""], [" || exit"]])
    #expect(fixes[1]?.edits.map(\.startColumn) == [6, 8])
  }

  @Test func `Only a fix that Ruff calls safe is kept, and a broken one is none`() throws {
    let fix = { (applicability: String, edit: String) throws -> Fix? in
      let report = """
        [{"code": "S105", "filename": "app/clean.py", "message": "m", "severity": "error",
          "location": {"row": 1, "column": 1}, "end_location": {"row": 1, "column": 2},
          "fix": {"applicability": "\(applicability)", "message": "Mend", "edits": [\(edit)]}}]
        """
      let answer = ToolAnswer(output: Array(report.utf8))
      return try RuffParser().parse(
        answer, Fixtures.context("ruff", inPlace: ["app/clean.py"])
      ).findings.first?.fix
    }
    let edit =
      #"{"content": "é", "location": {"row": 1, "column": 3}, "end_location": {"row": 2, "column": 1}}"#
    let kept = try fix("safe", edit)
    #expect(kept?.title == "Mend" && kept?.columns == .codePoints)
    #expect(
      kept?.edits == [
        Fix.Edit(startLine: 1, startColumn: 3, endLine: 2, endColumn: 1, text: "é")
      ])
    for applicability in ["unsafe", "display", ""] { #expect(try fix(applicability, edit) == nil) }
    for broken in ["", "{}", "1", #"{"content": "x", "location": {"row": 0, "column": 1}}"#] {
      #expect(try fix("safe", broken) == nil, "\(broken)")
    }
  }

  @Test func `The fix of a rule of Semgrep's is for the whole match`() throws {
    let report = """
      {"errors": [], "paths": {"scanned": ["app/clean.py"]}, "results": [{"check_id": "r",
        "path": "app/clean.py", "start": {"line": 2, "col": 5}, "end": {"line": 3, "col": 9},
        "extra": {"message": "m", "fix": "safe(x)"}}]}
      """
    let read = try SemgrepParser().parse(
      ToolAnswer(output: Array(report.utf8)),
      Fixtures.context("semgrep", inPlace: ["app/clean.py"]))
    let fix = try #require(read.findings.first?.fix)
    #expect(
      fix.edits == [
        Fix.Edit(startLine: 2, startColumn: 5, endLine: 3, endColumn: 9, text: "safe(x)")
      ])
    #expect(fix.columns == .unknown)
  }

  @Test func `Secrets are found, allowed or not, and are not kept`() throws {
    let context = try Fixtures.context(
      "detect-secrets", inPlace: [],
      copies: [
        "f0.py": "app/latin.py", "f1.py": "conf/allowed.py", "f2.ini": "conf/settings.ini",
      ])
    let report = try Fixtures.report("detect-secrets", "findings", context)
    #expect(
      lines(report) == ["conf/allowed.py:1 secret-keyword", "conf/settings.ini:2 secret-keyword"])
    #expect(report.seen.count == 3)
    #expect(report.canaryRules.values.contains(["secret-keyword"]))
    for finding in report.findings {
      #expect(!finding.message.contains("passphrase") && !finding.message.contains("horse"))
    }
  }

  @Test(arguments: Fixtures.toolNames)
  func `A clean file gives no findings and a canary all the same`(tool: String) throws {
    let context =
      switch tool {
      case "shellcheck": try Fixtures.context(tool, inPlace: ["scripts/fine.sh"])
      case "detect-secrets":
        try Fixtures.context(tool, inPlace: [], copies: ["f0.py": "app/clean.py"])
      default: try Fixtures.context(tool, inPlace: ["app/clean.py"])
      }
    let report = try Fixtures.report(tool, "clean", context)
    #expect(report.findings.isEmpty)
    #expect(report.failed.isEmpty && report.troubles.isEmpty)
    #expect(!report.canaryRules.isEmpty)
  }

  @Test func `A finding outside of what was given is a trouble and not a finding`() throws {
    let report = try Fixtures.report(
      "bandit", "findings", Fixtures.context("bandit", inPlace: ["app/clean.py"]))
    #expect(report.findings.isEmpty)
    #expect(report.troubles.contains { $0.contains("app/danger.py") })
  }
}
