internal import Text

/// The document of pytest-json-report and the lines of pytest-reportlog.
enum PytestJSON {
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    guard document["exitcode"] != nil, case .array(let tests)? = document["tests"],
      document["root"] != nil || document["summary"] != nil
    else { return false }
    sink.saw(.pytestLogJSON)
    for test in tests {
      let phases = ["setup", "call", "teardown"].compactMap { test[$0] }
      let broken = phases.first { $0["outcome"]?.string == "failed" }
      add(test, outcome: test["outcome"]?.string, text: broken?["longrepr"]?.string, into: &sink)
    }
    return true
  }

  /// Reads one line of a report log; gives false for any other object.
  static func readLine(_ line: JSONValue, into sink: inout Sink) -> Bool {
    guard let type = line["$report_type"]?.string else { return false }
    sink.saw(.pytestLogJSON)
    let outcome = line["outcome"]?.string
    let phase = line["when"]?.string
    guard
      type == "TestReport" || type == "SubTestReport"
        || (type == "CollectReport" && outcome == "failed")
    else {
      return true
    }
    if type == "TestReport", phase != "call", outcome == "passed" { return true }
    let isError = type == "CollectReport" || (phase != "call" && outcome == "failed")
    add(line, outcome: isError ? "error" : outcome, text: text(of: line["longrepr"]), into: &sink)
    return true
  }

  /// The long representation: a text, or a structure whose crash entry says what matters.
  private static func text(of value: JSONValue?) -> String? {
    if let text = value?.string { return text }
    if let reason = value?[2]?.string { return reason }
    guard let crash = value?["reprcrash"] else { return value?["longrepr"]?.string }
    var lines: [String] = []
    for entry in value?["reprtraceback"]?["reprentries"]?.elements ?? [] {
      lines += (entry["data"]?["lines"]?.elements ?? []).compactMap(\.string).map { line in
        line.hasSuffix("\n") ? String(line.dropLast()) : line
      }
      if let place = entry["data"]?["reprfileloc"], let path = place["path"]?.string {
        lines.append("\(path):\(place["lineno"]?.integer ?? 0): \(place["message"]?.string ?? "")")
      }
    }
    return lines.isEmpty ? crash["message"]?.string : lines.joined(separator: "\n")
  }

  private static func add(_ test: JSONValue, outcome: String?, text: String?, into sink: inout Sink)
  {
    guard let node = test["nodeid"]?.string else { return }
    var id = PytestNode.id(of: node)
    id.name += subtest(test["_subtest.context"])
    var result = TestResult(
      id, PytestNode.outcome(of: outcome ?? "error"), tool: "pytest",
      place: Place(path: PytestNode.path(of: node)), seconds: test["duration"]?.double)
    if let text, result.outcome != .passed { StackReading.explain(&result, by: text) }
    sink.add(result, .pytestLogJSON)
  }

  /// The parameters of a subtest, as the console writes them: ` [message] (number=1)`.
  private static func subtest(_ context: JSONValue?) -> String {
    guard let context else { return "" }
    let message = context["msg"]?.string.map { " [\($0)]" } ?? ""
    let values = (context["kwargs"]?.members ?? [:]).sorted { $0.key < $1.key }.map { key, value in
      "\(key)=\(value.string ?? value.integer.map(String.init) ?? "")"
    }
    return message + (values.isEmpty ? "" : " (" + values.joined(separator: ", ") + ")")
  }
}
