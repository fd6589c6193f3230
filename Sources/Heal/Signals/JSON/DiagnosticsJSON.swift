import Findings
internal import Text

/// The JSON of linters and scanners without a reader of their own: objects that have a message and a
/// place, under the names that tools use, wherever they stand in the document.
///
/// Covers among others ESLint, Ruff, Pylint, mypy, Pyright, Bandit, Semgrep, gosec, golangci-lint,
/// RuboCop, Stylelint, PHPStan, Psalm, ShellCheck, hadolint, SwiftLint, ktlint, Brakeman, gitleaks,
/// rdjson, Code Climate (GitLab's code quality), GitLab's SAST reports and GCC's diagnostics.
struct DiagnosticsJSON {
  private static let deepest = 12
  private static let pathKeys = [
    "path", "file", "filename", "filePath", "file_path", "fileName", "file_name", "source", "uri",
    "Filename", "File", "location_path",
  ]
  private static let lineKeys = [
    "line", "Line", "line_number", "lineNumber", "startLine", "start_line", "StartLine",
    "line_from",
    "beginLine", "begin_line", "row", "lineno", "line_start", "line_num", "begin",
  ]
  private static let columnKeys = [
    "column", "col", "Column", "column_number", "columnNumber", "startColumn", "start_column",
    "StartColumn", "column_from", "character", "colno", "column_start",
  ]
  private static let messageKeys = [
    "message", "msg", "issue_text", "Text", "text", "reason", "details", "problemMessage",
    "Message",
    "errorDetail", "ruleDescription", "description", "Description", "check_name", "context",
  ]
  private static let ruleKeys = [
    "ruleId", "rule_id", "RuleID", "rule", "test_id", "check_id", "cop_name", "symbol",
    "message-id",
    "FromLinter", "linter", "code", "check_name", "warning_type", "smell_type", "Check", "type",
  ]
  private static let levelKeys = [
    "severity", "level", "issue_severity", "Severity", "levelname", "confidence", "type", "kind",
  ]
  private static let placeHolders = [
    "location", "Pos", "position", "start", "range", "lines", "caret", "startPosition", "span",
    "extra",
  ]
  private static let scanners: Set<String> = [
    "bandit", "semgrep", "gosec", "brakeman", "gitleaks", "detect-secrets", "trivy", "checkov",
  ]

  private var found: [Signal] = []
  private let limit: Int

  /// Reads a document; gives false when no diagnostic is in it.
  static func read(_ document: JSONValue, into sink: inout Sink) -> Bool {
    var reader = DiagnosticsJSON(limit: sink.limits.signals + 1)
    // Pyright and TSLint count lines from 0, as the protocol of language servers does.
    let isFromZero = document["generalDiagnostics"] != nil || document[0]?["startPosition"] != nil
    let tool = Self.tool(of: document)
    reader.walk(document, path: nil, tool: tool, shift: isFromZero ? 1 : 0, depth: 0)
    for signal in reader.found { sink.add(signal, .diagnosticsJSON) }
    return !reader.found.isEmpty || isEmptyReport(document)
  }

  /// Reads one line of a stream of diagnostics; only an object that is one itself counts.
  static func readLine(_ line: JSONValue, into sink: inout Sink) -> Bool {
    var reader = DiagnosticsJSON(limit: 1)
    guard case .object = line, let signal = reader.diagnostic(line, path: nil, tool: "", shift: 0),
      signal.place?.line != nil
    else { return false }
    reader.found = [signal]
    sink.add(signal, .diagnosticsJSON)
    return true
  }

  private init(limit: Int) { self.limit = limit }

  /// A known frame whose lists are empty: a clean run.
  private static func isEmptyReport(_ document: JSONValue) -> Bool {
    for key in [
      "results", "Issues", "files", "diagnostics", "generalDiagnostics", "vulnerabilities",
      "offenses",
    ] {
      if document[key] != nil { return true }
    }
    return false
  }

  private static func tool(of document: JSONValue) -> String {
    if let name = document["metadata"]?["rubocop_version"] { return name == .null ? "" : "rubocop" }
    if document["generalDiagnostics"] != nil { return "pyright" }
    if document["Golang errors"] != nil { return "gosec" }
    if document["results"]?[0]?["test_id"] != nil { return "bandit" }
    if document["results"]?[0]?["check_id"] != nil, document["results"]?[0]?["extra"] != nil {
      return "semgrep"
    }
    if document["Issues"]?[0]?["FromLinter"] != nil { return "golangci-lint" }
    if document["scan_info"]?["brakeman_version"] != nil { return "brakeman" }
    if document["scan"]?["scanner"]?["name"] != nil {
      return document["scan"]?["scanner"]?["name"]?.string ?? ""
    }
    return document["source"]?["name"]?.string ?? document["tool"]?.string ?? ""
  }

