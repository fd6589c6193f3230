internal import Text

/// The events of `go test -json` (cmd/test2json).
struct GoTestJSON {
  private struct Key: Hashable {
    let package: String
    let test: String
  }

  /// What a test printed, as much as can matter.
  private var output: [Key: String] = [:]
  private var failedTests: [String: Int] = [:]
  private static let longestOutput = 32_768
  private static let mostTests = 50_000

  /// Reads one event; gives false for any other object.
  mutating func read(_ event: JSONValue, into sink: inout Sink) -> Bool {
    guard let action = event["Action"]?.string,
      event["Package"] != nil || event["ImportPath"] != nil || event["Test"] != nil
    else { return false }
    sink.saw(.goTestJSON)
    let key = Key(
      package: event.text(anyOf: ["Package", "ImportPath"]) ?? "", test: event["Test"]?.string ?? ""
    )
    switch action {
    case "output", "build-output": note(event["Output"]?.string ?? "", for: key)
    case "pass", "skip", "fail": end(key, action, seconds: event["Elapsed"]?.double, into: &sink)
    case "build-fail": buildFailure(key, into: &sink)
    default: break
    }
    return true
  }

  /// Reports tests whose end never came, as after a panic or in a stream that breaks off.
  mutating func finish(into sink: inout Sink) {
    for key in output.keys.sorted(by: { ($0.package, $0.test) < ($1.package, $1.test) }) {
      guard let text = output[key], !key.test.isEmpty, text.utf8.count > 0,
        text.contains("panic: ") || text.contains("--- FAIL")
      else { continue }
      add(key, .errored, seconds: nil, text: text, into: &sink)
    }
    output = [:]
  }

  private mutating func note(_ text: String, for key: Key) {
    let known = output[key]
    guard known != nil || output.count < Self.mostTests,
      (known?.utf8.count ?? 0) < Self.longestOutput
    else { return }
    output[key] = (known ?? "") + text
  }

  private mutating func end(_ key: Key, _ action: String, seconds: Double?, into sink: inout Sink) {
    let text = output.removeValue(forKey: key) ?? ""
    guard !key.test.isEmpty else {
      // A package that failed without a failed test was not built, or ended by itself.
      if action == "fail", failedTests[key.package] == nil {
        let before = sink.reading.signals.count
        TextLog.read(text, into: &sink)
        if before == sink.reading.signals.count {
          sink.add(
            Signal(
              .ciFailure, tool: "go", message: "the package \(key.package) failed", detail: text),
            .goTestJSON)
        }
      }
      return
    }
    if action == "fail" { failedTests[key.package, default: 0] += 1 }
    add(
      key, action == "pass" ? .passed : action == "skip" ? .skipped : .failed, seconds: seconds,
      text: text, into: &sink)
  }

  private func add(
    _ key: Key, _ outcome: Outcome, seconds: Double?, text: String, into sink: inout Sink
  ) {
    var result = TestResult(
      TestID(suite: key.package, name: key.test), outcome, tool: "go test", seconds: seconds)
    if outcome != .passed { GoTestText.explain(&result, by: text) }
    sink.add(result, .goTestJSON)
  }

  private mutating func buildFailure(_ key: Key, into sink: inout Sink) {
    TextLog.read(output.removeValue(forKey: key) ?? "", into: &sink)
  }
}
