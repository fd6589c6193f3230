import Sandbox
internal import YAML

extension DescriptorReader {
  func command(_ reader: MappingReader) -> ToolDescriptor.Command? {
    defer { reader.finish() }
    let needsInterpreter = reader.boolean("needsInterpreter")?.value ?? false
    let arguments = reader.texts("arguments").compactMap(template)
    let version = reader.texts("versionArguments").map(\.value)
    let environment = reader.mapping("environment").map(environment) ?? [:]
    let files = reader.mapping("files").map(files) ?? [:]
    let start = reader.choice("startsIn", of: StartFolder.self)?.value ?? .tree
    let denials = reader.texts("expectedDenials").map(\.value)
    let wall = reader.duration("wall")?.value.milliseconds
    let memory = reader.size("memory")?.value.bytes
    let expected = reader.duration("expected")?.value.milliseconds ?? 1000
    let batch = reader.whole("batchFiles", in: 1...100_000)?.value ?? 2000
    for key in ["wall", "memory"] where reader.mark(of: key) == nil { reader.reportMissing(key) }
    if reader.mark(of: "arguments") == nil { reader.reportMissing("arguments") }
    guard let executable = reader.requiredText("executable"),
      let profile = reader.requiredText("profile"), let wall, let memory
    else { return nil }
    return ToolDescriptor.Command(
      executable: executable.value, needsInterpreter: needsInterpreter, arguments: arguments,
      versionArguments: version, environment: environment, files: files,
      startsInScratch: start == .scratch, expectedDenials: Set(denials), profile: profile.value,
      wallMilliseconds: Int(clamping: wall), memoryBytes: Int(clamping: memory),
      expectedMilliseconds: Int(clamping: expected), batchFiles: batch)
  }

  private enum StartFolder: String, CaseIterable { case tree, scratch }

  private func template(_ text: Located<String>) -> ArgumentTemplate? {
    if let template = ArgumentTemplate(text.value) { return template }
    let names = ArgumentTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }
    log.report(
      text.mark, "\"\(text.value)\" holds an unknown placeholder",
      remedy: "write \(Suggestion.choice(names)), and {files} alone")
    return nil
  }

  private func environment(_ reader: MappingReader) -> [String: ArgumentTemplate] {
    var environment: [String: ArgumentTemplate] = [:]
    for entry in reader.freeEntries() {
      environment[entry.name] = reader.text(entry.name).flatMap(template)
    }
    return environment
  }

  private func files(_ reader: MappingReader) -> [String: String] {
    var files: [String: String] = [:]
    for entry in reader.freeEntries() {
      if entry.name.contains("/") || entry.name.hasPrefix(".") {
        log.report(
          entry.key.mark, "\"\(entry.name)\" is not a plain file name", remedy: "write a name only")
      }
      files[entry.name] = reader.text(entry.name)?.value
    }
    return files
  }

  func output(_ reader: MappingReader) -> ToolDescriptor.Output? {
    defer { reader.finish() }
    let exits = reader.mapping("exits").map(exits) ?? [:]
    let parser = reader.choice("parser", of: ParserID.self)
    let coverage = reader.choice("coverage", of: ToolDescriptor.Output.Coverage.self)
    for key in ["parser", "coverage", "exits"] where reader.mark(of: key) == nil {
      reader.reportMissing(key)
    }
    guard let parser, let coverage else { return nil }
    return ToolDescriptor.Output(parser: parser.value, exits: exits, coverage: coverage.value)
  }

  private func exits(_ reader: MappingReader) -> [Int32: ToolDescriptor.Output.Meaning] {
    var exits: [Int32: ToolDescriptor.Output.Meaning] = [:]
    for entry in reader.freeEntries() {
      let meaning = reader.choice(entry.name, of: ToolDescriptor.Output.Meaning.self)
      guard let code = Int32(entry.name), (0...255).contains(code) else {
        log.report(
          entry.key.mark, "\"\(entry.name)\" is not an exit code", remedy: "write 0 to 255")
        continue
      }
      exits[code] = meaning?.value
    }
    return exits
  }
}
