import Findings
internal import Text

/// How entries of one kind in a report become findings.
struct FindingMapping: Sendable {
  /// Where the entries are.
  var each: [ReportPath]
  /// What an entry must say to count: one of the texts behind each value.
  var only: [Condition] = []
  /// What an entry must not say.
  var unless: [Condition] = []
  /// The texts by the names of ``keys``.
  var values: [String: ReportValue] = [:]
  /// Whether the entries are secrets, of which nothing but the title is kept.
  var isSecret = false

  /// What an entry says behind one of several values, and the texts that matter, which may
  /// end in `*`; none stand for any.
  struct Condition: Sendable {
    var value: ReportValue
    var texts: Set<String>

    func holds(at node: ReportNode) -> Bool {
      guard let text = value.text(at: node)?.lowercased() else { return false }
      return texts.isEmpty || texts.contains(text)
        || texts.contains { $0.hasSuffix("*") && text.hasPrefix($0.dropLast()) }
    }
  }

  /// The names of values in a mapping.
  static let keys = [
    "rule", "title", "message", "severity", "score", "confidence", "cwe", "aliases", "help",
    "class", "path", "line", "column", "endLine", "endColumn", "suppressed", "purl", "type",
    "name", "version", "fixed",
  ]

  /// The entries of a report that count, in its order.
  func entries(of document: ReportNode) -> [ReportNode] {
    each.flatMap { $0.nodes(from: document) }.filter { node in
      only.allSatisfy { $0.holds(at: node) } && !unless.contains { $0.holds(at: node) }
    }
  }
}

/// Makes findings of entries with the words of one report's mapping.
struct EntryReader {
  let mapping: FindingMapping
  let tool: String
  let words: ReportWords
  let root: String

  /// The finding of an entry; nil where it names no rule.
  func finding(_ node: ReportNode) -> ToolFinding? {
    guard let named = text("rule", node) else { return nil }
    // Some know an advisory by its page alone.
    let rule = named.contains("://") ? String(named.split(separator: "/").last ?? "") : named
    let title = Self.line(text("title", node) ?? rule)
    let message = mapping.isSecret ? title : text("message", node) ?? title
    return ToolFinding(
      tool: tool, rule: rule,
      weaknessClass: text("class", node)
        ?? (mapping.isSecret ? WeaknessClass.hardcodedCredential : nil),
      title: title, message: message,
      severity: words.severity(text("severity", node), score: text("score", node)),
      confidence: words.confidence(text("confidence", node)),
      cwe: texts("cwe", node).flatMap(Self.weaknesses), location: location(node),
      helpURL: text("help", node), aliases: aliases(node, rule), package: package(node),
      suppression: text("suppressed", node).map { Finding.Suppression(reason: $0) })
  }

  private func text(_ key: String, _ node: ReportNode) -> String? {
    mapping.values[key]?.text(at: node)
  }

  private func texts(_ key: String, _ node: ReportNode) -> [String] {
    mapping.values[key]?.texts(at: node) ?? []
  }

  private func number(_ key: String, _ node: ReportNode) -> Int? {
    // A range such as 79-81 begins where it begins.
    text(key, node).flatMap { Int($0.prefix { $0.isNumber }) }
  }

  private func location(_ node: ReportNode) -> Location {
    let path = text("path", node) ?? "."
    let folder = root.hasSuffix("/") || root.isEmpty ? root : root + "/"
    return Location(
      path: Self.relative(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path),
      startLine: number("line", node) ?? 1, startColumn: number("column", node) ?? 1,
      endLine: number("endLine", node), endColumn: number("endColumn", node))
  }

  private func aliases(_ node: ReportNode, _ rule: String) -> [String] {
    let listed = texts("aliases", node).flatMap { $0.split(separator: ",").map(Self.trimmed) }
    guard !listed.isEmpty || mapping.values["aliases"] != nil else { return [] }
    return Array(Set(listed + [rule].filter(Self.isAdvisory)).filter { !$0.isEmpty }).sorted()
  }

  /// The package that an entry is about; nil where it names none.
  private func package(_ node: ReportNode) -> Finding.AffectedPackage? {
    let version = text("version", node) ?? ""
    let fixed = texts("fixed", node).flatMap { $0.split(separator: ",").map(Self.trimmed) }
    let purl: String
    if let written = text("purl", node), written.hasPrefix("pkg:") {
      purl = String(written.prefix { $0 != "@" && $0 != "?" && $0 != "#" })
    } else if let name = text("name", node) {
      let type = text("type", node).map(words.packageType) ?? "generic"
      purl =
        "pkg:\(type)/\(type == "maven" ? name.split(separator: ":").joined(separator: "/") : name)"
    } else {
      return nil
    }
    return Finding.AffectedPackage(
      purl: purl, version: version, fixedVersions: fixed.filter { !$0.isEmpty })
  }

  /// The numbers in `CWE-79: …`, `79` or `CWE-79,CWE-80`.
  static func weaknesses(_ text: String) -> [Int] {
    if let number = Int(text) { return number > 0 ? [number] : [] }
    return text.uppercased().split(separator: "CWE-").compactMap { Int($0.prefix { $0.isNumber }) }
      .filter { $0 > 0 }
  }

  private static func isAdvisory(_ id: String) -> Bool {
    ["CVE-", "GHSA-", "PYSEC-", "RUSTSEC-", "GO-", "OSV-"].contains { id.hasPrefix($0) }
  }

  private static func relative(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func line(_ text: String) -> String {
    let line = VisibleText.line(text)
    let short = line.count > 200 ? line.prefix(199) + "…" : line[...]
    return String(short.hasSuffix(".") ? short.dropLast() : short)
  }
}
