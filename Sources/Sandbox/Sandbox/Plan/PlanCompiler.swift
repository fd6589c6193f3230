internal import CKernel
internal import Glibc
internal import Kernel
internal import Policy
internal import YAML

/// Turns a request into a launch plan for this machine, or refuses it.
package struct PlanCompiler {
  let host: HostFacts
  let secrets: GrantSecrets
  private let certificates: RunCertificates?

  /// Compiles for a machine.
  package init(host: HostFacts) { self.init(host: host, secrets: .none) }

  /// Compiles for a machine; no credential gets into the plan, and of a run's authority its certificate.
  init(host: HostFacts, secrets: GrantSecrets, certificates: RunCertificates? = nil) {
    self.host = host
    self.secrets = secrets
    self.certificates = certificates
  }

  /// Decides a request for this machine; throws a ``Refusal`` where it may not or cannot be carried
  /// out.
  package func compile(_ request: RunRequest) throws -> LaunchPlan {
    try compile(request, copy: nil)
  }

  /// The same with a copy in the place of the workspace.
  ///
  /// - Parameters:
  ///   - request: What to run.
  ///   - copy: The copy that stands for the workspace, where its owners cannot be mapped.
  /// - Returns: What the launcher is to do.
  /// - Throws: A ``Refusal`` where it may not or cannot be carried out.
  func compile(_ request: RunRequest, copy: BytePath?) throws -> LaunchPlan {
    let check = LayerCheck(
      host: host, profile: request.profile, disks: disks(request), isCopied: copy != nil)
    let missing = check.missing
    try refuse(request, missing: missing)
    try secrets.check(request.command)
    let filter = try FilterCache(host.folders).filter(for: PolicySource(request))
    let upper = try makeUpper(request)
    let paths = PathLookups()
    let found = toolchains(request, paths)
    try secrets.refuse(ifShownBy: found, on: host)
    let lists = try lists(
      request, filter: filter, upper: upper, copy: copy, toolchains: found, paths)
    let json = PlanJSON.encode(
      .object(try scalars(request, filter: filter, toolchains: found) + lists))
    return LaunchPlan(
      json: json, filter: filter, profile: request.profile, missing: missing,
      cpuTime: request.profile.limits.cpuTime, upper: upper)
  }

  /// Read only for a limit that needs them.
  private func disks(_ request: RunRequest) -> [String] {
    request.profile.limits.io == nil ? [] : BlockDisks.present()
  }

  func refuse(_ request: RunRequest, missing: [MissingLayer]) throws(Refusal) {
    if request.command.isEmpty || request.command[0].isEmpty {
      throw Refusal("no command", remedy: "write it after --")
    }
    if request.profile.networkMode == .host && !request.allowsHostNetwork {
      throw Refusal(
        "the profile shares the host's network", remedy: "agree to that with --network host")
    }
    let intolerable = missing.first { layer in
      switch request.isolation {
      case .full: !LayerCheck.isChosen(layer)
      case .contained: !LayerCheck.isChosen(layer) && !LayerCheck.isReplaced(layer)
      case .available: false
      }
    }
    if let layer = intolerable {
      let less = LayerCheck.isReplaced(layer) ? "contained" : "available"
      throw Refusal(
        "\(layer.layer) is missing: \(layer.reason)",
        remedy: "\(layer.remedy); or accept what there is with --isolation \(less)")
    }
    if request.profile.workspace.mode == .readWrite, request.workspaceTarget != nil {
      throw Refusal(
        "a workspace that is written in place cannot be seen elsewhere",
        remedy: "use the mode overlay or read-only")
    }
  }

  /// A folder of our own on disk, for kernels whose memory file system cannot hold an overlay's marks.
  private func makeUpper(_ request: RunRequest) throws(KernelFailure) -> BytePath? {
    guard request.workspace != nil, request.profile.workspace.mode != .readOnly,
      !host.memoryHoldsMarks
    else { return nil }
    return try UpperFolders(cache: host.folders.cache).make()
  }

  func scalars(
    _ request: RunRequest, filter: CompiledFilter, toolchains: ToolchainFinder.Found
  ) throws(Refusal) -> [(String, PlanJSON.Value)] {
    let profile = request.profile
    let directory = request.directory ?? request.workspaceTarget ?? request.workspace ?? "/tmp"
    return [
      ("version", .number(UInt64(SENTINEL_PLAN_VERSION))),
      ("network", .text(profile.networkMode.rawValue)),
      ("hostname", .text(profile.identity.hostname)), ("directory", .text(directory)),
      ("launcher", .text(host.launcher)), ("argv", .list(request.command.map { .text($0) })),
      ("environment", .list(try environment(request, toolchains).map { .text($0) })),
      ("insideUID", .number(UInt64(profile.identity.uid))),
      ("insideGID", .number(UInt64(profile.identity.gid))),
      ("idBase", .number(UInt64(host.ids.base))), ("idCount", .number(UInt64(host.ids.count))),
      ("isolation", .text(request.isolation.rawValue)),
      ("mapOwners", .flag(request.backend == .namespaces && host.ids.mapsOwners)),
      ("listener", .flag(filter.usesListener)),
      ("terminal", .flag(profile.terminal == .private)), ("landlock", .flag(true)),
      ("needsProc", .flag(request.needsProc && host.landlockABI >= LandlockView.leastABI)),
      ("denyTCP", .flag(profile.networkMode == .none || request.backend == .landlock)),
      (
        "watchMemory", .flag(request.backend == .landlock || host.cgroups.missing.contains(.memory))
      ),
    ] + (host.cgroups.oldIO.map { [("ioParent", .text($0.folder))] } ?? [])
  }

  private func lists(
    _ request: RunRequest, filter: CompiledFilter, upper: BytePath?, copy: BytePath?,
    toolchains: ToolchainFinder.Found, _ paths: PathLookups
  ) throws -> [(String, PlanJSON.Value)] {
    let mounts = try HostMounts.read()
    let planner = MountPlanner(
      request: request, host: host, mounts: mounts, paths: paths, toolchains: toolchains,
      upper: upper, copy: copy, certificates: certificates)
    let steps = try planner.steps()
    var trees = MountTrees(mounts, paths: paths, isRoot: host.isRoot)
    try request.control?.refuse(ifShownBy: steps)
    let limits = request.profile.limits, disks = disks(request)
    let groups = host.cgroups.parents(for: limits).map {
      CgroupStep(parent: $0, limits: limits, disks: disks)
    }
    let answers = filter.answers.entries.flatMap { entry in
      [UInt64(entry.number), UInt64(entry.errorNumber), UInt64(entry.argumentMask)]
    }
    let gateway =
      request.profile.networkMode == .egress
      ? try GatewayStep(
        request.profile, isLive: request.control != nil, learning: request.learning) : nil
    return [
      ("mounts", .list(trees.grouped(steps).map(\.json))), ("cgroups", .list(groups.map(\.json))),
      ("answers", .list(answers.map { .number($0) })), ("rules", .list(pathRules(steps))),
      (
        "limits",
        self.limits(
          limits, onDisk: upper != nil || steps.contains { $0.kind == .bind && $0.isWritable })
      ),
    ] + (gateway.map { [("gateway", $0.json)] } ?? [])
      + (request.selfTest.map { [("selfTest", $0.json)] } ?? [])
  }

  func limits(_ limits: Limits, onDisk: Bool) -> PlanJSON.Value {
    .object([
      ("wallMilliseconds", .number(limits.wall.milliseconds)),
      ("cpuMilliseconds", .number(limits.cpuTime.milliseconds)),
      ("outputBytes", .number(limits.output.bytes)),
      ("memoryBytes", .number(limits.memory.bytes)),
      ("openFiles", .number(UInt64(limits.openFiles))),
      ("fileBytes", .number(limits.fileSize.bytes)),
      ("processes", .number(UInt64(limits.pids))),
      ("diskBytes", .number(onDisk ? limits.disk.bytes : 0)),
    ])
  }

  /// Landlock repeats what the mounts say: everything readable, only these writable.
  private func pathRules(_ steps: [MountStep]) -> [PlanJSON.Value] {
    let writable = steps.filter(\.isWritable).map {
      LandlockView.Rule(path: $0.target, isWritable: true, execute: true)
    }
    return ([LandlockView.Rule(path: "/", execute: true)] + writable).map(\.json)
  }

  func toolchains(
    _ request: RunRequest, _ paths: PathLookups
  ) -> ToolchainFinder.Found {
    guard request.profile.filesystem.toolchains != .none else { return ToolchainFinder.Found() }
    let visible = request.profile.filesystem.mounts.filter { $0.access != .hidden }
    let account = Account.of(geteuid())?.home
    var finder = ToolchainFinder(
      home: host.home,
      personal: host.folders.all.map(\.parent) + [account].compactMap(\.self),
      workspace: request.workspace,
      foreign: host.foreignTrees, visible: visible.map { BytePath($0.target) }, paths: paths)
    return finder.find(searchPath: host.environment.bytes(of: "PATH") ?? [])
  }

  /// The profile's own variables, what it lets pass, and what the caller adds, in rising precedence.
  private func environment(
    _ request: RunRequest, _ found: ToolchainFinder.Found
  ) throws(Refusal) -> [[UInt8]] {
    let section = request.profile.environment
    var variables: [String: [UInt8]] = section.set.mapValues { Array($0.utf8) }
    if !found.searchPath.isEmpty {
      let system = (section.set["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map {
        BytePath(String($0))
      }
      let path = found.searchPath + system.filter { !found.searchPath.contains($0) }
      variables["PATH"] = Array(path.map(\.bytes).joined(separator: [UInt8(ascii: ":")]))
    }
    for (name, value) in found.variables { variables[name] = value.bytes }
    for entry in host.environment.entries {
      guard let split = Self.split(entry),
        section.pass.contains(where: { Self.matches($0, split.name) })
      else { continue }
      variables[split.name] = split.value
    }
    certificates?.set(in: &variables)
    for entry in request.variables {
      if let split = Self.split(entry) { variables[split.name] = split.value }
    }
    variables = try secrets.variables(variables, rules: request.profile.networkRules)
    return variables.keys.sorted().map { Array("\($0)=".utf8) + (variables[$0] ?? []) }
  }

  private static func split(_ entry: [UInt8]) -> (name: String, value: [UInt8])? {
    guard let equals = entry.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
    return (String(decoding: entry[..<equals], as: UTF8.self), Array(entry[(equals + 1)...]))
  }

  private static func matches(_ pattern: String, _ name: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }
}
