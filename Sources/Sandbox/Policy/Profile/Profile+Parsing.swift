package import YAML

extension Profile {
  /// The schema line of a profile.
  package static let schema = "sentinel.profile/1"

  /// Reads a profile's text, or throws every mistake in it.
  package init(parsing bytes: [UInt8], file: String) throws(Problems) {
    let log = ProblemLog()
    let root = try YAMLParser.parse(bytes, file: file)
    self.init(start: Mark(file: file, line: 1, column: 1))
    guard let reader = MappingReader(root, name: "", log: log) else { throw Problems(log.all) }
    marks = Self.marks(root)
    reader.requireSchema(Self.schema)
    readHead(reader)
    if let section = reader.mapping("filesystem") { filesystem = ProfilePaths(section).read() }
    if let section = reader.mapping("workspace") { readWorkspace(section) }
    if let section = reader.mapping("network") {
      networkMode = section.choice("mode", of: NetworkMode.self)?.value
      networkRules = NetworkRulesReader(section: section).read()
      networkGrants = NetworkGrantsReader(section: section).read()
      networkLimits = NetworkRulesReader(section: section).readLimits()
      section.finish()
    }
    if let section = reader.mapping("syscalls") { readSyscalls(section) }
    if let section = reader.mapping("limits") { readLimits(section) }
    if let section = reader.mapping("environment") { readEnvironment(section) }
    if let section = reader.mapping("identity") { readIdentity(section) }
    terminal = reader.choice("terminal", of: TerminalMode.self)?.value
    reader.finish()
    try log.throwIfAny()
  }

  private init(start: Mark) { self.start = start }

  private static func marks(_ root: YAMLNode) -> [String: Mark] {
    guard case .mapping(let sections) = root.content else { return [:] }
    var marks: [String: Mark] = [:]
    for section in sections {
      marks[section.name] = section.key.mark
      guard case .mapping(let keys) = section.value.content else { continue }
      for key in keys { marks["\(section.name).\(key.name)"] = key.key.mark }
    }
    return marks
  }

  private mutating func readHead(_ reader: MappingReader) {
    if let name = reader.requiredText("name") {
      self.name = name.value
      if !Self.isName(name.value) {
        reader.log.report(
          name.mark, "\"name\" is \"\(name.value)\"",
          remedy: "write lower-case letters, digits and hyphens")
      }
    }
    summary = reader.requiredText("summary")?.value ?? ""
    inherits = reader.text("inherits")
    if let parent = inherits, !Self.isName(parent.value) {
      reader.log.report(
        parent.mark, "\"inherits\" is \"\(parent.value)\"",
        remedy: "write the name of one profile, not a path")
    }
    final = reader.texts("final")
    for key in final where !FinalKey.names.contains(key.value) {
      reader.log.report(
        key.mark, "unknown final key \"\(key.value)\"",
        remedy: Suggestion.remedy(for: key.value, in: FinalKey.names))
    }
  }

  /// Whether a text can name a profile: it ends up in file names and messages.
  package static func isName(_ text: String) -> Bool {
    let first = text.utf8.first ?? 0x2D
    let isPlain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    return isPlain && text.utf8.count <= 64 && first != 0x2D
  }

  private mutating func readWorkspace(_ reader: MappingReader) {
    workspace.mode = reader.choice("mode", of: WorkspaceMode.self)?.value
    workspace.execute = reader.boolean("execute")?.value
    workspace.protect = reader.texts("protect").filter { name in
      let isComponent = !name.value.isEmpty && !name.value.contains("/") && name.value != ".."
      if !isComponent || name.value == "." {
        reader.log.report(
          name.mark, "\"workspace.protect\" holds \"\(name.value)\"",
          remedy: "write one file or folder name without slashes")
      }
      return isComponent
    }
    reader.finish()
  }

  private mutating func readSyscalls(_ reader: MappingReader) {
    syscalls.allow = reader.texts("allow")
    syscalls.deny = reader.texts("deny")
    syscalls.conditions = SyscallRulesReader.conditions(reader, "arguments")
    syscalls.answers = SyscallRulesReader.answers(reader, "answers")
    syscalls.listener = reader.choice("listener", of: ListenerMode.self)?.value
    reader.finish()
  }

