internal import Text

/// The replacements of shellcheck's JSON: `json1`, an object, and the older `json`, a list, in which a
/// tab counts up to the next eighth column.
enum ShellcheckFixes {
  /// Reads the fix of every comment that has one.
  static func read(
    _ comments: [JSONValue], unit: ReadyFix.Unit
  ) throws(ReadyFixMistake) -> [ReadyFix] {
    var fixes: [ReadyFix] = []
    for comment in comments {
      guard let fix = comment["fix"] else { continue }
      guard let code = comment["code"]?.integer, let path = comment["file"]?.string,
        let line = try comment.count("line", least: 1)
      else { throw ReadyFixMistake(description: "a comment of shellcheck has no code or place") }
      let elements = fix["replacements"]?.elements ?? []
      guard (1...ReadyFixReport.mostReplacements).contains(elements.count) else {
        throw ReadyFixMistake(description: "a fix of shellcheck has no replacement, or too many")
      }
      var replacements: [ReadyFix.Replacement] = []
      for element in elements { replacements.append(try replacement(element)) }
      fixes.append(
        ReadyFix(
          tool: "shellcheck", rule: "SC\(code)", path: path, line: line,
          title: comment["message"]?.string ?? "",
          files: [ReadyFix.File(path: path, replacements: replacements)], unit: unit))
    }
    return fixes
  }

  private static func replacement(
    _ value: JSONValue
  ) throws(ReadyFixMistake) -> ReadyFix.Replacement {
    guard let line = try value.count("line", least: 1),
      let column = try value.count("column", least: 1),
      let end = try value.count("endLine", least: 1),
      let endColumn = try value.count("endColumn", least: 1),
      let text = value["replacement"]?.string
    else { throw ReadyFixMistake(description: "a replacement of shellcheck lacks place or text") }
    return ReadyFix.Replacement(
      .lines(start: line, column: column, end: end, endColumn: endColumn), text)
  }
}

/// What zizmor's JSON says of fixes: their titles; the edits it only makes in place.
enum ZizmorFixes {
  /// Reads the fixes of every finding.
  static func read(_ findings: [JSONValue]) -> [ReadyFix] {
    findings.flatMap { finding -> [ReadyFix] in
      let locations = finding["locations"]?.elements ?? []
      let primary = locations.first { $0["symbolic"]?["kind"]?.string == "Primary" }
      let key = (primary ?? locations.first)?["symbolic"]?["key"]?["Local"]
      let concrete = (primary ?? locations.first)?["concrete"]?["location"]
      guard let ident = finding["ident"]?.string,
        let path = key?["verbatim_path"]?.string ?? key?["given_path"]?.string,
        let row = concrete?["start_point"]?["row"]?.integer, (0..<1 << 30).contains(row)
      else { return [] }
      return (finding["fixes"]?.elements ?? []).map { fix in
        ReadyFix(
          tool: "zizmor", rule: ident, path: path, line: row + 1,
          title: fix["title"]?.string ?? "", files: [], unit: .unknown)
      }
    }
  }
}
