internal import XML

/// The XML of NUnit 2 (`test-results`) and 3 (`test-run`).
struct NUnitXML {
  static func matches(_ root: XMLElement) -> Bool {
    ["test-results", "test-run"].contains(root.name)
      || (root.name == "test-suite" && root["type"] != nil)
  }

  static func read(_ root: XMLElement, into sink: inout Sink) {
    sink.saw(.nunitXML)
    root.visit { element in
      if element.name == "test-case" { add(element, into: &sink) }
    }
  }

  private static func add(_ element: XMLElement, into sink: inout Sink) {
    let failure = element.child("failure")
    guard element.isClosed || failure != nil else { return }
    let whole = element["fullname"] ?? element["name"] ?? ""
    let group = element["classname"] ?? Self.group(of: whole)
    let name = element["fullname"] == nil ? nil : element["name"]
    let id = TestID(
      group: group, name: name ?? (group.map { String(whole.dropFirst($0.count + 1)) } ?? whole))
    var result = TestResult(
      id, outcome(of: element), tool: "nunit",
      seconds: element.first(of: ["time", "duration"]).flatMap { Double($0) })
    let explanation = failure ?? element.child("reason") ?? element.child("error")
    result.message = explanation?.text("message")
    result.detail = explanation?.text("stack-trace") ?? explanation?.text("stacktrace")
    if result.outcome != .skipped, let detail = result.detail {
      StackReading.complete(&result, from: detail)
    }
    sink.add(result, .nunitXML)
  }

  /// Everything before the last dot that no bracket or quote holds.
  private static func group(of name: String) -> String? {
    let bytes = Array(name.utf8)
    let end =
      bytes.firstIndex { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "\"") } ?? bytes.count
    guard let dot = bytes[..<end].lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: bytes[..<dot], as: UTF8.self)
  }

  private static func outcome(of element: XMLElement) -> Outcome {
    let result = element["result"]?.lowercased()
    switch result {
    // Error, Invalid and Cancelled are labels of a failure in NUnit 3.
    case "failed", "failure": return .failed
    case "error": return .errored
    case "skipped", "ignored", "inconclusive", "notrunnable", "invalid": return .skipped
    case "passed", "success", "warning": return .passed
    case "cancelled": return .errored
    default: break
    }
    if element["executed"]?.lowercased() == "false" { return .skipped }
    if element.child("failure") != nil { return .failed }
    return element["success"]?.lowercased() == "false" ? .failed : .passed
  }
}
