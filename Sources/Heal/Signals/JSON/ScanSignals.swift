import Findings
internal import Text

/// The report of `sentinel scan --json`, schema `sentinel.scan/1`.
enum ScanSignals {
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    guard document["schema"]?.string?.hasPrefix("sentinel.scan/") == true else { return false }
    sink.saw(.sentinelScan)
    for finding in document["findings"]?.elements ?? [] { add(finding, into: &sink) }
    for tool in document["tools"]?.elements ?? [] { addFailure(of: tool, into: &sink) }
    return true
  }

  private static func add(_ finding: JSONValue, into sink: inout Sink) {
    let state = finding["state"]?.string
    guard state != "suppressed", state != "absent", let tool = finding["tool"]?.string else {
      return
    }
    let aliases = (finding["aliases"]?.elements ?? []).compactMap(\.string)
    let location = finding["location"]
    let severity = finding["severity"]?.string.flatMap { Severity(rawValue: $0) } ?? .medium
    let others = (finding["sources"]?.elements ?? []).dropFirst().compactMap { source in
      source["path"]?.string.map { Place(path: $0, line: source["startLine"]?.integer) }
    }
    sink.add(
      Signal(
        finding["package"] == nil ? .finding : .advisory, tool: tool,
        rule: finding["ruleID"]?.string, level: SARIFSignals.level(of: severity),
        message: finding["title"]?.string ?? finding["message"]?.string ?? "",
        detail: finding["message"]?.string,
        place: location?["path"]?.string.map {
          Place(
            path: $0, line: location?["startLine"]?.integer,
            column: location?["startColumn"]?.integer)
        },
        related: others, aliases: aliases, weaknessClass: finding["weaknessClass"]?.string,
        fingerprint: finding["fingerprint"]?.string),
      .sentinelScan)
  }

  /// A tool that could not do its work is trouble too; one that is not installed is not the tree's.
  private static func addFailure(of tool: JSONValue, into sink: inout Sink) {
    guard let state = tool["state"]?.string.flatMap({ ToolRun.State(rawValue: $0) }),
      !state.isComplete, state != .missing
    else { return }
    sink.add(
      Signal(
        .ciFailure, tool: tool["name"]?.string ?? "", rule: state.rawValue,
        message: tool["reason"]?.string ?? "the tool ended as \(state.rawValue)"),
      .sentinelScan)
  }
}
