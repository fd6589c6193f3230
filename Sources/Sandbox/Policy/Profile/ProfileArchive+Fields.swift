internal import Egress
internal import YAML

// The order of the fields, once for each direction; a field that is forgotten in one of them fails
// to compile or fails the test that compares every shipped profile with its archive.

extension ArchiveWriter {
  mutating func add(_ profile: EffectiveProfile) {
    add(profile.name)
    add(profile.summary)
    list(profile.final) { writer, key in
      writer.add(key.value)
      writer.add(key.mark.file)
      writer.add(key.mark.line)
      writer.add(key.mark.column)
    }
    add(profile.filesystem)
    add(profile.workspace.mode.rawValue)
    list(profile.workspace.protect) { $0.add($1) }
    add(profile.workspace.execute)
    add(profile.networkMode.rawValue)
    list(profile.networkRules) { $0.add($1) }
    list(profile.networkGrants) { $0.add($1) }
    list(profile.networkLimits.sorted { $0.key.rawValue < $1.key.rawValue }) { writer, limit in
      writer.add(limit.key.rawValue)
      writer.add(limit.value)
    }
    add(profile.syscalls)
    add(profile.limits)
    list(profile.environment.pass) { $0.add($1) }
    list(profile.environment.set.sorted { $0.key < $1.key }) { writer, variable in
      writer.add(variable.key)
      writer.add(variable.value)
    }
    add(profile.identity.uid)
    add(profile.identity.gid)
    add(profile.identity.user)
    add(profile.identity.hostname)
    add(profile.terminal.rawValue)
  }

  private mutating func optional(_ text: String?) { list(text.map { [$0] } ?? []) { $0.add($1) } }

  private mutating func add(_ rule: RuleDescription) {
    add(rule.id)
    add(rule.target)
    for text in [rule.verdict, rule.ports, rule.mode, rule.grant] { optional(text) }
    list(rule.addresses ?? []) { $0.add($1) }
    optional(rule.upstreamPort)
    for flag in [rule.clientTLS, rule.ipv6, rule.upgrade, rule.encryptedHello] {
      optional(flag.map { "\($0)" })
    }
  }

  private mutating func optional(_ number: (some FixedWidthInteger)?) {
    list(number.map { [$0] } ?? []) { $0.add($1) }
  }

  private mutating func add(_ grant: GrantDescription) {
    add(grant.name)
    for text in [
      grant.fromEnv, grant.fromFile, grant.header, grant.form?.rawValue, grant.user,
      grant.git?.rawValue, grant.mayDelete.map { "\($0)" },
    ] { optional(text) }
    list(grant.hosts) { $0.add($1) }
    list(grant.paths) { $0.add($1) }
    for texts in [grant.methods, grant.refs, grant.fields, grant.answerFields] {
      list(texts.map { [$0] } ?? []) { writer, texts in writer.list(texts) { $0.add($1) } }
    }
    optional(grant.uses)
    optional(grant.bytes)
    optional(grant.expires)
  }

  private mutating func add(_ filesystem: EffectiveProfile.Filesystem) {
    list(filesystem.mounts) { writer, mount in
      writer.add(mount.source)
      writer.add(mount.target)
      writer.add(mount.access.rawValue)
      writer.add(mount.execute)
      writer.add(mount.isOptional)
    }
    add(filesystem.toolchains.rawValue)
    list(filesystem.temporaries) { writer, mount in
      writer.add(mount.target)
      writer.add(mount.size.bytes)
      writer.add(mount.inodes)
      writer.add(mount.execute)
    }
    list(filesystem.masks) { $0.add($1) }
    add(filesystem.proc)
  }

