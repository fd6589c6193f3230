import Healing
import Patches
import Signals
import Testing

@testable import Verification

/// What a report has to agree with before it is believed.
@Suite struct SuiteReadingTests {
  private let report = PatchPath(ofWalk: Array("report".utf8))

  private func unittest(
    _ rows: [(String, String, Double)], console: String, code: Int32, milliseconds: Int = 2000,
    started: Int? = nil
  ) throws -> SuiteReading {
    let tests = rows.map { name, outcome, seconds in
      #"{"name": "\#(name)", "outcome": "\#(outcome)", "seconds": \#(seconds)}"#
    }
    var record = RunRecord(.exited(code))
    record.milliseconds = milliseconds
    record.errors = Array(console.utf8)
    let text = #"{"tests": [\#(tests.joined(separator: ","))], "run": \#(started ?? rows.count)}"#
    record.files[report] = Array(text.utf8)
    return SuiteReading(record, of: try TestCommand("python3 -m unittest"), report: report)
  }

  private static let fine = """
    test_a (t.T.test_a) ... ok
    test_b (t.T.test_b) ... ok

    Ran 2 tests in 0.010s

    OK
    """

  @Test func `a report that agrees with everything is believed`() throws {
    let reading = try unittest(
      [("t.T.test_a", "passed", 0.001), ("t.T.test_b", "passed", 0.002)], console: Self.fine,
      code: 0)
    #expect(reading.contradictions == [])
    #expect(reading.tests.keys.sorted() == ["t.T.test_a", "t.T.test_b"])
  }

  @Test(arguments: [
    ("a total of the console", fine.replacing("Ran 2", with: "Ran 3"), Int32(0), "counts 3"),
    ("the exit code", fine, 1, "exit code is 1"),
    ("the console's last line", fine.replacing("OK", with: "FAILED (failures=1)"), 0, "last line"),
    (
      "the console's line of a test",
      "ERROR: test_b (t.T.test_b)\n" + fine.replacing("test_b) ... ok", with: "test_b) ... FAIL"),
      0,
      "passes in the report"
    ),
    ("two totals", fine + "\nRan 2 tests in 0.1s\n\nOK", 0, "2 lines"),
    ("no total", "OK\n", 0, "0 lines"),
  ])
  func `a report that is contradicted is not`(
    _ name: String, _ console: String, _ code: Int32, _ message: String
  ) throws {
    let reading = try unittest(
      [("t.T.test_a", "passed", 0.001), ("t.T.test_b", "passed", 0.002)], console: console,
      code: code)
    #expect(
      reading.contradictions.contains { $0.contains(message) }, "\(name): \(reading.contradictions)"
    )
  }

  @Test func `no test takes longer than the whole run`() throws {
    let reading = try unittest(
      [("t.T.test_a", "passed", 60), ("t.T.test_b", "passed", 0)], console: Self.fine, code: 0)
    #expect(reading.contradictions.contains { $0.contains("longer than the whole run") })
  }

  @Test func `of two results of one name the worse one counts`() throws {
    let reading = try unittest(
      [("t.T.test_a", "failed", 0), ("t.T.test_a", "passed", 0)],
      console: "Ran 2 tests in 0.1s\n\nFAILED (failures=1)", code: 1)
    #expect(reading.tests["t.T.test_a"]?.outcome == .failed)
    #expect(reading.repeated == ["t.T.test_a"])
  }

  @Test func `slow tests that take no time at all were not run`() throws {
    func run(_ seconds: Double) throws -> SuiteRun {
      let reading = try unittest(
        [("t.T.test_a", "passed", seconds), ("t.T.test_b", "passed", 0)], console: Self.fine,
        code: 0)
      return SuiteRun(record: RunRecord(.exited(0)), reading: reading, isCanaryWell: nil)
    }
    var base = BaseState()
    base.settle([try run(0.8), try run(0.9)], of: MemoryTree())
    let check = SuiteCheck(base: base, targets: [])
    #expect(check.end(of: try run(0.4)) == nil)
    #expect(check.end(of: try run(0))?.messages.first?.contains("no clock ran") == true)
  }

  @Test func `without a report nothing was seen, whatever the console says`() throws {
    var record = RunRecord(.exited(0))
    record.errors = Array(Self.fine.utf8)
    let reading = SuiteReading(record, of: try TestCommand("python3 -m unittest"), report: report)
    #expect(reading.tests.isEmpty)
  }
}
