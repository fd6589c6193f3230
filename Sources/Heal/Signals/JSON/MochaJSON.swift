internal import Text

/// The JSON of Mocha's `json` reporter.
enum MochaJSON {
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    guard document["stats"]?["passes"] != nil, case .array(let tests)? = document["tests"] else {
      return false
    }
    sink.saw(.mochaJSON)
    let names = { (key: String) in
      Set((document[key]?.elements ?? []).map { identity(of: $0) })
    }
    let (pending, failed, passed) = (names("pending"), names("failures"), names("passes"))
    for test in tests {
      let id = identity(of: test)
      let error = test["err"]
      let isBroken = error?.members.isEmpty == false
      let outcome: Outcome =
        if pending.contains(id) {
          .skipped
        } else if isBroken || failed.contains(id) {
          // Mocha itself knows failures only; Unexpected marks what no expectation threw.
          error?["errorMode"] == nil ? .failed : .errored
        } else if passed.contains(id) || document["passes"] == nil {
          .passed
        } else {
          .skipped
        }
      add(test, outcome, into: &sink)
    }
    return true
  }

  private static func identity(of test: JSONValue) -> [String] {
    [test["file"]?.string ?? "", test["fullTitle"]?.string ?? "", test["title"]?.string ?? ""]
  }

  private static func add(_ test: JSONValue, _ outcome: Outcome, into sink: inout Sink) {
    let path = test["file"]?.string
    let title = test["title"]?.string ?? ""
    let whole = test["fullTitle"]?.string ?? title
    let group = whole.hasSuffix(title) ? String(whole.dropLast(title.count)) : ""
    var result = TestResult(
      TestID(suite: path, group: ByteCursor(group).trimmed, name: title), outcome, tool: "mocha",
      place: path.map { Place(path: $0) }, seconds: test["duration"]?.double.map { $0 / 1_000 })
    if outcome != .passed, let error = test["err"] {
      if let stack = error["stack"]?.string { StackReading.explain(&result, by: stack) }
      result.message = error["message"]?.string ?? result.message
    }
    sink.add(result, .mochaJSON)
  }
}
