internal import Findings
internal import Patches
internal import Signals

/// What one test of a run is said to have done.
struct ObservedTest: Equatable, Sendable {
  /// How it ended; of several reports the worst.
  var outcome: Outcome
  /// How long it took, when the report says so.
  var seconds: Double?
  /// The type of the exception, when one is named.
  var exception: String?
  /// Why it did not pass; untrusted.
  var message: String?
  /// The module that could not be found, when that is why.
  var missingModule: String?

  /// Takes what a report says, `detail` with the traceback included.
  init(
    outcome: Outcome, seconds: Double?, exception: String?, message: String?, detail: String? = nil
  ) {
    self.outcome = outcome
    self.seconds = seconds
    self.exception = exception
    self.message = message
    guard outcome == .failed || outcome == .errored else { return }
    missingModule = [detail, message].lazy.compactMap { $0 }.compactMap(Self.missing).first
  }

  /// The first part of the name in Python's `No module named 'a.b'`.
  private static func missing(_ text: String) -> String? {
    guard let start = text.firstRange(of: "No module named '")?.upperBound else { return nil }
    let name = text[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}

/// The tests of one run by canonical name, and what speaks against believing the report.
///
/// Every report comes out of the process that runs the code under test, which may write what it likes.
/// What is read here is consistent with itself, or says where it is not.
struct SuiteReading: Equatable, Sendable {
  /// The tests.
  private(set) var tests: [String: ObservedTest] = [:]
  /// Where the reports contradict each other, the exit code or the clock; one sentence each.
  private(set) var contradictions: [String] = []
  /// Names that were reported more than once.
  private(set) var repeated: Set<String> = []

  /// Nothing.
  init() {}

  /// Reads what a run of the suite left.
  init(_ record: RunRecord, of command: TestCommand, report: PatchPath) {
    guard case .exited(let code) = record.ending else { return }
    switch command.framework {
    case .pytest: readPytest(record, report)
    case .unittest: readUnittest(record, report)
    case .jest: readJest(record, report)
    case .cargo: readCargo(record)
    case .swift: readSwift(record, command.reportFile(report))
    default: add(Self.read(record.output + [0x0A] + record.errors))
    }
    compare(code: code, command.framework)
    let most = Double(record.milliseconds) / 1000 + 1
    if let slow = tests.first(where: { ($0.value.seconds ?? 0) > most }) {
      contradictions.append("\(slow.key) is said to have taken longer than the whole run")
    }
  }

  /// The names of tests that ended in a certain way, sorted.
  func names(where isWanted: (ObservedTest) -> Bool) -> [String] {
    tests.filter { isWanted($0.value) }.keys.sorted()
  }

  /// Takes tests out that are none of the project's.
  mutating func remove(where isForeign: (String) -> Bool) {
    tests = tests.filter { !isForeign($0.key) }
    repeated = repeated.filter { !isForeign($0) }
  }

  static func read(_ text: [UInt8]) -> SignalReading { SignalReader().read(text) }

  /// Notes what speaks against the report, in one sentence.
  mutating func contradict(_ sentence: String) { contradictions.append(sentence) }

  /// Takes the tests of a report, or those of them that count.
  mutating func add(
    _ reading: SignalReading, where counts: (TestResult) -> Bool = { _ in true }
  ) {
    for cut in reading.cuts where cut.reason == .tests || cut.reason == .bytes {
      contradictions.append("the report is not whole: \(cut.description)")
    }
    for test in reading.tests where counts(test) {
      add(
        test.id.canonical,
        ObservedTest(
          outcome: test.outcome, seconds: test.seconds, exception: test.exception,
          message: test.message, detail: test.detail))
    }
  }

  private mutating func add(_ name: String, _ new: ObservedTest) {
    guard let known = tests[name] else {
      tests[name] = new
      return
    }
    repeated.insert(name)
    if Self.rank(new.outcome) > Self.rank(known.outcome) { tests[name] = new }
  }

  private static func rank(_ outcome: Outcome) -> Int {
    switch outcome {
    case .passed: 0
    case .skipped: 1
    case .failed: 2
    case .errored: 3
    }
  }

  // MARK: pytest

  private mutating func readPytest(_ record: RunRecord, _ report: PatchPath) {
    guard let bytes = record.files[report] else {
      // Collection that fails altogether leaves no report, and its errors stand on the console.
      add(Self.read(record.output))
      for name in names(where: { $0.outcome == .passed }) { tests[name] = nil }
      return
    }
    add(Self.read(bytes))
    let console = Self.read(record.output)
    var seen: [String: Outcome] = [:]
    for test in console.tests { seen[test.id.canonical] = test.outcome }
    for (name, test) in tests {
      switch (test.outcome, seen[name]) {
      case (.passed, .passed), (.skipped, _): continue
      case (.failed, .failed), (.failed, .errored), (.errored, .failed), (.errored, .errored):
        continue
      case (_, nil): contradictions.append("\(name) is in the report and not on the console")
      default: contradictions.append("\(name) ends otherwise in the report than on the console")
      }
    }
    for name in seen.keys where tests[name] == nil && seen[name] != .skipped {
      contradictions.append("\(name) is on the console and not in the report")
    }
    comparePytestTotals(record.output)
  }

  /// The last line of pytest: `==== 1 failed, 2 passed in 0.12s ====`.
  private mutating func comparePytestTotals(_ output: [UInt8]) {
    let lines = String(decoding: output.suffix(4096), as: UTF8.self).split(separator: "\n")
    guard
      let last = lines.last(where: { $0.hasPrefix("=") && $0.contains(" in ") })
        ?? lines.last(where: { $0.contains(" in ") && ($0.first?.isNumber ?? false) })
    else {
      contradictions.append("the console has no last line with the numbers of tests")
      return
    }
    var passed = 0
    for part in last.split(separator: ",") {
      let words = part.split { $0 == " " || $0 == "=" }
      if words.count > 1, words[1] == "passed" || words[1] == "xpassed" {
        passed += Int(words[0]) ?? 0
      }
    }
    let read = tests.values.count { $0.outcome == .passed }
    if passed != read + repeated.count(where: { tests[$0]?.outcome == .passed }) {
      contradictions.append("the console counts \(passed) passed tests, the report \(read)")
    }
  }

  // MARK: unittest

  private mutating func readUnittest(_ record: RunRecord, _ report: PatchPath) {
    guard let bytes = record.files[report], let read = UnittestDriver.read(bytes) else { return }
    for (name, test) in read.tests { add(name, test) }
    let lines = String(decoding: record.errors, as: UTF8.self).split(separator: "\n")
    let totals = lines.filter {
      $0.hasPrefix("Ran ") && $0.contains(" test") && $0.contains(" in ")
    }
    guard totals.count == 1, let total = totals.first?.split(separator: " ").dropFirst().first,
      let count = Int(total)
    else {
      contradictions.append("the console has \(totals.count) lines with the number of tests, not 1")
      return
    }
    if count != read.started {
      contradictions.append("the console counts \(count) tests, the report \(read.started)")
    }
    let endings = lines.count { $0.hasSuffix(" ... ok") || $0 == "ok" }
    let passed = tests.values.count { $0.outcome == .passed }
    if passed > count || endings > count {
      contradictions.append("the console counts \(count) tests, and more are named as passed")
    }
    let isFine = lines.suffix(4).contains { $0 == "OK" || $0.hasPrefix("OK (") }
    let hasFailed = tests.values.contains { $0.outcome == .failed || $0.outcome == .errored }
    if isFine == hasFailed, count > 0 {
      contradictions.append("the console's last line and the report contradict each other")
    }
    for test in Self.read(record.errors).tests where test.outcome != .passed {
      if tests[test.id.canonical]?.outcome == .passed {
        contradictions.append("\(test.id.canonical) passes in the report and not on the console")
      }
    }
  }

  // MARK: Exit code

  /// An exit code proves nothing; one that contradicts the report says that something is wrong.
  private mutating func compare(code: Int32, _ framework: TestCommand.Framework) {
    let hasFailed = tests.values.contains { $0.outcome == .failed || $0.outcome == .errored }
    if code == 0 && hasFailed { contradictions.append("tests fail and the exit code is 0") }
    if code != 0 && !hasFailed && !tests.isEmpty {
      contradictions.append("no test fails and the exit code is \(code)")
    }
    if framework == .pytest, !tests.isEmpty, ![0, 1, 2].contains(code) {
      contradictions.append("the exit code \(code) does not belong to a run whose tests ended")
    }
  }
}
