internal import Text

/// The event stream of Swift Testing (`--event-stream-output-path`).
struct SwiftTestingJSON {
  private static let mostTests = 100_000
  private var places: [String: Place] = [:]
  private var names: [String: TestID] = [:]
  private var issues: [String: (message: String, place: Place?)] = [:]

  /// Reads one record; gives false for any other object.
  mutating func read(_ record: JSONValue, into sink: inout Sink) -> Bool {
    guard let kind = record["kind"]?.string, kind == "test" || kind == "event",
      let payload = record["payload"]
    else { return false }
    sink.saw(.swiftTestingJSON)
    if kind == "test" {
      learn(payload)
    } else if let test = payload["testID"]?.string {
      event(payload, test, into: &sink)
    }
    return true
  }

  private mutating func learn(_ test: JSONValue) {
    guard let id = test["id"]?.string, test["kind"]?.string == "function",
      names.count < Self.mostTests
    else { return }
    places[id] = place(test["sourceLocation"])
    // An id is Module.Suite/name()/File.swift:1:2.
    let parts = id.utf8.split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let head = parts.first ?? ""
    let dot = head.utf8.firstIndex(of: UInt8(ascii: "."))
    names[id] = TestID(
      suite: dot.map { String(head[..<$0]) } ?? head,
      group: dot.map { String(head.utf8[head.utf8.index(after: $0)...]) ?? "" },
      name: test["name"]?.string ?? id)
  }

  private mutating func event(_ event: JSONValue, _ test: String, into sink: inout Sink) {
    guard let id = names[test] else { return }
    switch event["kind"]?.string {
    case "issueRecorded":
      let texts = (event["messages"]?.elements ?? []).compactMap { $0["text"]?.string }
      let isKnown = event["issue"]?["isKnown"]?.bool == true
      if !isKnown, issues[test] == nil {
        issues[test] = (texts.joined(separator: "\n"), place(event["issue"]?["sourceLocation"]))
      }
    case "testSkipped":
      sink.add(TestResult(id, .skipped, tool: "swift test", place: places[test]), .swiftTestingJSON)
    case "testEnded":
      let issue = issues.removeValue(forKey: test)
      sink.add(
        TestResult(
          id, issue == nil ? .passed : .failed, tool: "swift test",
          place: issue?.place ?? places[test],
          message: issue?.message),
        .swiftTestingJSON)
    default: break
    }
  }

  private func place(_ value: JSONValue?) -> Place? {
    value?.text(anyOf: ["_filePath", "filePath", "fileID"]).map {
      Place(path: $0, line: value?["line"]?.integer, column: value?["column"]?.integer)
    }
  }
}
