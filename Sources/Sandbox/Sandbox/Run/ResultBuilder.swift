internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel
internal import Policy
internal import Text

/// Turns what the launcher reported into a result that explains itself.
struct ResultBuilder {
  let request: RunRequest
  let host: HostFacts
  let startedAt: String

  /// A request that was not carried out.
  func refused(_ refusal: Refusal) -> RunResult {
    var result = empty(.refused, code: 125)
    result.reason = refusal.reason
    result.remedy = refusal.remedy
    return result
  }

  /// A run that could not be started or was lost.
  func failed(
    _ error: any Error, at stage: sentinel_stage, digest: String = ""
  ) -> RunResult {
    let row = SetupStage(number: stage.rawValue)
    var result = empty(.setupFailed, code: 125)
    result.reason = String(describing: error)
    result.stage = row?.name
    result.errno = (error as? KernelFailure)?.number
    result.remedy = result.errno.flatMap { row?.remedy(errno: $0) } ?? row?.remedy
    result.planDigest = digest
    return result
  }

  /// A run that the launcher reported on.
  func result(
    _ raw: sentinel_result, denials: [sentinel_denial], plan: LaunchPlan, digest: String
  ) -> RunResult {
    let ending = RunExitStatus(raw, plan: plan)
    var result = empty(ending.status, code: ending.exitCode)
    result.signal = ending.signal
    result.reason = ending.reason
    result.remedy = ending.remedy
    result.stage = ending.stage
    result.errno = ending.errno
    result.planDigest = digest
    result.wallMilliseconds = Self.milliseconds(raw.wall_microseconds)
    result.cpuUserMilliseconds = Self.milliseconds(raw.cpu_user_microseconds)
    result.cpuSystemMilliseconds = Self.milliseconds(raw.cpu_system_microseconds)
    result.memoryPeakBytes = raw.memory_peak_bytes
    result.pidsPeak = raw.processes_peak
    result.outputBytes = raw.output_bytes
    // A filter was made from this source, so it has a policy.
    if !denials.isEmpty, let policy = try? PolicySource(request).policy() {
      result.denials = denials.map { Self.denial($0, policy: policy, request.backend) }
    }
    result.denialsUnrecorded = raw.denials_unrecorded
    result.denialsFlooded = raw.denials_flooded != 0
    result.missing = missing(raw, plan: plan)
    // Where no command ran nothing protected it, and it reached no limit.
    if ending.status == .setupFailed { return result }
    result.limitsHit = RunExitStatus.limits(raw.limits_hit)
    result.layers = layers(raw)
    result.layers.backend = request.backend
    let isContained = result.missing.allSatisfy(LayerCheck.isReplaced)
    result.level = result.missing.isEmpty ? .full : isContained ? .contained : .reduced
    return result
  }

  /// Adds what the broker told; one that is gone is a layer that was missing.
  func note(_ network: LiveEgress.Report, in result: inout RunResult) {
    result.egress = network.broker.records
    result.egressTotals = network.broker.summary
    result.grants = network.broker.grants
    result.egressChanges = network.changes
    if network.broker.summary?.limits.contains(where: { $0.hits > 0 }) == true {
      result.limitsHit.append(.network)
    }
    guard let failure = network.broker.failure else { return }
    if result.status == .setupFailed {
      // The launcher only saw it go.
      if result.stage == "network", result.errno == EPIPE || result.errno == ECONNRESET {
        result.reason = "starting the network broker: \(failure)"
      }
      return
    }
    result.missing.append(
      MissingLayer(
        layer: "egress broker", reason: failure,
        remedy: "the network was cut at once; run the command again"))
    result.level = .reduced
  }

  private func empty(_ status: RunResult.Status, code: Int32) -> RunResult {
    RunResult(
      status: status, exitCode: code, command: request.command.map { VisibleText.name($0) },
      profile: request.profile.name, planDigest: "", layers: RunResult.Layers(), level: .reduced,
      startedAt: startedAt)
  }

  private static func milliseconds(_ microseconds: UInt64) -> Double { Double(microseconds) / 1000 }

  private static func denial(
    _ raw: sentinel_denial, policy: SyscallPolicy, _ backend: Backend
  ) -> RunResult.Denial {
    let list = raw.arguments
    let arguments = [list.0, list.1, list.2, list.3, list.4, list.5]
    let number = UInt32(bitPattern: raw.number)
    let name = SyscallTable.native.names[number]
    let advice = DenialAdvice(
      number: number, arguments: arguments, policy: policy, table: .native)
    let isWithheld =
      backend == .landlock
      && EffectiveProfile.Syscalls.isWithheldWithoutNamespaces(name ?? "")
    return RunResult.Denial(
      kind: name == "socket" || name == "socketpair" ? .network : .syscall,
      name: name ?? String(raw.number), number: raw.number,
      arguments: arguments.map { "0x" + String($0, radix: 16) }, count: raw.count,
      answer: ErrorNumber.allCases.first { Int32($0.number) == raw.answer }?.rawValue
        ?? String(raw.answer), inferred: false,
      text: isWithheld ? "\(advice.text), because there are no namespaces here" : advice.text,
      allowWith: isWithheld ? "" : advice.allowWith)
  }

  // MARK: Layers

