internal import Text

/// The rules that a run's results refer to, each once, ordered by identifier.
struct SARIFRules {
  /// The rules as SARIF reporting descriptors.
  let values: [JSONValue]
  private let indices: [String: Int]

  init(of findings: [Finding]) {
    let byRule = Dictionary(grouping: findings) { Self.id(of: $0) }
    let ids = byRule.keys.sorted()
    values = ids.map { Self.value(id: $0, findings: byRule[$0] ?? []) }
    indices = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
  }

  func index(of finding: Finding) -> Int? { indices[Self.id(of: finding)] }

  static func id(of finding: Finding) -> String {
    VisibleText.line("\(finding.tool)/\(finding.ruleID)")
  }

  /// GitHub reads a rule's severity from this score: 9 critical, 7 high, 4 medium, above 0 low.
  static func score(of severity: Severity) -> String {
    switch severity {
    case .critical: "9.5"
    case .high: "8.0"
    case .medium: "5.5"
    case .low: "2.0"
    case .info: "0.0"
    }
  }

  static func level(of severity: Severity) -> JSONValue {
    switch severity {
    case .critical, .high: "error"
    case .medium: "warning"
    case .low, .info: "note"
    }
  }

  private static func value(id: String, findings: [Finding]) -> JSONValue {
    let severity = findings.map(\.severity).max() ?? .info
    let confidence = findings.map(\.confidence).max() ?? .low
    let weaknesses = Set(findings.flatMap(\.cwe)).sorted()
    let title = findings.first.map { short($0.title) } ?? id
    let summary = title.isEmpty ? id : title
    let helpURL = findings.lazy.compactMap(\.helpURL).first { $0.hasPrefix("https://") }
    var rule: [String: JSONValue] = [
      "id": .string(id),
      "name": .string(id),
      "shortDescription": ["text": .string(summary)],
      "fullDescription": ["text": .string(full(summary, findings.first, weaknesses))],
      "help": ["text": .string(help(summary, weaknesses, helpURL))],
      "defaultConfiguration": ["level": level(of: severity)],
      "properties": .object([
        "security-severity": .string(score(of: severity)),
        "precision": .string(confidence.rawValue),
        "tags": .array(tags(weaknesses, findings.first?.weaknessClass)),
      ]),
    ]
    if let helpURL, SARIFResult.isPlainURL(helpURL) { rule["helpUri"] = .string(helpURL) }
    return .object(rule)
  }

  /// At most 20 tags, of which GitHub shows 10.
  private static func tags(_ weaknesses: [Int], _ weaknessClass: String?) -> [JSONValue] {
    let numbers = weaknesses.prefix(18).map { number in
      let digits = String(number)
      let padding = String(repeating: "0", count: max(0, 3 - digits.utf8.count))
      return "external/cwe/cwe-\(padding)\(digits)"
    }
    return (["security"] + numbers + [weaknessClass].compactMap(\.self)).map { .string($0) }
  }

  private static func full(_ title: String, _ finding: Finding?, _ weaknesses: [Int]) -> String {
    let origin = finding.map { VisibleText.line("Rule \($0.ruleID) of \($0.tool).") } ?? ""
    return "\(title). \(origin)"
  }

  private static func help(_ title: String, _ weaknesses: [Int], _ helpURL: String?) -> String {
    var paragraphs = ["\(title)."]
    if !weaknesses.isEmpty {
      paragraphs.append(weaknesses.map { "CWE-\($0)" }.joined(separator: ", "))
    }
    if let helpURL { paragraphs.append(VisibleText.line(helpURL)) }
    return paragraphs.joined(separator: "\n\n")
  }

  /// GitHub allows 1,024 characters for a description.
  private static func short(_ title: String) -> String {
    SARIFResult.limited(VisibleText.line(title), to: 900)
  }
}