  private mutating func walk(
    _ value: JSONValue, path: String?, tool: String, shift: Int, depth: Int
  ) {
    guard depth < Self.deepest, found.count < limit else { return }
    switch value {
    case .array(let elements):
      for element in elements {
        walk(element, path: path, tool: tool, shift: shift, depth: depth + 1)
      }
    case .object(let members):
      if let signal = diagnostic(value, path: path, tool: tool, shift: shift) {
        found.append(signal)
        return
      }
      let own = Self.path(of: value) ?? path
      for key in members.keys.sorted() {
        guard let member = members[key] else { continue }
        switch member {
        case .array, .object:
          // PHPStan, flake8 and detect-secrets have the path as the key.
          walk(
            member, path: Self.isPath(key) ? key : own, tool: tool, shift: shift, depth: depth + 1)
        default: break
        }
      }
    default: break
    }
  }

  private func diagnostic(_ value: JSONValue, path: String?, tool: String, shift: Int) -> Signal? {
    let holders = Self.holders(of: value)
    guard let message = Self.message(of: value, holders) else { return nil }
    let own = holders.lazy.compactMap { Self.path(of: $0) }.first
    let line = holders.lazy.compactMap { Self.number($0, Self.lineKeys) }.first
    let rule = Self.rule(of: value)
    guard let place = own ?? path,
      line != nil || (own != nil && rule != nil && Self.hasLevel(value))
    else {
      return nil
    }
    let column = holders.lazy.compactMap { Self.number($0, Self.columnKeys) }.first
    let isScanner = Self.scanners.contains(tool)
    let isCompiler = value["kind"]?.string == "error" || value["kind"]?.string == "fatal error"
    return Signal(
      isScanner ? .finding : isCompiler ? .compilerError : .lint, tool: tool, rule: rule,
      level: Self.level(of: value), message: message,
      place: Place(path: place, line: line.map { $0 + shift }, column: column.map { $0 + shift }))
  }

  /// The object itself and those in which tools put the place, three deep at most.
  private static func holders(of value: JSONValue) -> [JSONValue] {
    var all = [value]
    var level = [value]
    for _ in 0..<3 {
      var next: [JSONValue] = []
      for holder in level {
        for key in placeHolders {
          if let inner = holder[key] { next.append(inner.elements.first ?? inner) }
        }
        if let inner = holder["locations"]?[0] ?? holder["spans"]?[0] { next.append(inner) }
      }
      all += next
      level = next
    }
    return all
  }

  private static func message(of value: JSONValue, _ holders: [JSONValue]) -> String? {
    for key in messageKeys {
      guard let member = value[key] else { continue }
      if let text = member.string ?? member.text(anyOf: ["text", "value", "body", "chain"]),
        !text.isEmpty
      {
        return text
      }
    }
    return value["extra"]?["message"]?.string
  }

  private static func path(of value: JSONValue) -> String? {
    guard let text = value.text(anyOf: pathKeys), !text.contains("\n"), text.utf8.count <= 4_096
    else { return nil }
    return text
  }

  private static func isPath(_ key: String) -> Bool {
    guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return key.utf8.contains(UInt8(ascii: "/"))
    }
    let suffix = key.utf8[key.utf8.index(after: dot)...]
    return (1...5).contains(suffix.count) && suffix.allSatisfy { $0.isWord }
  }

  private static func number(_ value: JSONValue, _ keys: [String]) -> Int? {
    for key in keys {
      guard let member = value[key] else { continue }
      if let number = member.integer { return number }
      // gosec writes ranges, such as "12-14".
      if let text = member.string {
        var scanner = ByteCursor(text)
        if let number = scanner.takeNumber() { return number }
      }
    }
    return nil
  }

  private static func rule(of value: JSONValue) -> String? {
    for key in ruleKeys {
      guard let member = value[key] else { continue }
      if let text = member.string ?? member.text(anyOf: ["value", "code", "id"]), !text.isEmpty {
        return text
      }
      if let number = member.integer {
        // ShellCheck leaves its letters out.
        let isShell = value["endLine"] != nil && value["level"]?.string != nil
        return isShell ? "SC\(number)" : String(number)
      }
    }
    return value["ruleNames"]?[0]?.string
  }

  private static func hasLevel(_ value: JSONValue) -> Bool {
    levelKeys.contains { value[$0] != nil }
  }

  private static func level(of value: JSONValue) -> Signal.Level {
    for key in levelKeys {
      guard let member = value[key] ?? value["extra"]?[key] else { continue }
      // ESLint: 2 is an error, 1 a warning.
      if let number = member.integer { return number >= 2 ? .error : .warning }
      switch member.string?.lowercased() {
      case "error", "fatal", "fatal error", "high", "critical", "blocker", "major": return .error
      case "warning", "warn", "medium", "moderate", "minor": return .warning
      case "info", "note", "information", "hint", "low", "convention", "refactor", "style",
        "suggestion":
        return .note
      default: break
      }
    }
    return .warning
  }
}
