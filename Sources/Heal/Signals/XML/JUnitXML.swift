internal import XML

/// JUnit's XML and its many dialects: Ant, Maven Surefire, pytest, Jest, Gradle, Bazel, googletest.
struct JUnitXML {
  static func matches(_ root: XMLElement) -> Bool {
    root.name == "testsuites" || root.name == "testsuite" || root.name == "testcase"
  }

  static func read(_ root: XMLElement, into sink: inout Sink) {
    sink.saw(.junitXML)
    read(root, suite: nil, tool: tool(of: root), into: &sink)
  }

  private static func tool(of root: XMLElement) -> String {
    let names = [root["name"], root.children.first?["name"]].compactMap { $0 }
    for (mark, tool) in [("pytest", "pytest"), ("jest", "jest"), ("Mocha", "mocha")] {
      if names.contains(where: { $0.hasPrefix(mark) }) { return tool }
    }
    return "junit"
  }

  private static func read(
    _ element: XMLElement, suite: XMLElement?, tool: String, into sink: inout Sink
  ) {
    switch element.name {
    case "testcase": add(element, suite: suite, tool: tool, into: &sink)
    case "testsuite", "testsuites":
      for child in element.children { read(child, suite: element, tool: tool, into: &sink) }
      suiteFailure(element, tool: tool, into: &sink)
    default: break
    }
  }

  /// Some runners report what went wrong outside of every test on the suite itself.
  private static func suiteFailure(_ suite: XMLElement, tool: String, into sink: inout Sink) {
    guard let problem = suite.child("error") ?? suite.child("failure") else { return }
    var result = TestResult(TestID(name: suite["name"] ?? "suite"), .errored, tool: tool)
    explain(&result, by: problem)
    sink.add(result, .junitXML)
  }

  private static func add(
    _ element: XMLElement, suite: XMLElement?, tool: String, into sink: inout Sink
  ) {
    let problem = element.child("error") ?? element.child("failure")
    // A case that breaks off has passed as little as it has failed.
    guard element.isClosed || problem != nil else { return }
    let file = element["file"] ?? element["filepath"] ?? suite?["file"] ?? suite?["filepath"]
    let group = element.first(of: ["classname", "class"])
    let isNamed = group != nil || suite?["name"] == nil
    var id = TestID(
      suite: isNamed ? nil : suite?["name"], group: group, name: element["name"] ?? group ?? "")
    if tool == "pytest", group == nil, problem?["message"] == "collection failure" {
      id = TestID(suite: element["name"], name: "collection")
    }
    if let lint = lint(element, suite: suite) {
      sink.add(lint, .junitXML)
      return
    }
    var result = TestResult(
      id, outcome(of: element), tool: tool,
      place: file.map { Place(path: $0, line: element.number("line") ?? element.number("lineno")) },
      seconds: element.first(of: ["time", "duration"]).flatMap { Double($0) })
    if let explanation = problem ?? element.child("skipped") {
      explain(&result, by: explanation)
    }
    result.isFlaky = element.children.contains {
      ["flakyFailure", "flakyError"].contains($0.name)
    }
    sink.add(result, .junitXML)
  }

  private static func outcome(of element: XMLElement) -> Outcome {
    if element.child("error") != nil { return .errored }
    if element.child("failure") != nil { return .failed }
    if element.children.contains(where: { ["skipped", "ignored", "disabled"].contains($0.name) }) {
      return .skipped
    }
    switch element.first(of: ["status", "result"])?.lowercased() {
    case "notrun", "skipped", "disabled", "ignored", "suppressed": return .skipped
    case "failed", "failure", "fail": return .failed
    case "error", "errored": return .errored
    default: return .passed
    }
  }

  private static func explain(_ result: inout TestResult, by element: XMLElement) {
    let body = ByteCursor(element.text).trimmedLines
    result.message = element["message"] ?? (body.isEmpty ? nil : Sink.firstLine(body))
    result.detail = body.isEmpty ? nil : body
    guard result.outcome != .skipped else { return }
    // Node writes its own word for every failure.
    if let type = element["type"], type != "testCodeFailure" { result.exception = type }
    if !body.isEmpty { StackReading.complete(&result, from: body) }
  }

  /// Linters write their findings as tests that failed, named after the rule.
  private static func lint(_ element: XMLElement, suite: XMLElement?) -> Signal? {
    for (lead, tool) in [("org.ruff.", "ruff"), ("org.eslint.", "eslint")] {
      guard let name = element["name"], name.hasPrefix(lead),
        let problem = element.child("failure") ?? element.child("error")
      else { continue }
      let place = (suite?["name"] ?? element["classname"]).map {
        Place(path: $0, line: element.number("line"), column: element.number("column"))
      }
      return Signal(
        .lint, tool: tool, rule: String(name.dropFirst(lead.utf8.count)), level: .warning,
        message: problem["message"] ?? ByteCursor(problem.text).trimmedLines, place: place)
    }
    return nil
  }
}
