internal import CKernel
internal import Egress
internal import Glibc
package import Kernel

/// Runs commands in sandboxes.
package struct SandboxRun: Sendable {
  /// What a finished run leaves for the caller to look at.
  package struct Outcome: ~Copyable {
    /// The result document.
    package var result: RunResult
    /// What an overlay holds, for the patch; absent when it was not asked for.
    let overlay: OverlayReading?
    /// The disk folder of that layer, removed by ``discard()``.
    let upperFolder: BytePath?

    /// Writes what the command changed as a patch for `git apply`.
    ///
    /// Returns what the patch does not carry; nothing is written without an overlay.
    package borrowing func writePatch(
      to file: borrowing Descriptor
    ) throws(KernelFailure) -> [PatchOmission] {
      guard let overlay else { return [] }
      return try GitPatch(overlay.list, of: overlay.changes).write(to: file)
    }

    /// Reads a file that the command wrote into the layer; hostile bytes.
    ///
    /// - Parameters:
    ///   - path: the path in the workspace.
    ///   - limit: the most bytes.
    /// - Returns: the content.
    /// - Throws: ENODATA without an overlay, EINVAL for anything but a regular file, EFBIG when it is
    ///   longer, and what the kernel says.
    package borrowing func contents(
      of path: BytePath, limit: Int
    ) throws(KernelFailure) -> [UInt8] {
      guard let overlay else { throw KernelFailure(call: "open", number: ENODATA) }
      return try overlay.changes.layers.file(.upper(path)).readAll(limit: limit)
    }

    /// Removes what the layer occupies on disk.
    package consuming func discard() {
      if let upperFolder { try? FileSystem.remove(upperFolder) }
    }
  }

  /// An overlay's layers and what was found in them.
  struct OverlayReading {
    let changes: OverlayChanges
    let list: ChangeList
  }

  let host: HostFacts

  /// Uses what is known of the machine.
  package init(host: HostFacts) { self.host = host }

  /// Carries a request out; a refusal is a result too, with nothing started.
  ///
  /// - Parameters:
  ///   - request: What to run.
  ///   - signals: A descriptor of termination signals that are passed on to the command.
  ///   - cancellation: A descriptor that ends the run when it becomes readable.
  ///   - tell: Takes a line for the user about each name that was refused, while the run goes on.
  /// - Returns: The result, and the overlay if it was asked for.
  package func run(
    _ request: RunRequest, signals: Int32? = nil, cancellation: Int32? = nil,
    tell: @escaping (String) -> Void = { _ in }
  ) -> Outcome {
    let builder = ResultBuilder(request: request, host: host, startedAt: Timestamp.now())
    guard request.wantsSelfTest else {
      return carryOut(request, builder, signals, cancellation, tell)
    }
    let report = EgressSelfTest(host: host).run(request)
    var outcome =
      if let refusal = report.refusal { Self.without(builder.refused(refusal)) } else {
        carryOut(request, builder, signals, cancellation, tell)
      }
    outcome.result.egressSelfTest = report
    return outcome
  }

  private func carryOut(
    _ request: RunRequest, _ builder: ResultBuilder, _ signals: Int32?, _ cancellation: Int32?,
    _ tell: @escaping (String) -> Void
  ) -> Outcome {
    do {
      // The process starts while the plan is compiled; each takes as long as the other.
      let session = try LauncherSession(launcher: host.launcher, streams: request.streams)
      let plan: LaunchPlan
      let network: LiveEgress?
      do {
        let secrets = try GrantSecrets.read(request, host: host)
        let certificates = try RunCertificates.make(request, host: host)
        plan = try PlanCompiler(host: host, secrets: secrets, certificates: certificates)
          .compile(request)
        network = try startNetwork(request, secrets, certificates, tell)
      } catch {
        session.abandon()
        throw error
      }
      return try start(
        request, plan: plan, session, network, builder: builder, signals, cancellation)
    } catch let refusal as Refusal {
      return Self.without(builder.refused(refusal))
    } catch let failure as FilterError {
      return Self.without(builder.refused(Refusal(failure.description, remedy: "mend the profile")))
    } catch {
      return Self.without(builder.failed(String(describing: error)))
    }
  }

  private static func without(_ result: RunResult) -> Outcome {
    Outcome(result: result, overlay: nil, upperFolder: nil)
  }

  private func start(
    _ request: RunRequest, plan: LaunchPlan, _ session: consuming LauncherSession,
    _ network: LiveEgress?, builder: ResultBuilder, _ signals: Int32?, _ cancellation: Int32?
  ) throws -> Outcome {
    let names = ProtectedNames(names: request.profile.workspace.protect)
    let watched = request.profile.workspace.mode == .readWrite ? request.workspace : nil
    let before = watched.map { names.find(in: $0) }
    do {
      try session.begin(plan, broker: network?.launcherNumber)
      network?.handedOver(to: session.launcherProcess)
    } catch {
      network?.abandon()
      session.abandon()
      throw error
    }
    // On another processor than the launcher, if there is one.
    let digests = plan.digests
    let ended = try session.finish(
      signals: signals, cancellation: cancellation, network: network)
    request.control?.remove()
    let told = network?.finish()
    guard var report = ended else {
      if let upper = plan.upper { try? FileSystem.remove(upper) }
      LeftoverSweep(host: host).run()
      var lost = builder.failed("the supervisor was killed", digests: digests)
      Quarantine.apply(quarantine(watched, before, names), to: &lost)
      return Self.without(lost)
    }
    var result = builder.result(
      report.result, denials: report.denials, plan: plan, digests: digests)
    if let told { builder.note(told, in: &result) }
    Quarantine.apply(quarantine(watched, before, names), to: &result)
    let overlay = try readOverlay(request, report.upper.take(), into: &result)
    return Outcome(result: result, overlay: overlay, upperFolder: plan.upper)
  }

  private func startNetwork(
    _ request: RunRequest, _ secrets: GrantSecrets, _ certificates: RunCertificates?,
    _ tell: @escaping (String) -> Void
  ) throws -> LiveEgress? {
    guard request.profile.networkMode == .egress else { return nil }
    let cache = FilterCache(folder: host.folders.cache.appending("filters").description)
    var configuration = BrokerConfiguration(
      profile: request.profile.name, rules: request.profile.networkRules)
    configuration.learning = request.learning
    if request.learning != nil {
      configuration.limits.labelsPerWildcard = NetworkLearning.mostNames
    }
    let resolver = try HostResolver.read(hosts: request.hostsFile)
    configuration.limits = request.profile.egressLimits
    configuration.hosts = resolver.hosts
    configuration.resolvers = resolver.servers
    configuration.proxy = request.upstreamProxy
    configuration.grants = secrets.carried
    configuration.authority = certificates?.carried
    configuration.roots = try CertificateBundle.read(
      request.certificateBundle, for: request.profile.networkRules)
    let broker = try BrokerSession(
      program: host.launcher.parent.appending("sentinel-egress"), configuration: configuration,
      filter: try BrokerFilter.make(cache: cache))
    let gateway = try GatewayStep(request.profile, isLive: true, learning: request.learning)
    return LiveEgress(broker, ports: gateway.ports, control: request.control, tell: tell)
  }

  private func quarantine(
    _ workspace: BytePath?, _ before: ProtectedNames.Found?, _ names: ProtectedNames
  ) -> [RunResult.Quarantined] {
    guard let workspace, let before else { return [] }
    return Quarantine(folder: host.folders.data.appending("quarantine"))
      .collect(from: workspace, before: before, names: names)
  }

  private func readOverlay(
    _ request: RunRequest, _ upper: consuming Descriptor?, into result: inout RunResult
  ) throws(KernelFailure) -> OverlayReading? {
    guard request.wantsChanges, let workspace = request.workspace, let upper else { return nil }
    let changes = try OverlayChanges(upper: upper, lower: workspace)
    let list = try changes.changes()
    result.changes = list.changes
    result.changesTruncated = list.reason
    return OverlayReading(changes: changes, list: list)
  }
}
