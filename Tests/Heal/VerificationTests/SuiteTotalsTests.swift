import FoundationEssentials
import Patches
import Signals
import TestSupport
import Testing

@testable import Verification

/// Frameworks that count their tests on the console.
///
/// The files in Tests/Fixtures/suites are what cargo 1.95 and Swift 6.3.1 wrote of small projects; Jest's
/// documents are after its documentation.
@Suite struct SuiteTotalsTests {
  private let report = PatchPath(ofWalk: Array(".report".utf8))

  private static func fixture(_ name: String) throws -> String {
    let folder = Executables.package.appending(path: "Tests/Fixtures/suites")
    return String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func reading(
    _ command: String, _ output: String, errors: String = "", file: String? = nil, code: Int32 = 1
  ) throws -> SuiteReading {
    var record = RunRecord(.exited(code))
    record.milliseconds = 60_000
    record.output = Array(output.utf8)
    record.errors = Array(errors.utf8)
    let command = try TestCommand(command)
    if let file, let place = command.reportFile(report) { record.files[place] = Array(file.utf8) }
    return SuiteReading(record, of: command, report: report)
  }

  private func outcomes(_ reading: SuiteReading) -> [String: String] {
    reading.tests.mapValues(\.outcome.rawValue)
  }

  // MARK: cargo

  @Test func `Rust's tests are told apart by their binaries`() throws {
    let reading = try reading("cargo test", try Self.fixture("cargo-test.txt"), code: 101)
    #expect(reading.contradictions == [])
    #expect(
      outcomes(reading) == [
        "src.lib.tests.adds": "failed", "src.lib.tests.zero": "passed",
        "src.lib.tests.slow": "skipped", "tests.whole.tests.adds": "passed",
        "tests.whole.tests.prints": "failed", "doc shop.src/lib.rs - add (line 3)": "failed",
      ])
  }

  @Test(arguments: [
    // What a test prints past its harness, and totals that somebody else has written.
    ("running 2 tests", "running 2 tests\ntest tests::forged ... ok"),
    ("test tests::adds ... FAILED\n", ""),
    ("1 passed; 1 failed; 1 ignored", "2 passed; 0 failed; 1 ignored"),
    ("test tests::adds ... FAILED", "test tests::adds ... ok"),
    ("running 3 tests", "running 4 tests"),
    ("test result: FAILED. 0 passed; 1 failed", "test result: FAILED. 0 passed; 0 failed"),
  ])
  func `lines and totals of Rust's harness have to agree`(_ old: String, _ new: String) throws {
    let text = try Self.fixture("cargo-test.txt")
    #expect(text.contains(old))
    let changed = text.replacing(old, with: new, maxReplacements: 1)
    #expect(try reading("cargo test", changed, code: 101).contradictions != [])
  }

  // MARK: swift test

  @Test func `XCTest is read from the console and Swift Testing from its report`() throws {
    let reading = try reading(
      "swift test", try Self.fixture("swift-test.txt"), file: try Self.fixture("swift-testing.xml"))
    #expect(reading.contradictions == [])
    #expect(
      outcomes(reading) == [
        "OldTests.testAdds": "failed", "OldTests.testSkips": "skipped",
        "OldTests.testZero": "passed", "ShopTests.free()": "passed",
        "ShopTests.NewTests.adds()": "failed", "ShopTests.NewTests.zero()": "passed",
        "ShopTests.NewTests.many(_:)": "passed", "ShopTests.NewTests.named()": "skipped",
        "ShopTests.NewTests.`in words`()": "failed",
      ])
  }

  @Test func `Swift's report and console have to agree`() throws {
    let console = try Self.fixture("swift-test.txt")
    let file = try Self.fixture("swift-testing.xml")
    let zero = "name=\"zero()\" time=\"0.000790699\" />"
    let free =
      "<testcase classname=\"ShopTests\" name=\"free()\" time=\"0.000740194\" />"
    #expect(file.contains(zero) && file.contains(free))
    let changes: [(String, String?)] = [
      (console, nil), (console.replacing("with 6 tests", with: "with 7 tests"), file),
      (console.replacing("Executed 3 tests", with: "Executed 4 tests"), file),
      (console.replacing("Test adds() failed after", with: "Test adds() passed after"), file),
      (console, file.replacing(zero, with: "name=\"zero()\"><failure message=\"x\"/></testcase>")),
      (console, file.replacing(free, with: "")),
    ]
    for (index, (console, file)) in changes.enumerated() {
      #expect(
        try reading("swift test", console, file: file).contradictions != [], "change \(index)")
    }
  }

  // MARK: Jest

  private static let jest = #"""
    {"numFailedTests": 1, "numPassedTests": 1, "numPendingTests": 1, "numTotalTests": 3, "success": false,
      "testResults": [{"name": "/tree/price.test.js", "status": "failed", "message": "",
        "assertionResults": [
          {"ancestorTitles": ["total"], "fullName": "total adds", "title": "adds", "status": "failed",
            "failureMessages": ["Error: expect(received).toBe(expected)"], "duration": 2},
          {"ancestorTitles": ["total"], "fullName": "total is zero", "title": "is zero",
            "status": "passed", "failureMessages": [], "duration": 1},
          {"ancestorTitles": [], "fullName": "later", "title": "later", "status": "pending",
            "failureMessages": []}]}]}
    """#

  private static let jestConsole = """
    FAIL ./price.test.js
      total
        ✕ adds (2 ms)
        ✓ is zero (1 ms)
      ○ skipped later

      ● total › adds

        expect(received).toBe(expected)

    Test Suites: 1 failed, 1 total
    Tests:       1 failed, 1 skipped, 1 passed, 3 total
    Snapshots:   0 total
    Time:        0.4 s

    """

  @Test func `Jest is read from its JSON`() throws {
    let reading = try reading("npx jest", "", errors: Self.jestConsole, file: Self.jest)
    #expect(reading.contradictions == [])
    #expect(reading.names { $0.outcome == .passed } == ["tree.price.test.total.is zero"])
    #expect(reading.names { $0.outcome == .failed } == ["tree.price.test.total.adds"])
    #expect(reading.names { $0.outcome == .skipped } == ["tree.price.test.later"])
  }

  @Test func `Jest's JSON and its total have to agree, and without the JSON nothing was seen`()
    throws
  {
    for (old, new) in [
      ("1 passed, 3 total", "2 passed, 3 total"), ("3 total", "4 total"), ("Tests:", "Test:"),
      ("✓ is zero", "✕ is zero"),
    ] {
      let console = Self.jestConsole.replacing(old, with: new)
      #expect(
        try reading("jest", "", errors: console, file: Self.jest).contradictions != [], "\(old)")
    }
    #expect(try reading("jest", "", errors: Self.jestConsole, code: 0).tests.isEmpty)
  }
}
