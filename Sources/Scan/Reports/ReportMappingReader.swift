import Findings
package import YAML

extension ReportMapping {
  /// Reads a mapping, or throws every mistake in it with its line.
  package static func parse(_ bytes: [UInt8], file: String) throws(Problems) -> ReportMapping {
    let log = ProblemLog()
    let node = try YAMLParser.parse(bytes, file: file)
    guard let reader = MappingReader(node, name: "", log: log) else { throw Problems(log.all) }
    let mapping = ReportMappingReader(log: log).mapping(reader)
    try log.throwIfAny()
    guard let mapping else { throw Problems(log.all) }
    return mapping
  }
}

/// Turns the nodes of one text into a mapping; mistakes go to the log.
private struct ReportMappingReader {
  let log: ProblemLog

  func mapping(_ reader: MappingReader) -> ReportMapping? {
    reader.requireSchema("sentinel.report/1")
    let name = reader.requiredText("name")?.value
    let homepage = reader.requiredText("homepage")?.value
    let licence = reader.requiredText("licence")?.value
    let categories = reader.texts("categories").map(\.value)
    if reader.mark(of: "form") == nil { reader.reportMissing("form") }
    let form = reader.choice("form", of: ReportDocument.Form.self)?.value
    let line = form == .lines ? linePattern(reader) : nil
    let recognised = reader.texts("recognise").map { Self.ways($0.value).map { ReportPath($0) } }
    let findings = reader.mappings("findings").map(finding)
    if findings.isEmpty, reader.mark(of: "findings") == nil { reader.reportMissing("findings") }
    let incomplete = reader.mappings("incomplete").map(gap)
    let words = ReportWords(
      severities: table("severities", reader) { key, table in
        table.choice(key, of: Severity.self)?.value
      },
      packageTypes: table("packageTypes", reader) { key, table in table.text(key)?.value })
    reader.finish()
    guard let name, let homepage, let licence, let form else { return nil }
    return ReportMapping(
      name: name, homepage: homepage, licence: licence, categories: categories, form: form,
      line: line, recognised: recognised, findings: findings, incomplete: incomplete, words: words)
  }

  private func linePattern(_ reader: MappingReader) -> LinePattern? {
    guard let text = reader.requiredText("pattern") else { return nil }
    if let pattern = LinePattern(text.value) { return pattern }
    log.report(
      text.mark, "\"pattern\" is no regular expression with named groups",
      remedy: "write one such as (?<rule>\\w+) (?<path>.+)")
    return nil
  }

  private func finding(_ reader: MappingReader) -> FindingMapping {
    defer { reader.finish() }
    var mapping = FindingMapping(each: paths("each", reader))
    mapping.only = conditions("only", reader)
    mapping.unless = conditions("unless", reader)
    mapping.isSecret = reader.boolean("secret")?.value ?? false
    for key in FindingMapping.keys { mapping.values[key] = value(key, reader) }
    if mapping.values["rule"] == nil { reader.reportMissing("rule") }
    return mapping
  }

  private func gap(_ reader: MappingReader) -> ReportMapping.Gap {
    defer { reader.finish() }
    return ReportMapping.Gap(
      each: paths("each", reader), message: value("message", reader) ?? .none)
  }

  private func paths(_ key: String, _ reader: MappingReader) -> [ReportPath] {
    let texts = texts(key, reader)
    if texts.isEmpty, reader.mark(of: key) == nil { reader.reportMissing(key) }
    return texts.map { ReportPath($0) }
  }

  private func value(_ key: String, _ reader: MappingReader) -> ReportValue? {
    let texts = texts(key, reader)
    return texts.isEmpty ? nil : ReportValue(texts)
  }

  /// One text or a list of them.
  private func texts(_ key: String, _ reader: MappingReader) -> [String] {
    guard let node = reader.node(key) else { return [] }
    if case .sequence(let elements) = node.content {
      return elements.compactMap { reader.text(of: $0, key)?.value }
    }
    return reader.text(of: node, key).map { [$0.value] } ?? []
  }

  private func conditions(_ key: String, _ reader: MappingReader) -> [FindingMapping.Condition] {
    guard let table = reader.mapping(key) else { return [] }
    return table.freeEntries().map { entry in
      FindingMapping.Condition(
        value: ReportValue(Self.ways(entry.name)),
        texts: Set(texts(entry.name, table).map { $0.lowercased() }))
    }
  }

  /// Several ways in one text, parted by bars.
  private static func ways(_ text: String) -> [String] {
    text.split(separator: "|").map(String.init)
  }

  private func table<Value>(
    _ key: String, _ reader: MappingReader, _ read: (String, MappingReader) -> Value?
  ) -> [String: Value] {
    guard let table = reader.mapping(key) else { return [:] }
    return table.freeEntries().reduce(into: [:]) { values, entry in
      values[entry.name.lowercased()] = read(entry.name, table)
    }
  }
}
