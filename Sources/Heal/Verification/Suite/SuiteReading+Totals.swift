internal import Patches
internal import Signals

/// Frameworks that count their tests on the console: each is compared with that count.
extension SuiteReading {
  // MARK: Jest

  /// The JSON is written by Jest itself, the console's total by its reporters.
  mutating func readJest(_ record: RunRecord, _ report: PatchPath) {
    let text = record.output + [0x0A] + record.errors
    guard let bytes = record.files[report] else { return }
    let reading = Self.read(bytes)
    add(reading)
    compare(reading.tests, with: Self.read(text).tests)
    // `Tests:       1 failed, 2 skipped, 3 passed, 6 total`
    let total = Self.lines(text).last { $0.hasPrefix("Tests:") }
    guard let total, let passed = Self.number(before: "passed", in: total, else: 0),
      let whole = Self.number(before: "total", in: total, else: nil)
    else { return contradict("the console has no last line with the numbers of tests") }
    // A file that could not be loaded is a failure of ours and no test of Jest's.
    let own = reading.tests.filter { $0.id.name != "collection" }
    check("passed", passed, own.count { $0.outcome == .passed })
    check("all", whole, own.count)
  }

  // MARK: cargo

  /// The lines of every test binary, between `running 3 tests` and `test result: ok. 3 passed; …`.
  mutating func readCargo(_ record: RunRecord) {
    let reading = Self.read(record.output)
    add(reading)
    if reading.tests.isEmpty { return }
    var begun = 0
    var ended = (passed: 0, all: 0)
    for line in Self.lines(record.output) {
      if line.hasPrefix("running "), line.hasSuffix(" test") || line.hasSuffix(" tests") {
        begun += Self.number(before: "test", in: line, else: 0) ?? 0
      } else if line.hasPrefix("test result: ") {
        let parts = ["passed", "failed", "ignored", "measured"].map {
          Self.number(before: $0, in: line, else: 0) ?? 0
        }
        ended.passed += parts[0]
        ended.all += parts.reduce(0, +)
      }
    }
    check("begun", begun, reading.tests.count)
    check("passed", ended.passed, reading.tests.count { $0.outcome == .passed })
    check("all", ended.all, reading.tests.count)
  }

  // MARK: swift test

  /// XCTest is read from the console, which names each of its tests; Swift Testing from its report.
  mutating func readSwift(_ record: RunRecord, _ report: PatchPath?) {
    let text = record.output + [0x0A] + record.errors
    let console = Self.read(text)
    // Only XCTest's names have their class in front.
    let isOld = { (test: TestResult) in test.id.group != nil }
    add(console, where: isOld)
    let old = console.tests.count(where: isOld)
    let lines = Self.lines(text)
    // `\t Executed 3 tests, with 1 test skipped and 1 failure …`, the last of them for all.
    if let total = lines.last(where: { $0.hasPrefix("Executed ") }) {
      check("all", Self.number(before: "test", in: total, else: 0) ?? 0, old)
    } else if old > 0 {
      contradict("the console has no line with the number of tests")
    }
    // `✘ Test run with 6 tests in 1 suite failed after 0.001 seconds with 2 issues.`
    let run = lines.last { $0.contains("Test run with ") && $0.contains(" after ") }
    let all = run.flatMap { Self.number(before: "test", in: $0, else: nil) } ?? 0
    guard let bytes = report.flatMap({ record.files[$0] }) else {
      if all > 0 { contradict("\(all) tests of Swift Testing ran, and there is no report of them") }
      return
    }
    let new = Self.read(bytes)
    add(new)
    check("all", all, new.tests.count)
    compare(new.tests, with: console.tests.filter { !isOld($0) })
  }

  // MARK: Comparing

  /// Compares ends of tests that a report and the console call by the same name, when it is one test's.
  private mutating func compare(_ report: [TestResult], with console: [TestResult]) {
    let named = Dictionary(grouping: report) { Self.bare($0.id.name) }
    let shown = Dictionary(grouping: console) { Self.bare($0.id.name) }
    for (name, tests) in named {
      guard tests.count == 1, let seen = shown[name], seen.count == 1 else { continue }
      if (tests[0].outcome == .passed) != (seen[0].outcome == .passed) {
        contradict("\(tests[0].id.canonical) ends otherwise in the report than on the console")
      }
    }
  }

  /// A name without what one of both leaves out: Swift's quotes and brackets.
  private static func bare(_ name: String) -> String {
    var name = name[...]
    if name.hasSuffix("()") { name = name.dropLast(2) }
    if name.count > 2, name.hasPrefix("`"), name.hasSuffix("`") {
      name = name.dropFirst().dropLast()
    }
    return String(name)
  }

  private mutating func check(_ what: String, _ counted: Int, _ read: Int) {
    if counted != read {
      contradict("the console counts \(counted) tests (\(what)), \(read) are named")
    }
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    text.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      let words = line.drop { $0 == 0x20 || $0 == 0x09 }
      return String(decoding: words, as: UTF8.self)
    }
  }

  /// The number in front of a word or its plural; `else` where the word is not there.
  private static func number(before word: String, in line: String, else other: Int?) -> Int? {
    let words = line.split { " ,;.".contains($0) }
    guard let index = words.firstIndex(where: { $0 == word || $0 == word + "s" }), index > 0 else {
      return other
    }
    return Int(words[index - 1])
  }
}
