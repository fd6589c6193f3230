internal import Text

/// The JSON of Rust's test harness (`--format json`).
enum LibtestJSON {
  /// Reads one event; gives false for any other object.
  static func read(_ line: JSONValue, into sink: inout Sink) -> Bool {
    guard let type = line["type"]?.string, let event = line["event"]?.string,
      type == "test" || type == "suite" || type == "bench"
    else { return false }
    sink.saw(.libtestJSON)
    guard type == "test", let name = line["name"]?.string else { return true }
    let outcome: Outcome? =
      switch event {
      case "ok": .passed
      case "failed": .failed
      case "ignored": .skipped
      case "timeout": .errored
      default: nil
      }
    guard let outcome else { return true }
    var result = TestResult(
      CargoTestText.id(of: name), outcome, tool: "cargo test", seconds: line["exec_time"]?.double)
    if let output = line["stdout"]?.string { StackReading.explain(&result, by: output) }
    result.message = line["message"]?.string ?? result.message
    sink.add(result, .libtestJSON)
    return true
  }
}