  private mutating func add(_ syscalls: EffectiveProfile.Syscalls) {
    list(syscalls.allow) { $0.add($1) }
    list(syscalls.denied) { $0.add($1) }
    list(syscalls.conditions) { writer, condition in
      writer.add(condition.call)
      writer.add(condition.argument)
      writer.list(condition.mask.map { [$0] } ?? []) { $0.add($1) }
      writer.add(condition.test.rawValue)
      writer.list(condition.values) { $0.add($1) }
      writer.list(condition.premise.map { [$0] } ?? []) { writer, premise in
        writer.add(premise.argument)
        writer.list(premise.mask.map { [$0] } ?? []) { $0.add($1) }
        writer.add(premise.value)
      }
    }
    list(syscalls.answers.sorted { $0.key < $1.key }) { writer, answer in
      writer.add(answer.key)
      writer.add(answer.value.rawValue)
    }
    add(syscalls.listener.rawValue)
  }

  private mutating func add(_ constant: ArgumentCondition.Constant) {
    add(constant.text)
    add(constant.value)
  }

  private mutating func add(_ limits: Limits) {
    for bytes in [limits.memory, limits.disk, limits.output, limits.fileSize] { add(bytes.bytes) }
    add(limits.io?.bytes ?? 0)
    for span in [limits.wall, limits.cpuTime] { add(span.milliseconds) }
    for number in [limits.milliCPUs, limits.pids, limits.openFiles] { add(number) }
  }
}

extension ArchiveReader {
  mutating func profile() throws(ArchiveFault) -> EffectiveProfile {
    EffectiveProfile(
      name: try text(), summary: try text(),
      final: try list { reader throws(ArchiveFault) in try reader.final() },
      filesystem: try filesystem(),
      workspace: EffectiveProfile.Workspace(
        mode: try choice(of: WorkspaceMode.self), protect: try texts(), execute: try flag()),
      networkMode: try choice(of: NetworkMode.self),
      networkRules: try list { reader throws(ArchiveFault) in try reader.rule() },
      networkGrants: try list { reader throws(ArchiveFault) in try reader.grant() },
      networkLimits: try networkLimits(),
      syscalls: try syscalls(),
      limits: try limits(),
      environment: EffectiveProfile.Environment(pass: try texts(), set: try variables()),
      identity: Identity(
        uid: try count(), gid: try count(), user: try text(), hostname: try text()),
      terminal: try choice(of: TerminalMode.self))
  }

  private mutating func rule() throws(ArchiveFault) -> RuleDescription {
    var rule = RuleDescription(id: try text(), target: try text())
    rule.verdict = try texts().first
    rule.ports = try texts().first
    rule.mode = try texts().first
    rule.grant = try texts().first
    let addresses = try texts()
    if !addresses.isEmpty { rule.addresses = addresses }
    rule.upstreamPort = try numbers().first.flatMap { UInt16(exactly: $0) }
    rule.clientTLS = try texts().first.map { $0 == "true" }
    rule.ipv6 = try texts().first.map { $0 == "true" }
    rule.upgrade = try texts().first.map { $0 == "true" }
    rule.encryptedHello = try texts().first.map { $0 == "true" }
    return rule
  }

  private mutating func numbers() throws(ArchiveFault) -> [UInt64] {
    try list { reader throws(ArchiveFault) in try reader.number() }
  }

  private mutating func grant() throws(ArchiveFault) -> GrantDescription {
    var grant = GrantDescription(name: try text())
    grant.fromEnv = try texts().first
    grant.fromFile = try texts().first
    grant.header = try texts().first
    grant.form = try texts().first.flatMap { GrantDescription.Form(rawValue: $0) }
    grant.user = try texts().first
    grant.git = try texts().first.flatMap { GrantDescription.Git(rawValue: $0) }
    grant.mayDelete = try texts().first.map { $0 == "true" }
    grant.hosts = try texts()
    grant.paths = try texts()
    grant.methods = try list { reader throws(ArchiveFault) in try reader.texts() }.first
    grant.refs = try list { reader throws(ArchiveFault) in try reader.texts() }.first
    grant.fields = try list { reader throws(ArchiveFault) in try reader.texts() }.first
    grant.answerFields = try list { reader throws(ArchiveFault) in try reader.texts() }.first
    grant.uses = try numbers().first.flatMap { Int(exactly: $0) }
    grant.bytes = try numbers().first
    grant.expires = try numbers().first
    return grant
  }

