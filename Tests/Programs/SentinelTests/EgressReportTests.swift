import FoundationEssentials
import TestSupport
import Testing

/// `sentinel egress report` and `sentinel run --egress-report`, as somebody at a terminal has them.
@Suite(.serialized) struct EgressReportTests {
  private let shell: CommandShell

  /// The part of documents that is looked at here.
  private struct Report: Decodable {
    struct Difference: Decodable {
      var name: String
      var port: Int?
      var kind: String
    }

    struct Side: Decodable {
      var command: [String]
    }

    var schema: String
    var verdict: String
    var isComplete: Bool
    var differences: [Difference]
    var base: Side
  }

  private struct Run: Decodable {
    var egressReport: Report?
  }

  init() throws {
    shell = try CommandShell()
    // A run that reaches nothing, and one that asks for what it may not have.
    let made = try shell(
      """
      $S --result base.json -- true && \
      $S --allow-host allowed.test --result asks.json -- getent hosts other.test; [ $? = 2 ]
      """)
    try #require(made.code == 0, "\(made)")
  }

  @Test func `runs alike and runs with less have nothing new`() throws {
    let same = try shell("$C egress report base.json base.json")
    #expect(same.code == 0, "\(same)")
    #expect(same.text.hasPrefix("egress: same"))
    let less = try shell("$C egress report asks.json base.json")
    #expect(less.code == 0, "\(less)")
    #expect(less.text.contains("\n- other.test (asked for)"))
  }

  @Test func `a name that the base did not ask for is told and an exit code`() throws {
    let wider = try shell("$C egress report base.json asks.json --json")
    #expect(wider.code == 1, "\(wider)")
    let report = try JSONDecoder().decode(Report.self, from: Data(wider.text.utf8))
    #expect(report.schema == "sentinel.egress-report/1")
    #expect(report.verdict == "wider" && report.isComplete)
    #expect(report.differences.map(\.name) == ["other.test"])
    #expect(report.differences.map(\.kind) == ["added"])
    #expect(report.base.command == ["true"])
  }

  @Test func `a run says itself what it reached beyond an earlier one`() throws {
    let line = "$S --allow-host allowed.test --egress-report base.json"
    let told = try shell("\(line) -- sh -c 'getent hosts other.test; exit 7'")
    #expect(told.code == 7, "\(told)")
    #expect(told.errors.contains("sentinel: egress: wider"), "\(told.errors)")
    #expect(told.errors.contains("sentinel: + other.test (asked for)"), "\(told.errors)")
    let document = try shell("\(line) --json -- true")
    let run = try JSONDecoder().decode(Run.self, from: Data(document.text.utf8))
    #expect(run.egressReport?.verdict == "same", "\(document)")
  }

  @Test func `a run that was not run makes a report incomplete`() throws {
    let finished = try shell(
      "$S --network egress --result none.json -- true; $C egress report base.json none.json")
    #expect(finished.code == 3, "\(finished)")
    #expect(finished.text.contains("? not everything is known of the other run"))
  }

  @Test(arguments: ["missing.json", "/dev/null", ".", "text"])
  func `what is no result is a mistake before anything runs`(file: String) throws {
    try shell.workspace.write("{\"schema\": \"sentinel.run/1\u{7}\"}", to: "text")
    for line in [
      "$C egress report base.json \(file)", "$C egress report \(file) base.json",
      "$S --egress-report \(file) --mode read-write -- touch made",
    ] {
      let finished = try shell(line)
      #expect(finished.code == 2, "\(line): \(finished)")
      #expect(!finished.errors.contains("\u{7}"))
    }
    #expect(!FileManager.default.fileExists(atPath: shell.workspace.url.path + "/made"))
  }
}
