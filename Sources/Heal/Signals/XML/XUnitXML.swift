internal import XML

/// The XML of xUnit.net 1 (`class`) and 2 (`collection`).
struct XUnitXML {
  static func matches(_ root: XMLElement) -> Bool {
    root.name == "assemblies" || root.name == "assembly"
  }

  static func read(_ root: XMLElement, into sink: inout Sink) {
    sink.saw(.xunitXML)
    root.visit { element in
      if element.name == "test" { add(element, into: &sink) }
    }
  }

  private static func add(_ element: XMLElement, into sink: inout Sink) {
    let failure = element.child("failure")
    guard element.isClosed || failure != nil else { return }
    let type = element["type"]
    var name = element["name"] ?? element["method"] ?? ""
    if let type, name.hasPrefix(type + ".") { name = String(name.dropFirst(type.count + 1)) }
    var result = TestResult(
      TestID(group: type, name: name), outcome(of: element), tool: "xunit",
      place: element["source-file"].map { Place(path: $0, line: element.number("source-line")) },
      seconds: element["time"].flatMap { Double($0) })
    result.exception = failure?["exception-type"]
    result.message =
      failure?.text("message") ?? element.text("reason") ?? element.text("reason", "message")
    result.detail = failure?.text("stack-trace")
    if result.outcome != .skipped, let detail = result.detail {
      StackReading.complete(&result, from: detail)
    }
    sink.add(result, .xunitXML)
  }

  private static func outcome(of element: XMLElement) -> Outcome {
    switch element["result"]?.lowercased() {
    case "fail", "failure", "failed": .failed
    case "skip", "skipped", "notrun": .skipped
    case "error": .errored
    case "pass", "passed", "success": .passed
    default: element.child("failure") == nil ? .passed : .failed
    }
  }
}
