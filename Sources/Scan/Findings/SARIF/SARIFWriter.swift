package import Text

/// Writes a scan report as SARIF 2.1.0 that GitHub's code scanning takes.
///
/// One run named Sentinel; rules are named `tool/rule`. Text of tools is made visible, and links
/// inside it are broken, for viewers follow them. Findings that are gone since the baseline are
/// left out: viewers that know no baseline would show them as open.
package struct SARIFWriter: Sendable {
  /// The most results a run keeps; GitHub stores no more than 5,000.
  package var resultLimit = 5_000
  /// The version of Sentinel that the run names.
  package var version: String
  /// What tells this analysis apart from others of the same commit, such as `nightly`.
  package var category: String?

  static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  /// More notices of one kind than this are counted instead of listed.
  static let notificationLimit = 500

  /// Makes a writer for a version of this program; a category tells runs over one commit apart.
  package init(version: String, category: String? = nil) {
    self.version = version
    self.category = category
  }

  /// Gives the document; equal reports give equal bytes.
  package func json(_ report: ScanReport) -> [UInt8] {
    document(report).serialized()
  }

  /// Gives the document as a value.
  package func document(_ report: ScanReport) -> JSONValue {
    let candidates = report.findings.filter { $0.state != .absent }
    let kept = candidates.count > resultLimit ? worst(of: candidates) : candidates
    let rules = SARIFRules(of: kept)
    var run: [String: JSONValue] = [
      "tool": .object([
        "driver": driver(rules),
        "extensions": .array(report.tools.prefix(100).map(component)),
      ]),
      "columnKind": "unicodeCodePoints",
      "originalUriBaseIds": [
        "%SRCROOT%": ["description": ["text": "The scanned tree."]]
      ],
      "invocations": [invocation(report, leftOut: candidates.count - kept.count)],
      "results": .array(kept.map { SARIFResult.value($0, rules: rules) }),
    ]
    if let category {
      run["automationDetails"] = ["id": .string("\(VisibleText.line(category))/")]
    }
    return ["$schema": .string(Self.schema), "version": "2.1.0", "runs": [.object(run)]]
  }

  /// The findings that matter most, in report order: active before suppressed, then by severity.
  private func worst(of findings: [Finding]) -> [Finding] {
    let order = findings.indices.sorted {
      let keys = (findings[$0].state == .suppressed, findings[$1].state == .suppressed)
      if keys.0 != keys.1 { return keys.1 }
      let severities = (findings[$0].severity, findings[$1].severity)
      return severities.0 == severities.1 ? $0 < $1 : severities.0 > severities.1
    }
    return order.prefix(resultLimit).sorted().map { findings[$0] }
  }

  private func driver(_ rules: SARIFRules) -> JSONValue {
    .object([
      "name": "Sentinel",
      "semanticVersion": .string(version),
      "rules": .array(rules.values),
    ])
  }

  private func component(_ tool: ToolRun) -> JSONValue {
    var component: [String: JSONValue] = ["name": .string(VisibleText.line(tool.name))]
    if let version = tool.version { component["version"] = .string(VisibleText.line(version)) }
    return .object(component)
  }

  private func invocation(_ report: ScanReport, leftOut: Int) -> JSONValue {
    var notices = report.incompleteTools.map { tool in
      notice(
        "tool-incomplete", "error",
        "\(tool.name) \(tool.state.phrase): \(tool.reason ?? "no reason given")")
    }
    if leftOut > 0 {
      notices.append(
        notice(
          "results-left-out", "warning",
          "\(leftOut) findings of lesser severity were left out; a run holds \(resultLimit)."))
    }
    notices += report.tools.flatMap { tool in
      tool.notes.map { notice("tool-note", "note", "\(tool.name): \($0)") }
    }
    notices += limited(report.coverage.unseen, "file-unseen", "error") {
      (path: $0.path, text: "\($0.tool) never mentioned this file.")
    }
    notices += limited(report.coverage.skipped, "file-skipped", "warning") {
      (path: $0.path, text: "\($0.tool) skipped this file: \($0.reason)")
    }
    return .object([
      "executionSuccessful": .bool(report.complete),
      "exitCodeDescription": .string(VisibleText.line(report.exitReason)),
      "toolExecutionNotifications": .array(notices),
    ])
  }

  private func limited<Item>(
    _ items: [Item], _ id: String, _ level: String, describe: (Item) -> (path: String, text: String)
  ) -> [JSONValue] {
    var notices = items.prefix(Self.notificationLimit).map { item in
      let described = describe(item)
      return notice(id, level, described.text, path: described.path)
    }
    let rest = items.count - notices.count
    if rest > 0 { notices.append(notice(id, level, "\(rest) more files are not listed.")) }
    return notices
  }

  private func notice(
    _ id: String, _ level: String, _ text: String, path: String? = nil
  ) -> JSONValue {
    var notice: [String: JSONValue] = [
      "descriptor": ["id": .string("sentinel/\(id)")],
      "level": .string(level),
      "message": SARIFResult.message(text),
    ]
    if let path {
      notice["locations"] = [
        ["physicalLocation": ["artifactLocation": SARIFResult.artifact(path)]]
      ]
    }
    return .object(notice)
  }
}

extension ToolRun.State {
  /// What a tool did, to stand behind its name in a sentence.
  var phrase: String {
    switch self {
    case .completed: "completed"
    case .notApplicable: "had nothing to read"
    case .failed: "failed"
    case .timedOut: "timed out"
    case .denied: "was denied"
    case .blind: "was blind"
    case .missing: "is missing"
    }
  }
}
