internal import Text

/// The events of Dart's and Flutter's `json` test reporter.
struct DartJSON {
  private struct Test {
    let id: TestID
    let place: Place?
    let start: Double
    var message: String?
    var detail: String?
    var isFailure = true
  }

  private static let mostTests = 100_000
  private var suites: [Int: String] = [:]
  private var tests: [Int: Test] = [:]

  /// Reads one event; gives false for any other object.
  mutating func read(_ event: JSONValue, into sink: inout Sink) -> Bool {
    guard let type = event["type"]?.string, event["time"] != nil else { return false }
    switch type {
    case "start": return event["protocolVersion"] != nil
    case "suite":
      guard let id = event["suite"]?["id"]?.integer, suites.count < Self.mostTests else {
        return false
      }
      suites[id] = event["suite"]?["path"]?.string
    case "testStart": start(event)
    case "error": note(event)
    case "print": note(print: event)
    case "testDone": end(event, into: &sink)
    case "allSuites", "group", "debug", "done": break
    default: return false
    }
    sink.saw(.dartJSON)
    return true
  }

  private mutating func start(_ event: JSONValue) {
    guard let test = event["test"], let id = test["id"]?.integer, tests.count < Self.mostTests
    else { return }
    let suite = test["suiteID"]?.integer.flatMap { suites[$0] }
    let path = test.text(anyOf: ["root_url", "url"]) ?? suite
    tests[id] = Test(
      id: TestID(suite: suite, name: test["name"]?.string ?? ""),
      place: path.map { Place(path: $0, line: (test["root_line"] ?? test["line"])?.integer) },
      start: event["time"]?.double ?? 0)
  }

  private mutating func note(_ event: JSONValue) {
    guard let id = event["testID"]?.integer, tests[id]?.message == nil else { return }
    tests[id]?.message = event["error"]?.string
    tests[id]?.detail = event["stackTrace"]?.string
    tests[id]?.isFailure = event["isFailure"]?.bool ?? true
  }

  private mutating func note(print event: JSONValue) {
    guard let id = event["testID"]?.integer, event["messageType"]?.string == "skip" else { return }
    tests[id]?.message = event["message"]?.string
  }

  private mutating func end(_ event: JSONValue, into sink: inout Sink) {
    guard let id = event["testID"]?.integer, let test = tests.removeValue(forKey: id) else {
      return
    }
    let outcome: Outcome =
      switch event["result"]?.string {
      case _ where event["skipped"]?.bool == true: .skipped
      case "success": .passed
      case "failure": .failed
      default: .errored
      }
    // Loading a file is a hidden test, which counts only when it fails.
    guard event["hidden"]?.bool != true || outcome == .failed || outcome == .errored else { return }
    var result = TestResult(
      test.id, outcome, tool: "dart test", place: test.place,
      seconds: event["time"]?.double.map { ($0 - test.start) / 1_000 }, message: test.message,
      detail: test.detail)
    if outcome != .skipped, let detail = test.detail {
      StackReading.complete(&result, from: detail)
    }
    sink.add(result, .dartJSON)
  }
}
