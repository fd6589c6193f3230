import Findings
internal import Sandbox
internal import Text
package import YAML

extension ToolDescriptor {
  /// The schema that this version reads.
  static let schema = "sentinel.tool/1"

  /// Reads a descriptor, or throws every mistake in it with its line.
  package static func parse(_ bytes: [UInt8], file: String) throws(Problems) -> ToolDescriptor {
    let log = ProblemLog()
    let node = try YAMLParser.parse(bytes, file: file)
    guard let reader = MappingReader(node, name: "", log: log) else { throw Problems(log.all) }
    let descriptor = DescriptorReader(log: log).descriptor(reader, SHA256.hex(of: bytes))
    try log.throwIfAny()
    guard let descriptor else { throw Problems(log.all) }
    return descriptor
  }
}

/// Turns the nodes of one text into a descriptor; mistakes go to the log.
struct DescriptorReader {
  let log: ProblemLog

  func descriptor(_ reader: MappingReader, _ digest: String) -> ToolDescriptor? {
    if let schema = reader.requiredText("schema"), schema.value != ToolDescriptor.schema {
      log.report(
        schema.mark, "unknown schema \"\(schema.value)\"",
        remedy: "write \(ToolDescriptor.schema)")
    }
    let name = reader.requiredText("name")?.value
    let categories = reader.texts("categories").map(\.value)
    let homepage = reader.requiredText("homepage")?.value
    let licence = reader.requiredText("licence")?.value
    let detected = section("detect", reader)
    let packs = reader.mapping("packs").map(packs)
    let only = packs == nil ? detected.flatMap { inputKind($0, canaryIn: reader) } : nil
    let detection = detected.map(detection)
    let installation = section("install", reader).flatMap(installation)
    let command = section("run", reader).flatMap(command)
    let network = reader.mapping("network").map(ToolNetwork.init) ?? .none
    let output = section("output", reader).flatMap(output)
    let severities = reader.mapping("severities").map(severities) ?? [:]
    let rules = reader.mapping("rules").map(rules) ?? [:]
    let traps = reader.texts("traps").map(\.value)
    reader.finish()
    guard let name, let homepage, let licence, let detection, let installation, let command,
      let output, let inputs = packs ?? only.map({ [$0] })
    else { return nil }
    return ToolDescriptor(
      name: name, categories: categories, homepage: homepage, licence: licence,
      inputs: inputs, detection: detection, installation: installation, command: command,
      network: network, output: output, severities: severities, rules: rules, traps: traps,
      digest: digest)
  }

  private func section(_ key: String, _ reader: MappingReader) -> MappingReader? {
    let mapping = reader.mapping(key)
    if mapping == nil, reader.mark(of: key) == nil { reader.reportMissing(key) }
    return mapping
  }

  /// Patterns of names, which hold no slash.
  private func patterns(_ key: String, _ reader: MappingReader) -> [PathPattern] {
    reader.texts(key).map { text in
      if text.value.isEmpty || text.value.contains("/") {
        log.report(
          text.mark, "\"\(text.value)\" fits no name", remedy: "write a name, such as \"*.py\"")
      }
      return PathPattern(text.value)
    }
  }

  /// One kind of input for each rule pack of ours.
  private func packs(_ reader: MappingReader) -> [ToolDescriptor.InputKind] {
    reader.freeEntries().compactMap { entry in
      guard let pack = reader.mapping(entry.name) else { return nil }
      defer { pack.finish() }
      return inputKind(pack, canaryIn: pack, rulePack: entry.name)
    }
  }

  private func inputKind(
    _ reader: MappingReader, canaryIn holder: MappingReader, rulePack: String? = nil
  ) -> ToolDescriptor.InputKind? {
    let globs = patterns("globs", reader)
    let interpreters = patterns("interpreters", reader)
    let scripts = reader.text("extensionForScripts")?.value
    guard let canary = section("canary", holder).flatMap(canary) else { return nil }
    return ToolDescriptor.InputKind(
      rulePack: rulePack, globs: globs, interpreters: interpreters, extensionForScripts: scripts,
      canary: canary)
  }

  private func detection(_ reader: MappingReader) -> ToolDescriptor.Detection {
    defer { reader.finish() }
    return ToolDescriptor.Detection(
      allText: reader.boolean("allText")?.value ?? false,
      ignoredByTool: patterns("ignoredByTool", reader),
      needsUTF8: reader.boolean("needsUTF8")?.value ?? false,
      copiesEverything: reader.boolean("copiesEverything")?.value ?? false,
      blanksShellDirectives: reader.boolean("blanksShellDirectives")?.value ?? false,
      leavesMinifiedOut: reader.boolean("leavesMinifiedOut")?.value ?? false)
  }

  private func installation(_ reader: MappingReader) -> ToolDescriptor.Installation? {
    defer { reader.finish() }
    let interpreters = reader.texts("interpreters").map(\.value)
    let architectures = reader.texts("architectures").map(\.value)
    guard let package = reader.requiredText("package"),
      let version = reader.requiredText("version"),
      let lock = reader.requiredText("lock")
    else { return nil }
    return ToolDescriptor.Installation(
      package: package.value, version: version.value, lock: lock.value,
      interpreters: interpreters, architectures: architectures)
  }

  private func canary(_ reader: MappingReader) -> ToolDescriptor.Canary? {
    defer { reader.finish() }
    let fires = reader.texts("fires").map(\.value)
    guard let name = reader.requiredText("name"), let text = reader.requiredText("text") else {
      return nil
    }
    return ToolDescriptor.Canary(name: name.value, text: text.value, fires: fires)
  }

  private func severities(_ reader: MappingReader) -> [String: Severity] {
    var severities: [String: Severity] = [:]
    for entry in reader.freeEntries() {
      severities[entry.name] = reader.choice(entry.name, of: Severity.self)?.value
    }
    return severities
  }

  private func rules(_ reader: MappingReader) -> [String: ToolDescriptor.Rule] {
    var rules: [String: ToolDescriptor.Rule] = [:]
    for entry in reader.freeEntries() {
      guard let rule = reader.mapping(entry.name) else { continue }
      rules[entry.name] = ToolDescriptor.Rule(
        weaknessClass: rule.text("class")?.value, cwe: numbers("cwe", rule),
        severity: rule.choice("severity", of: Severity.self)?.value,
        confidence: rule.choice("confidence", of: Confidence.self)?.value,
        hidesMessage: rule.boolean("hidesMessage")?.value ?? false)
      rule.finish()
    }
    return rules
  }

  private func numbers(_ key: String, _ reader: MappingReader) -> [Int] {
    reader.texts(key).compactMap { text in
      if let number = Int(text.value), number > 0 { return number }
      log.report(
        text.mark, "\"\(text.value)\" is not a CWE number", remedy: "write a number such as 78")
      return nil
    }
  }
}
