import Findings
internal import Text

/// SARIF 2.1.0, read by the module that writes it too.
enum SARIFSignals {
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    guard case .array? = document["runs"], document["version"]?.string?.hasPrefix("2.") == true,
      let reading = try? SARIFReader().read(document)
    else { return false }
    sink.saw(.sarif)
    for finding in reading.findings where finding.suppression == nil {
      sink.add(signal(of: finding), .sarif)
    }
    for run in reading.runs {
      for notice in run.errors {
        sink.add(
          Signal(
            .ciFailure, tool: run.tool, message: notice.message,
            place: notice.path.map { Place(path: $0) }),
          .sarif)
      }
    }
    return true
  }

  /// Our own reports name a rule with its tool, as `bandit/B110`; fixers and scanners know it alone.
  private static func names(of finding: ToolFinding) -> (tool: String, rule: String) {
    let parts = finding.rule.split(separator: "/", maxSplits: 1)
    guard finding.tool == "Sentinel", parts.count == 2 else { return (finding.tool, finding.rule) }
    return (String(parts[0]), String(parts[1]))
  }

  private static func signal(of finding: ToolFinding) -> Signal {
    let place = finding.location
    let (tool, rule) = names(of: finding)
    return Signal(
      finding.aliases.isEmpty ? .finding : .advisory, tool: tool, rule: rule,
      level: level(of: finding.severity),
      message: finding.message.isEmpty ? finding.title : finding.message,
      place: place.path.isEmpty
        ? nil : Place(path: place.path, line: place.startLine, column: place.startColumn),
      aliases: finding.aliases, weaknessClass: finding.weaknessClass)
  }

  /// The grade of a finding in the words of signals.
  static func level(of severity: Severity) -> Signal.Level {
    switch severity {
    case .critical, .high: .error
    case .medium: .warning
    case .low, .info: .note
    }
  }
}
