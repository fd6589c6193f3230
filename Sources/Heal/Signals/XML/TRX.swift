internal import XML

/// Visual Studio's test results (`.trx`).
struct TRX {
  static func matches(_ root: XMLElement) -> Bool { root.name == "TestRun" }

  static func read(_ root: XMLElement, into sink: inout Sink) {
    sink.saw(.trx)
    var groups: [String: String] = [:]
    for definition in root.child("TestDefinitions")?.children ?? [] {
      guard let id = definition["id"], let method = definition.child("TestMethod") else { continue }
      groups[id] = method["className"]
    }
    for element in root.child("Results")?.children ?? [] {
      add(element, groups, depth: 0, into: &sink)
    }
  }

  /// Adds a result; one that only holds the results of its data rows is none itself.
  private static func add(
    _ element: XMLElement, _ groups: [String: String], depth: Int, into sink: inout Sink
  ) {
    guard element.isClosed || element.child("Output") != nil else { return }
    let inner = element.child("InnerResults")?.children ?? []
    if !inner.isEmpty, depth < 8 {
      for child in inner { add(child, groups, depth: depth + 1, into: &sink) }
      return
    }
    // The class name of MSTest goes on with the assembly behind a comma.
    let group = element["testId"].flatMap { groups[$0] }.map { group in
      group.utf8.firstIndex(of: UInt8(ascii: ",")).map { String(group[..<$0]) } ?? group
    }
    var name = element["testName"] ?? ""
    if let group, name.hasPrefix(group + ".") { name = String(name.dropFirst(group.count + 1)) }
    let output = element.child("Output")?.child("ErrorInfo")
    var result = TestResult(
      TestID(group: group, name: name), outcome(of: element["outcome"]), tool: "vstest",
      seconds: element["duration"].flatMap(seconds))
    result.message = output?.text("Message")
    result.detail = output?.text("StackTrace")
    if result.outcome != .skipped, let detail = result.detail {
      StackReading.complete(&result, from: detail)
    }
    sink.add(result, .trx)
  }

  private static func outcome(of text: String?) -> Outcome {
    switch text {
    case "Failed": .failed
    case "Error", "Timeout", "Aborted", "Disconnected": .errored
    case "NotExecuted", "NotRunnable", "Inconclusive", "Pending", "InProgress": .skipped
    default: .passed
    }
  }

  /// Reads `hours:minutes:seconds.fraction`.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":")).map {
      Double(String(decoding: $0, as: UTF8.self))
    }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
    else {
      return nil
    }
    return hours * 3_600 + minutes * 60 + seconds
  }
}
