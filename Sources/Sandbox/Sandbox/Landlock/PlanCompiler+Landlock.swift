internal import CKernel
internal import Kernel
internal import Policy

extension PlanCompiler {
  /// Decides a request for a place that has no namespaces.
  ///
  /// - Parameters:
  ///   - request: What to run, ``RunRequest/withoutNamespaces(on:listener:)``.
  ///   - view: What the payload sees.
  /// - Returns: What the launcher is to do.
  /// - Throws: A ``Refusal`` where it may not or cannot be carried out.
  func compile(_ request: RunRequest, in view: LandlockView) throws -> LaunchPlan {
    let missing = LayerCheck(host: host, profile: request.profile, backend: request.backend).missing
    try refuse(request, missing: missing)
    if let refusal = LandlockView.objection(to: request, on: host) { throw refusal }
    try secrets.check(request.command)
    let filter = try FilterCache(host.folders).filter(for: PolicySource(request))
    let paths = PathLookups()
    let found = toolchains(request, paths)
    try secrets.refuse(ifShownBy: found, on: host)
    let planner = MountPlanner(
      request: request, host: host, mounts: try HostMounts.read(), paths: paths, toolchains: found,
      upper: nil)
    let steps = try planner.steps()
    try request.control?.refuse(ifShownBy: steps)
    let rules = try view.rules(for: steps, of: request, paths)
    if host.isRoot { try LandlockView.refuseClosed(request, paths) }
    var own = request
    own.directory = view.directory(of: request)
    // A program of the workspace is the copy's; other arguments are the command's own business.
    let program = BytePath(request.command[0])
    if program.isAbsolute { own.command[0] = view.place(of: program, in: request).bytes }
    own.variables = view.variables(of: request) + request.variables
    let answers = filter.answers.entries.flatMap { entry in
      [UInt64(entry.number), UInt64(entry.errorNumber), UInt64(entry.argumentMask)]
    }
    let gateway =
      request.profile.networkMode == .egress
      ? try GatewayStep(request.profile, learning: request.learning) : nil
    let isLive = request.control != nil
    let json = PlanJSON.encode(
      .object(
        try scalars(own, filter: filter, toolchains: found) + [
          ("folder", .text(view.folder.path)),
          ("mindsMetadata", .flag(!host.isRoot && request.hasListener)),
          ("mindsSockets", .flag(request.mindsSockets)),
          (
            "writable",
            .list(([view.folder.path] + LandlockView.scratch(of: request)).map { .text($0) })
          ),
          ("mounts", .list([])), ("cgroups", .list([])),
          ("answers", .list(answers.map { .number($0) })), ("rules", .list(rules.map(\.json))),
          ("limits", limits(request.profile.limits, onDisk: true)),
        ] + (gateway.map { [("gateway", $0.withoutGateway(isLive: isLive))] } ?? [])))
    return LaunchPlan(
      json: json, filter: filter, profile: request.profile, missing: missing,
      cpuTime: request.profile.limits.cpuTime, upper: nil)
  }
}

extension LandlockView.Rule {
  /// The rule as the launcher reads it.
  var json: PlanJSON.Value {
    .object([("path", .text(path)), ("write", .flag(isWritable)), ("execute", .flag(execute))])
  }
}

extension RunRequest {
  /// The request as it can be carried out without namespaces: with fewer calls and no terminal.
  ///
  /// - Parameters:
  ///   - host: The machine.
  ///   - listener: Whether the supervisor can listen to the payload's calls.
  /// - Returns: The request that is compiled.
  func withoutNamespaces(on host: HostFacts, listener: Bool) -> RunRequest {
    var request = self
    request.hasListener = listener
    request.mindsSockets =
      profile.networkMode == .egress
      && ["socket", "connect"].allSatisfy(profile.syscalls.allow.contains)
    request.profile.syscalls = profile.syscalls.withoutNamespaces(
      keepsUser: !host.isRoot, listener: listener ? .record : .none)
    request.profile.terminal = .none
    // A sandbox within this one would have neither namespaces nor Landlock.
    if profile.filesystem.toolchains == .pathAndScanners {
      request.profile.filesystem.toolchains = .path
    }
    request.backend = .landlock
    return request
  }
}
