import Findings
import FoundationEssentials
import Healing
import Judging
import Kernel
import Patches
import ProductData
import Sandbox
import Scanning
import Testing
import Text

@testable import Verification

/// Findings that a scanner has to see in the base before any change can be proven, with a scanner of
/// the test's own in the place of Bandit.
@Suite struct ReproductionTests {
  private static let source = """
    def find(cursor, name):
        cursor.execute("SELECT city FROM customers WHERE name = '%s'" % name)
        return cursor.fetchall()

    """

  private static let fix = """
    shop/store.py
    <<<<<<< SEARCH
        cursor.execute("SELECT city FROM customers WHERE name = '%s'" % name)
    =======
        cursor.execute("SELECT city FROM customers WHERE name = ?", (name,))
    >>>>>>> REPLACE

    """

  private func lab(
    _ rule: String, scanners: Scanners?, tool: String = "bandit"
  ) throws -> TrialLab {
    var signal = JudgeSignal(.finding, rule: rule)
    if let path = PatchPath("shop/store.py") { signal.places = [.init(path: path, line: 2)] }
    return try TrialLab(
      ["shop/store.py": Self.source], command: nil, signal: signal, articles: false,
      scanners: scanners, tool: tool)
  }

  private func refusal(_ lab: TrialLab) async -> (ExitReason?, String) {
    let report = await lab.trialRunner.baseline(of: [lab.healingCase])
    let id = lab.healingCase.id
    return (report.refusals[id], report.explanations[id] ?? "")
  }

  @Test func `a finding that a scanner sees before and not after is healed`() async throws {
    let report = try await lab("B608", scanners: ScriptedScanner.scanners()).report(on: Self.fix)
    #expect(report.outcome == .accepted, "\(report.messages)")
    #expect(report.checks.contains { $0.name == "scan by bandit" && $0.before == "1 findings" })
  }

  @Test
  func `a finding whose scanner is not installed is not reproduced, and the scanner is named`()
    async throws
  {
    let lab = try lab("B608", scanners: ScriptedScanner.scanners(installed: false))
    let (reason, why) = await refusal(lab)
    #expect(reason == .noScanner)
    #expect(why.contains("B608") && why.contains("sentinel tools install bandit"), "\(why)")
    #expect(why.contains("--test"))
    let without = await refusal(try self.lab("B608", scanners: nil))
    #expect(without.0 == .noScanner)
  }

  @Test func `a finding of a rule that no scanner knows is not reproduced`() async throws {
    let lab = try lab("java/weak-thing", scanners: ScriptedScanner.scanners(), tool: "codeql")
    let (reason, why) = await refusal(lab)
    #expect(reason == .noScanner)
    #expect(why.contains("java/weak-thing"), "\(why)")
  }

  @Test func `a package's advisory that nothing looks up is not reproduced`() async throws {
    let lab = try TrialLab(
      ["shop/store.py": Self.source], command: nil, signal: JudgeSignal(.dependency))
    #expect(await refusal(lab).0 == .noScanner)
  }

  @Test func `a change for a finding that no scanner saw is not accepted`() async throws {
    for scanners in [nil, try ScriptedScanner.scanners(rule: "B101")] {
      let lab = try lab("B608", scanners: scanners)
      _ = await lab.trialRunner.baseline(of: [lab.healingCase])
      let report = await lab.trialRunner.tryOut(
        try lab.changes(Self.fix), rationale: nil, for: lab.healingCase)
      #expect(report.outcome == .environment, "\(report.messages)")
    }
  }
}

/// Answers as Bandit does: one rule wherever a text is put together with `%`.
private struct ScriptedScanner: ToolRunner {
  let rule: String

  /// The scanner as a trial is given it.
  static func scanners(
    rule: String = "B608", installed: Bool = true
  ) throws -> Scanners {
    let document = try #require(ProductData.tools.first { "\($0.name)" == "bandit" })
    let lock = try #require(ProductData.toolLocks.first { "\($0.name)" == "bandit" })
    let tools = try ToolSet(reading: [
      ToolSet.Source(
        file: "bandit.yaml", descriptor: Array(document.text.description.utf8)
      ) { _ in Array(lock.text.description.utf8) }
    ])
    let tool = try #require(tools["bandit"])
    let program = InstalledTool(
      origin: .pinned, version: "1", command: [Array("/scripted".utf8)], readable: [], folder: [])
    return Scanners(
      tools: installed ? [ChosenTool(tool, .success(program))] : [],
      installable: ["bandit"], runner: ScriptedScanner(rule: rule))
  }

  func run(_ invocation: ToolInvocation) async -> ToolOutcome {
    let dashes = invocation.arguments.lastIndex(of: Array("--".utf8)) ?? 0
    let files = invocation.arguments[(dashes + 1)...].map { String(decoding: $0, as: UTF8.self) }
    var results: [JSONValue] = []
    for file in files {
      let path = BytePath(invocation.workingFolder).appending(BytePath(file))
      let text = String(decoding: (try? FileSystem.read(path)) ?? [], as: UTF8.self)
      if file.contains("canary") { results += ["B301", "B307"].map { Self.result(file, $0, 1) } }
      for (number, line) in text.split(separator: "\n").enumerated() where line.contains("%s") {
        results.append(Self.result(file, rule, number + 1))
      }
    }
    let metrics = Dictionary(
      uniqueKeysWithValues: (files + ["_totals"]).map { ($0, JSONValue.object([:])) })
    return ToolOutcome(
      status: .exited(0), level: .full,
      output: JSONValue.object([
        "results": .array(results), "errors": [], "metrics": .object(metrics),
      ]).serialized(), milliseconds: 1)
  }

  private static func result(_ file: String, _ rule: String, _ line: Int) -> JSONValue {
    [
      "filename": .string(file), "test_id": .string(rule), "test_name": "some_rule",
      "issue_text": "text", "issue_severity": "HIGH", "issue_confidence": "HIGH",
      "line_number": .integer(line), "line_range": .array([.integer(line)]), "col_offset": 0,
    ]
  }
}
