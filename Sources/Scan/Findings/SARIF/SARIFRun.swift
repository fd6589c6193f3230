internal import Text

/// One run of a SARIF file with what its results refer to.
struct SARIFRun {
  private let value: JSONValue
  private let tool: String
  private let driver: JSONValue?
  private let extensions: [JSONValue]
  private let addresses: SARIFArtifactPaths
  /// The rules of the driver, or else of extensions, by identifier.
  private let rulesByID: [String: JSONValue]

  init(value: JSONValue, tool: String?, root: String?) {
    self.value = value
    driver = value["tool"]?["driver"]
    extensions = value["tool"]?["extensions"]?.elements ?? []
    self.tool = tool ?? driver?["name"]?.string ?? "unknown"
    addresses = SARIFArtifactPaths(run: value, root: root)
    var rules: [String: JSONValue] = [:]
    for component in [driver].compactMap(\.self) + extensions {
      for rule in component["rules"]?.elements ?? [] {
        if let id = rule["id"]?.string, rules[id] == nil { rules[id] = rule }
      }
    }
    rulesByID = rules
  }

  func isPassed(_ result: JSONValue) -> Bool {
    switch result["kind"]?.string {
    case nil, "fail", "open", "review": false
    default: true
    }
  }

  /// One finding per location; a result without a location is about the tree as a whole.
  func findings(of result: JSONValue) -> [ToolFinding] {
    guard !isPassed(result), result["baselineState"]?.string != "absent" else { return [] }
    let locations = result["locations"]?.elements ?? []
    return (locations.isEmpty ? [.null] : locations).map { finding(of: result, at: $0) }
  }

  func summary(passed: Int) -> SARIFReading.Run {
    var run = SARIFReading.Run(
      tool: tool, version: driver?["semanticVersion"]?.string ?? driver?["version"]?.string,
      succeeded: true, errors: [], notices: [], passed: passed)
    for invocation in value["invocations"]?.elements ?? [] {
      if invocation["executionSuccessful"]?.bool == false { run.succeeded = false }
      for key in ["toolExecutionNotifications", "toolConfigurationNotifications"] {
        for notice in invocation[key]?.elements ?? [] {
          let read = self.notice(notice)
          if notice["level"]?.string == "error" {
            run.errors.append(read)
          } else {
            run.notices.append(read)
          }
        }
      }
    }
    return run
  }

  private func notice(_ notice: JSONValue) -> SARIFReading.Notice {
    let place = notice["locations"]?[0]?["physicalLocation"]?["artifactLocation"]
    return SARIFReading.Notice(
      message: notice["message"]?["text"]?.string ?? notice["exception"]?["message"]?.string
        ?? notice["descriptor"]?["id"]?.string ?? "",
      path: place.flatMap { addresses.path(of: $0) })
  }

  private func finding(of result: JSONValue, at location: JSONValue) -> ToolFinding {
    let rule = rule(of: result)
    let id =
      result["ruleId"]?.string ?? result["rule"]?["id"]?.string ?? rule?["id"]?.string ?? "unknown"
    let message = message(of: result, rule: rule)
    let title =
      rule?["shortDescription"]?["text"]?.string ?? rule?["name"]?.string ?? firstLine(of: message)
    return ToolFinding(
      tool: tool, rule: id, weaknessClass: rule?["properties"]?["class"]?.string,
      title: title.isEmpty ? id : firstLine(of: title),
      message: message.isEmpty ? title : message,
      severity: SARIFGrade.severity(result: result, rule: rule),
      confidence: SARIFGrade.confidence(result: result, rule: rule),
      cwe: SARIFWeakness.numbers(result: result, rule: rule, run: value),
      location: place(location), helpURL: rule?["helpUri"]?.string,
      aliases: Self.isAdvisory(id) ? [id] : [], suppression: suppression(of: result))
  }

  /// Finds the descriptor by index (of the driver or an extension), then by identifier, then by the
  /// leading parts of a hierarchical identifier.
  private func rule(of result: JSONValue) -> JSONValue? {
    let reference = result["rule"]
    if let index = reference?["index"]?.integer ?? result["ruleIndex"]?.integer {
      let component = reference?["toolComponent"]?["index"]?.integer
      let holder =
        component.flatMap { extensions.indices.contains($0) ? extensions[$0] : nil } ?? driver
      if let rule = holder?["rules"]?[index] { return rule }
    }
    guard var id = (result["ruleId"] ?? reference?["id"])?.string else { return nil }
    for _ in 0..<16 {
      if let rule = rulesByID[id] { return rule }
      guard let slash = id.lastIndex(of: "/") else { return nil }
      id = String(id[..<slash])
    }
    return nil
  }

  private func message(of result: JSONValue, rule: JSONValue?) -> String {
    let message = result["message"]
    var text = message?["text"]?.string ?? message?["markdown"]?.string
    if text == nil, let id = message?["id"]?.string {
      text = (rule?["messageStrings"]?[id] ?? driver?["globalMessageStrings"]?[id])?["text"]?.string
    }
    var filled = text ?? rule?["fullDescription"]?["text"]?.string ?? ""
    for (index, argument) in (message?["arguments"]?.elements ?? []).prefix(20).enumerated() {
      let parts = filled.split(separator: "{\(index)}", omittingEmptySubsequences: false)
      filled = parts.joined(separator: argument.string ?? "")
    }
    return filled
  }

  private func place(_ location: JSONValue) -> Location {
    let physical = location["physicalLocation"]
    let region = physical?["region"] ?? physical?["contextRegion"]
    let path = physical?["artifactLocation"].flatMap { addresses.path(of: $0) }
    let logical = location["logicalLocations"]?[0] ?? location["logicalLocation"]
    let startLine = region?["startLine"]?.integer ?? 1
    return Location(
      path: path ?? "", startLine: startLine, startColumn: region?["startColumn"]?.integer ?? 1,
      endLine: region?["endLine"]?.integer ?? startLine, endColumn: region?["endColumn"]?.integer,
      logicalName: (logical?["fullyQualifiedName"] ?? logical?["name"])?.string)
  }

  /// An accepted suppression; one that is rejected or under review does not count, and neither
  /// does a list in which any is.
  private func suppression(of result: JSONValue) -> Finding.Suppression? {
    let suppressions = result["suppressions"]?.elements ?? []
    let accepted = suppressions.filter { $0["status"]?.string ?? "accepted" == "accepted" }
    guard let first = accepted.first, accepted.count == suppressions.count else { return nil }
    let kind = first["kind"]?.string ?? "external"
    let reason = first["justification"]?.string ?? "suppressed by the tool (\(kind))"
    return Finding.Suppression(reason: reason, by: kind)
  }

  private func firstLine(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  private static func isAdvisory(_ id: String) -> Bool {
    ["CVE-", "GHSA-", "PYSEC-", "RUSTSEC-", "GO-"].contains { id.hasPrefix($0) }
  }
}
