internal import Findings
internal import Text

/// The fixes of `sentinel scan --json`, schema `sentinel.scan/1`: each for the finding that it stands in,
/// under that finding's rule and place, whichever of its tools offers it.
enum ScanFixes {
  /// Reads every fix of every finding.
  static func read(_ report: JSONValue) throws(ReadyFixMistake) -> [ReadyFix] {
    var fixes: [ReadyFix] = []
    for finding in report["findings"]?.elements ?? [] {
      let location = finding["location"]
      guard let offers = finding["fixes"]?.elements, !offers.isEmpty else { continue }
      guard let rule = finding["ruleID"]?.string, let path = location?["path"]?.string,
        let line = try location?.count("startLine", least: 1)
      else { throw ReadyFixMistake(description: "a finding with a fix has no rule or place") }
      for offer in offers {
        var replacements: [ReadyFix.Replacement] = []
        for edit in offer["edits"]?.elements ?? [] { replacements.append(try replacement(edit)) }
        guard (1...ReadyFixReport.mostReplacements).contains(replacements.count) else {
          throw ReadyFixMistake(description: "a fix has no edit, or too many")
        }
        fixes.append(
          ReadyFix(
            tool: offer["tool"]?.string ?? "", rule: rule, path: path, line: line,
            title: offer["title"]?.string ?? "",
            files: [ReadyFix.File(path: path, replacements: replacements)],
            unit: offer["columns"]?.string == Fix.Columns.codePoints.rawValue
              ? .codePoints : .unknown))
      }
    }
    return fixes
  }

  private static func replacement(
    _ edit: JSONValue
  ) throws(ReadyFixMistake) -> ReadyFix.Replacement {
    guard let line = try edit.count("startLine", least: 1),
      let column = try edit.count("startColumn", least: 1),
      let end = try edit.count("endLine", least: 1),
      let endColumn = try edit.count("endColumn", least: 1), let text = edit["text"]?.string
    else { throw ReadyFixMistake(description: "an edit of a fix lacks place or text") }
    return ReadyFix.Replacement(
      .lines(start: line, column: column, end: end, endColumn: endColumn), text)
  }
}