  private mutating func final() throws(ArchiveFault) -> Located<String> {
    Located(try text(), at: Mark(file: try text(), line: try count(), column: try count()))
  }

  private mutating func filesystem() throws(ArchiveFault) -> EffectiveProfile.Filesystem {
    EffectiveProfile.Filesystem(
      mounts: try list { reader throws(ArchiveFault) in try reader.mount() },
      toolchains: try choice(of: Toolchains.self),
      temporaries: try list { reader throws(ArchiveFault) in try reader.temporary() },
      masks: try texts(), proc: try flag())
  }

  private mutating func mount() throws(ArchiveFault) -> Mount {
    Mount(
      source: try text(), target: try text(), access: try choice(of: MountAccess.self),
      execute: try flag(), isOptional: try flag())
  }

  private mutating func temporary() throws(ArchiveFault) -> TemporaryMount {
    TemporaryMount(
      target: try text(), size: ByteCount(bytes: try number()), inodes: try count(),
      execute: try flag())
  }

  private mutating func syscalls() throws(ArchiveFault) -> EffectiveProfile.Syscalls {
    EffectiveProfile.Syscalls(
      allow: try texts(), denied: try texts(),
      conditions: try list { reader throws(ArchiveFault) in try reader.condition() },
      answers: try answers(), listener: try choice(of: ListenerMode.self))
  }

  private mutating func condition() throws(ArchiveFault) -> ArgumentCondition {
    ArgumentCondition(
      call: try text(), argument: try count(), mask: try constants().first,
      test: try choice(of: ArgumentCondition.Test.self), values: try constants(),
      premise: try list { reader throws(ArchiveFault) in try reader.premise() }.first)
  }

  private mutating func premise() throws(ArchiveFault) -> ArgumentCondition.Premise {
    ArgumentCondition.Premise(
      argument: try count(), mask: try constants().first, value: try constant())
  }

  private mutating func constants() throws(ArchiveFault) -> [ArgumentCondition.Constant] {
    try list { reader throws(ArchiveFault) in try reader.constant() }
  }

  private mutating func constant() throws(ArchiveFault) -> ArgumentCondition.Constant {
    ArgumentCondition.Constant(text: try text(), value: try number())
  }

  private mutating func answers() throws(ArchiveFault) -> [String: ErrorNumber] {
    var answers: [String: ErrorNumber] = [:]
    for _ in 0..<(try count()) {
      let call = try text()
      answers[call] = try choice(of: ErrorNumber.self)
    }
    return answers
  }

  private mutating func networkLimits() throws(ArchiveFault) -> [EgressLimit: UInt64] {
    var limits: [EgressLimit: UInt64] = [:]
    for _ in 0..<(try count()) {
      let limit = try choice(of: EgressLimit.self)
      limits[limit] = try number()
    }
    return limits
  }

  private mutating func variables() throws(ArchiveFault) -> [String: String] {
    var variables: [String: String] = [:]
    for _ in 0..<(try count()) {
      let name = try text()
      variables[name] = try text()
    }
    return variables
  }

  private mutating func limits() throws(ArchiveFault) -> Limits {
    let memory = try number(), disk = try number(), output = try number(), fileSize = try number()
    let io = try number()
    let wall = try number(), cpuTime = try number()
    return Limits(
      memory: ByteCount(bytes: memory), milliCPUs: try count(), pids: try count(),
      disk: ByteCount(bytes: disk), wall: TimeLimit(milliseconds: wall),
      cpuTime: TimeLimit(milliseconds: cpuTime), output: ByteCount(bytes: output),
      openFiles: try count(), fileSize: ByteCount(bytes: fileSize),
      io: io == 0 ? nil : ByteCount(bytes: io))
  }
}