  private static let namespaces: [(sentinel_layer, String)] = [
    (SENTINEL_LAYER_USER, "user"), (SENTINEL_LAYER_PID, "pid"), (SENTINEL_LAYER_MOUNT, "mount"),
    (SENTINEL_LAYER_NETWORK, "network"), (SENTINEL_LAYER_IPC, "ipc"),
    (SENTINEL_LAYER_UTS, "uts"), (SENTINEL_LAYER_CGROUP, "cgroup"),
  ]

  private static func filterDigest(_ raw: sentinel_result) -> [UInt8] {
    unsafe withUnsafeBytes(of: raw.filter_digest) { unsafe Array($0) }
  }

  private func layers(_ raw: sentinel_result) -> RunResult.Layers {
    let has = { (layer: sentinel_layer) in raw.layers & layer.rawValue != 0 }
    let limits: [(sentinel_layer, String)] = [
      (SENTINEL_LAYER_MEMORY_LIMIT, "memory"), (SENTINEL_LAYER_PROCESS_LIMIT, "pids"),
      (SENTINEL_LAYER_CPU_LIMIT, "cpu"), (SENTINEL_LAYER_IO_LIMIT, "io"),
    ]
    return RunResult.Layers(
      namespaces: Self.namespaces.filter { has($0.0) }.map(\.1),
      capabilitiesDropped: has(SENTINEL_LAYER_CAPABILITIES),
      noNewPrivileges: has(SENTINEL_LAYER_NO_NEW_PRIVILEGES),
      seccomp: has(SENTINEL_LAYER_SECCOMP), filterDigest: SHA256.hex(Self.filterDigest(raw)),
      listener: has(SENTINEL_LAYER_LISTENER), landlockABI: raw.landlock_abi,
      proc: has(SENTINEL_LAYER_PROC), descriptorsClosed: has(SENTINEL_LAYER_DESCRIPTORS),
      ceilings: has(SENTINEL_LAYER_CEILINGS), cgroup: host.cgroups.kind.rawValue,
      cgroupLimits: limits.filter { has($0.0) }.map(\.1), hostUID: raw.host_uid)
  }

  /// What takes the place of a layer that a container refuses.
  private static let replacements = [
    MissingLayer(
      layer: "gateway namespace",
      reason:
        "no second network namespace with a pair of virtual interfaces (veth) could be made, so "
        + "the listeners stand among the command's own: it reaches nothing more, but it cannot have "
        + "their ports, and programs in the sandbox can answer each other in the place of names",
      remedy: "boot a kernel with veth, and raise user.max_net_namespaces"),
    MissingLayer(
      layer: "proc",
      reason:
        "the kernel gives no new proc where the visible one is partly covered: /proc holds some files "
        + "about the machine and no process, so /proc/self and /dev/fd lead nowhere",
      remedy: "let the container show all of /proc (procMount: Unmasked, systempaths=unconfined)"),
    MissingLayer(
      layer: "host name",
      reason: "a filter around this process forbids setting it: the outer one shows",
      remedy: "nothing is lost but the name"),
    MissingLayer(
      layer: "ceilings of the user namespace",
      reason: "/proc/sys cannot be written here: the filter alone forbids further namespaces, and "
        + "watches count against the user's own bounds",
      remedy: "let the container write /proc/sys/user"),
  ]

  /// What the plan knew to be missing, and what the launcher did not observe.
  private func missing(_ raw: sentinel_result, plan: LaunchPlan) -> [MissingLayer] {
    var missing = plan.missing
    if raw.outcome == SENTINEL_OUTCOME_SETUP.rawValue { return missing }
    var wanted = [
      (SENTINEL_LAYER_CAPABILITIES, "empty capabilities"),
      (SENTINEL_LAYER_NO_NEW_PRIVILEGES, "no_new_privs"), (SENTINEL_LAYER_SECCOMP, "seccomp"),
      (SENTINEL_LAYER_LISTENER, request.backend == .landlock ? "listener" : "denial records"),
      (SENTINEL_LAYER_LANDLOCK, "landlock"),
      (SENTINEL_LAYER_DESCRIPTORS, "closed descriptors"),
    ]
    if request.backend == .namespaces {
      wanted += Self.namespaces.map { ($0.0, "\($0.1) namespace") }
      wanted += [
        (SENTINEL_LAYER_CEILINGS, "ceilings of the user namespace"),
        (SENTINEL_LAYER_HOSTNAME, "host name"),
      ]
      if request.profile.filesystem.proc { wanted.append((SENTINEL_LAYER_PROC, "proc")) }
      if request.profile.networkMode == .egress {
        wanted.append((SENTINEL_LAYER_GATEWAY, "gateway namespace"))
      }
    }
    if Self.filterDigest(raw) != plan.filter.digest {
      missing.append(
        MissingLayer(
          layer: "seccomp", reason: "the filter that was loaded is not the one that was compiled",
          remedy: "sentinel and sentinel-launch differ: reinstall both"))
    }
    for (layer, name) in wanted where raw.layers & layer.rawValue == 0 {
      if missing.contains(where: { $0.layer == name }) { continue }
      let known = Self.replacements.first { $0.layer == name }
      missing.append(
        known
          ?? MissingLayer(
            layer: name, reason: "the launcher did not observe it", remedy: "run `sentinel doctor`")
      )
    }
    return missing
  }
}
