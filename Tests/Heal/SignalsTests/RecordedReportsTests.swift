import FoundationEssentials
import Testing

@testable import Signals

@Suite struct `Recorded reports` {
  @Test(arguments: Reports.names)
  func `A report is read as it was reviewed`(name: String) throws {
    let lines = try Reports.read(file: name).lines
    let path = "\(Reports.folder)/expected/\(name)"
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["SENTINEL_GOLDEN"] != nil {
      try Data(text.utf8).write(to: URL(filePath: path))
    }
    let expected = String(decoding: try Reports.bytes(path), as: UTF8.self)
    #expect(lines == expected.split(separator: "\n").map(String.init))
  }

  @Test func `Every recorded report says something`() throws {
    let silent = try Reports.names.filter { name in
      let reading = try Reports.read(file: name)
      return reading.signals.isEmpty && reading.tests.isEmpty
    }
    // A build that succeeds has nothing to say.
    #expect(silent == ["swift-build.txt"])
  }

  /// Outcomes of the twelve tests that every one of pytest's reports names when they fail.
  @Test(arguments: [
    "pytest-default.txt", "pytest-verbose.txt", "pytest-colour.txt", "pytest-workers.txt",
    "pytest-line.txt", "pytest-junit.xml",
  ])
  func `Pytest's reports agree about what failed`(name: String) throws {
    let reading = try Reports.read(file: name)
    let failed = Set(
      reading.tests.filter { $0.outcome == .failed || $0.outcome == .errored }.map(\.id.canonical))
    let wanted: Set = [
      "tests.test_cart.test_total_is_wrong", "tests.test_cart.test_discount[200]",
      "tests.test_cart.test_missing",
      "tests.test_cart.test_parse", "tests.test_cart.TestGroup.test_group",
      "tests.test_cart.OldTest.test_equal",
      "tests.test_cart.OldTest.test_raises", "tests.test_import.collection",
      "tests.test_cart.test_fixture",
    ]
    // XML has no name for a subtest, the others tell it by its parameter.
    let subtest = [
      "tests.test_cart.OldTest.test_sub", "tests.test_cart.OldTest.test_sub (number=1)",
    ]
    #expect(failed.subtracting(subtest) == wanted)
    #expect(!failed.isDisjoint(with: subtest))
  }
}
