internal import Text

/// The JSON of Jest and Vitest (`--json`).
enum JestJSON {
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    guard case .array(let files)? = document["testResults"],
      document["numTotalTests"] != nil || document["success"] != nil
    else { return false }
    sink.saw(.jestJSON)
    for file in files { add(file, into: &sink) }
    return true
  }

  private static func add(_ file: JSONValue, into sink: inout Sink) {
    let path = file.text(anyOf: ["name", "testFilePath"])
    let tests = (file["assertionResults"] ?? file["testResults"])?.elements ?? []
    for test in tests {
      let ancestors = (test["ancestorTitles"]?.elements ?? []).compactMap(\.string)
      var result = TestResult(
        TestID(
          suite: path, group: ancestors.isEmpty ? nil : ancestors.joined(separator: " "),
          name: test.text(anyOf: ["title", "fullName"]) ?? ""),
        outcome(of: test["status"]?.string), tool: "jest",
        place: path.map { Place(path: $0, line: test["location"]?["line"]?.integer) },
        seconds: test["duration"]?.double.map { $0 / 1_000 })
      let messages = (test["failureMessages"]?.elements ?? []).compactMap(\.string)
      if !messages.isEmpty {
        StackReading.explain(&result, by: messages.joined(separator: "\n"))
      }
      sink.add(result, .jestJSON)
    }
    if tests.isEmpty, file["status"]?.string == "failed",
      let message = file.text(anyOf: ["message", "failureMessage"])
    {
      var result = TestResult(
        TestID(suite: path, name: "collection"), .errored, tool: "jest",
        place: path.map { Place(path: $0) })
      StackReading.explain(&result, by: message)
      sink.add(result, .jestJSON)
    }
  }

  private static func outcome(of status: String?) -> Outcome {
    switch status {
    case "failed": .failed
    case "pending", "skipped", "todo", "disabled": .skipped
    default: .passed
    }
  }
}
