internal import Egress
internal import Glibc
internal import Kernel
package import Policy
package import Sandbox
internal import YAML

/// Runs tools in Sentinel's own sandbox.
package struct SandboxToolRunner: ToolRunner {
  /// Gives the profile of a name, with everything inherited.
  package typealias ProfileSource = @Sendable (String) throws -> EffectiveProfile

  private let host: HostFacts
  private let isolation: RunRequest.Isolation
  private let profile: ProfileSource

  /// Makes a runner; a missing protection ends a run or is reported, as the isolation says.
  package init(
    host: HostFacts, isolation: RunRequest.Isolation, profile: @escaping ProfileSource
  ) {
    self.host = host
    self.isolation = isolation
    self.profile = profile
  }

  /// Runs a process to its end; a cancelled task ends it first.
  package func run(_ invocation: ToolInvocation) async -> ToolOutcome {
    guard let cancellation = try? CancellationSignal() else {
      return ToolOutcome(
        status: .setupFailed("no descriptor is left; raise ulimit -n"), level: .reduced)
    }
    let runner = self
    return await withTaskCancellationHandler {
      await BlockingThread.run { runner.run(invocation, cancellation: cancellation) }
    } onCancel: {
      cancellation.set()
    }
  }

  private func run(_ invocation: ToolInvocation, cancellation: CancellationSignal) -> ToolOutcome {
    do {
      let nothing = try Descriptor.open("/dev/null", O_RDONLY)
      let output = try Handles.scratchFile("output"), errors = try Handles.scratchFile("errors")
      var request = try request(for: invocation)
      request.streams = [nothing.number, output.number, errors.number]
      let outcome = SandboxRun(host: host).run(request, cancellation: cancellation.number)
      let result = outcome.result
      outcome.discard()
      // Who is cut off from what it needs has not seen what it should have.
      return ToolOutcome(
        status: status(of: result), level: result.level, output: try Self.content(of: output),
        errors: try Self.content(of: errors), milliseconds: Int(result.wallMilliseconds),
        denials: Self.denials(of: result, under: request.profile),
        missing: result.missing.map(\.layer))
    } catch {
      return ToolOutcome(status: .setupFailed(String(describing: error)), level: .reduced)
    }
  }

  private static func content(of file: borrowing Descriptor) throws(KernelFailure) -> [UInt8] {
    lseek(file.number, 0, SEEK_SET)
    return try file.readAll()
  }

  /// What the sandbox is asked for.
  func request(for invocation: ToolInvocation) throws -> RunRequest {
    var profile = try profile(invocation.profile)
    profile.environment.pass = []
    try open(invocation.network, in: &profile)
    profile.limits.wall = TimeLimit(milliseconds: UInt64(invocation.limits.wallMilliseconds))
    profile.limits.memory = ByteCount(bytes: UInt64(invocation.limits.memoryBytes))
    profile.limits.output = ByteCount(bytes: UInt64(invocation.limits.outputBytes))
    var request = RunRequest(profile: profile, command: invocation.arguments)
    request.directory = BytePath(invocation.workingFolder)
    request.variables = invocation.environment.map { Array("\($0.key)=".utf8) + $0.value }
    request.isolation = isolation
    request.needsProc = true
    request.extraMounts = mounts(for: invocation, profile: profile)
    return request
  }

  /// Lets a run reach what it names; a tool that names nothing reaches nothing, whatever its profile.
  private func open(
    _ network: ToolInvocation.Network, in profile: inout EffectiveProfile
  ) throws(Sandbox.Refusal) {
    switch network {
    case .hosts(let hosts):
      profile.networkMode = .egress
      profile.networkRules = hosts.map(Self.rule)
    case .named(let network) where !network.rules.isEmpty:
      guard profile.networkMode == .egress else {
        throw Sandbox.Refusal(
          "the descriptor names \(network), and profile \(profile.name) has no network",
          remedy: "write profile: scanner-online, or leave network out")
      }
      profile.networkRules = network.rules
    case .none, .named:
      if profile.networkMode == .egress { profile.networkMode = .none }
      profile.networkRules = []
    }
  }

  /// What the profile and the broker refused; what a place without namespaces refuses beyond the profile says
  /// nothing about a tool.
  private static func denials(
    of result: RunResult, under profile: EffectiveProfile
  ) -> [ToolOutcome.Denial] {
    let policy = result.layers.backend == .landlock ? try? SyscallPolicy(profile) : nil
    let calls = result.denials.filter { denial in
      let registers = denial.arguments.map { UInt64($0.dropFirst(2), radix: 16) ?? 0 }
      return policy?.allows(denial.name, registers) != true
    }
    // An idle connection is nothing that the tool was in need of.
    let refused = result.egress.filter { $0.verdict == .denied && $0.code != .idle }
    return calls.map { ToolOutcome.Denial(name: $0.name, text: $0.text) }
      + refused.map {
        ToolOutcome.Denial(name: "network \($0.name)", text: $0.reason ?? "it was cut off")
      }
  }

  /// The user's own configuration names these servers, which often are a mirror in a private network.
  private static func rule(_ host: PackageHost) -> RuleDescription {
    var rule = RuleDescription(
      id: "package index \(host.name)", target: host.name, ports: "\(host.port)",
      mode: host.isProxy ? "raw" : nil)
    rule.addresses = [
      "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "192.0.2.0/24",
      "198.51.100.0/24", "203.0.113.0/24", "fc00::/7", "2001:db8::/32",
    ]
    return rule
  }

  /// What a profile shows anyway is not mounted twice; the scanned tree is never executable.
  private func mounts(
    for invocation: ToolInvocation, profile: EffectiveProfile
  ) -> [RunRequest.ExtraMount] {
    let shown = profile.filesystem.mounts.filter { $0.access != .hidden }.map {
      BytePath($0.target)
    }
    let program = BytePath(invocation.arguments.first ?? [])
    let readable = invocation.readable.map { BytePath($0) }.filter { path in
      !shown.contains { path.isWithin($0) }
    }
    let writable = invocation.writable.map { BytePath($0) }
    return readable.map { path in
      let isTree = path == BytePath(invocation.workingFolder) && !program.isWithin(path)
      var mount = RunRequest.ExtraMount(
        source: path, target: path, isWritable: false, execute: !isTree)
      mount.isOwn = isInstallation(path)
      return mount
    }
      + writable.map { path in
        var mount = RunRequest.ExtraMount(
          source: path, target: path, isWritable: true, execute: true)
        mount.isOwn = isInstallation(path)
        mount.isScratch = true
        return mount
      }
  }

  /// Whether a path is one tool's folder in the data folder, or in it; no other tool's is shown.
  private func isInstallation(_ path: BytePath) -> Bool {
    let tools = BytePath(ToolFolder(data: host.folders.data.bytes).root), path = path.normalised
    return [tools, try? FileSystem.resolve(tools)].compactMap { $0 }.contains {
      path.isWithin($0) && path.depth > $0.depth
    }
  }

  private func status(of result: RunResult) -> ToolOutcome.Status {
    let reason = result.reason.map { "\($0)\(result.remedy.map { "; \($0)" } ?? "")" }
    return switch result.status {
    case .ok, .nonzero: .exited(result.exitCode)
    case .signal: .signalled(result.signal ?? SIGKILL)
    case .timeout, .cpuLimit: .timedOut
    case .oom: .outOfMemory
    case .pidsLimit, .outputLimit, .diskLimit: .limit(reason ?? result.status.rawValue)
    case .deniedKill: .killedByPolicy(reason ?? "denied")
    case .setupFailed, .refused, .quarantineFailed: .setupFailed(reason ?? "refused")
    }
  }
}