  private mutating func readLimits(_ reader: MappingReader) {
    limits.memory = reader.size("memory")?.value
    limits.milliCPUs = reader.milliCPUs("cpus")
    limits.pids = reader.whole("pids", in: 1...4_194_304)?.value
    limits.disk = reader.size("disk")?.value
    limits.wall = reader.duration("wall")?.value
    limits.cpuTime = reader.duration("cpuTime")?.value
    limits.output = reader.size("output")?.value
    limits.openFiles = reader.whole("openFiles", in: 16...1_048_576)?.value
    limits.fileSize = reader.size("fileSize")?.value
    limits.io = reader.size("io")?.value
    reader.finish()
  }

  private mutating func readEnvironment(_ reader: MappingReader) {
    environment.pass = reader.texts("pass").filter { pattern in
      let name = pattern.value.hasSuffix("*") ? pattern.value.dropLast() : pattern.value[...]
      return reader.acceptVariable(String(name), at: pattern.mark)
    }
    if let set = reader.mapping("set") {
      for entry in set.freeEntries() {
        guard set.acceptVariable(entry.name, at: entry.key.mark) else { continue }
        if case .scalar(let value, _) = entry.value.content {
          environment.set[entry.name] = value
        } else {
          _ = set.text(of: entry.value, entry.name)
        }
      }
    }
    reader.finish()
  }

  private mutating func readIdentity(_ reader: MappingReader) {
    // Inside number 0 invites programs to behave as root; 65534 is what unmapped ids look like.
    identity.uid = reader.whole("uid", in: 1...65_533)?.value
    identity.gid = reader.whole("gid", in: 1...65_533)?.value
    identity.user = reader.label("user", limit: 32)
    identity.hostname = reader.label("hostname", limit: 63)
    reader.finish()
  }
}

extension MappingReader {
  /// Processors as a decimal number with at most three places, in thousandths.
  fileprivate func milliCPUs(_ key: String) -> Int? {
    guard let text = text(key) else { return nil }
    let parts = text.value.split(separator: ".", omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }
    if isDecimal, parts.count <= 2, parts[0].count <= 4, (parts.dropFirst().first?.count ?? 0) <= 3
    {
      let places = parts.count == 2 ? String(parts[1]) : ""
      let padded = places + String(repeating: "0", count: 3 - places.count)
      let value = (Int(parts[0]) ?? 0) * 1000 + (Int(padded) ?? 0)
      if value >= 10 { return value }
    }
    log.report(
      text.mark, "\"\(path(key))\" is \"\(text.value)\"",
      remedy: "write a number of processors such as 1.5, at least 0.01")
    return nil
  }

  /// Whether a text can be the name of an environment variable; reports it otherwise.
  func acceptVariable(_ name: String, at mark: Mark) -> Bool {
    let isFirst = { (byte: UInt8) in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    let isRest = { (byte: UInt8) in isFirst(byte) || (0x30...0x39).contains(byte) }
    if let first = name.utf8.first, isFirst(first), name.utf8.allSatisfy(isRest) { return true }
    log.report(
      mark, "\"\(name)\" is not a name for a variable", remedy: "write letters, digits and _")
    return false
  }

  /// A short name that ends up in synthesised files: letters, digits, `.`, `_` and `-`.
  fileprivate func label(_ key: String, limit: Int) -> String? {
    guard let text = text(key) else { return nil }
    let isPlain = text.value.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || [0x2D, 0x2E, 0x5F].contains($0)
    }
    let first = text.value.utf8.first ?? 0x2D
    if isPlain, ![0x2D, 0x2E].contains(first), text.value.utf8.count <= limit { return text.value }
    log.report(
      text.mark, "\"\(path(key))\" is \"\(text.value)\"",
      remedy: "write at most \(limit) letters, digits, hyphens, dots or underscores")
    return nil
  }
}
