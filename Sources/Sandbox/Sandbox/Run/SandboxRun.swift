internal import CKernel
internal import Egress
internal import Glibc
package import Kernel
internal import Policy
internal import YAML

/// Runs commands in sandboxes.
package struct SandboxRun: Sendable {
  /// What a finished run leaves for the caller to look at.
  package struct Outcome: ~Copyable {
    /// The result as it is printed and written; a caller adds what it finds out afterwards.
    package var result: RunResult
    /// What an overlay holds, for the patch; absent when it was not asked for.
    let overlay: OverlayReading?
    /// The disk folder of that layer, removed by ``discard()``.
    let upperFolder: BytePath?
    /// Where the command saw the workspace, when that was not where the request says.
    package var place: BytePath?

    /// Writes what the command changed as a patch for `git apply`.
    ///
    /// Returns what the patch does not carry; nothing is written without an overlay.
    package borrowing func writePatch(
      to file: borrowing Descriptor
    ) throws(KernelFailure) -> [PatchOmission] {
      guard let overlay else { return [] }
      return try GitPatch(overlay.list, of: overlay.changes, gate: overlay.gate).write(to: file)
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
    let gate: ChangeGate
    /// What the layer is a part of, where that is removed with its last owner.
    var folder: RunFolder?
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
    let unfinished: [BytePath]
    do {
      unfinished = try UpdateJournal.takeUnfinished(in: host.folders.state)
    } catch {
      return Self.without(
        builder.refused(
          Refusal(
            "the notes of updates in \(host.folders.state) cannot be read: \(error)",
            remedy: "mend the folder's permissions")))
    }
    let report = request.wantsSelfTest ? EgressSelfTest(host: host).run(request) : nil
    var outcome =
      if let refusal = report?.refusal { Self.without(builder.refused(refusal)) } else {
        carryOut(request, builder, signals, cancellation, tell)
      }
    if request.isolation != .full, RefusedPlace.refuses(outcome.result) {
      let first = outcome.result
      outcome.discard()
      outcome = carryOutWithoutNamespaces(
        request, listener: true, after: first, builder, signals, cancellation, tell)
      if RefusedPlace.refusesListener(outcome.result) {
        outcome.discard()
        outcome = carryOutWithoutNamespaces(
          request, listener: false, after: first, builder, signals, cancellation, tell)
      }
    }
    request.control?.remove()
    outcome.result.egressSelfTest = report
    outcome.result.unfinished = unfinished.map(\.description)
    return outcome
  }

  private func carryOut(
    _ request: RunRequest, _ builder: ResultBuilder, _ signals: Int32?, _ cancellation: Int32?,
    _ tell: @escaping (String) -> Void
  ) -> Outcome {
    Self.told(by: builder) {
      // The process starts while the plan is compiled; each takes as long as the other.
      let session = try LauncherSession(launcher: host.launcher, streams: request.streams)
      let plan: LaunchPlan
      let network: LiveEgress?
      let copy: PrivateCopy?
      do {
        copy = try request.copyWorkspace(on: host, for: session.launcherProcess)
        try HandOver(host: host, payload: host.ids.id(of: session.launcherProcess))
          .prepare(request)
        let secrets = try GrantSecrets.read(request, host: host)
        let certificates = try RunCertificates.make(request, host: host)
        plan = try PlanCompiler(host: host, secrets: secrets, certificates: certificates)
          .compile(request, copy: copy?.path)
        network = try startNetwork(request, secrets, certificates, tell)
      } catch {
        session.abandon()
        throw error
      }
      // The command sees the workspace through the copy.
      defer { withExtendedLifetime(copy) {} }
      return try start(
        request, plan: plan, session, network, builder: builder, signals, cancellation)
    }
  }

  /// Another attempt, where the place refuses what namespaces need, or a listener too; the command has not
  /// begun, and none of its input was read.
  private func carryOutWithoutNamespaces(
    _ request: RunRequest, listener: Bool, after first: RunResult, _ builder: ResultBuilder,
    _ signals: Int32?, _ cancellation: Int32?, _ tell: @escaping (String) -> Void
  ) -> Outcome {
    let request = request.withoutNamespaces(on: host, listener: listener)
    if var refusal = LandlockView.objection(to: request, on: host) {
      refusal.reason = "\(first.reason ?? "no namespaces"); \(refusal.reason)"
      return Self.without(builder.refused(refusal))
    }
    let builder = ResultBuilder(request: request, host: host, startedAt: builder.startedAt)
    return Self.told(by: builder) {
      let session = try LauncherSession(launcher: host.launcher, streams: request.streams)
      let view: LandlockView
      let plan: LaunchPlan
      let network: LiveEgress?
      let folders = HandOver(host: host, payload: host.ids.id(of: session.launcherProcess))
      do {
        let secrets = try GrantSecrets.read(request, host: host)
        view = try LandlockView(
          for: request, on: host, by: session.launcherProcess,
          certificates: try RunCertificates.make(request, host: host))
        try folders.prepare(request)
        plan = try PlanCompiler(host: host, secrets: secrets, certificates: view.certificates)
          .compile(request, in: view)
        network = try startNetwork(request, secrets, view.certificates, tell)
      } catch {
        session.abandon()
        throw error
      }
      var outcome = try start(
        request, plan: plan, session, network, builder: builder, signals, cancellation, view: view)
      do { try folders.end(request) } catch {
        noteFailure(
          "a folder that the command wrote to cannot be taken back: \(error)", in: &outcome.result)
      }
      return outcome
    }
  }

  /// A refusal and a failure on the way are results too.
  private static func told(by builder: ResultBuilder, _ body: () throws -> Outcome) -> Outcome {
    do {
      return try body()
    } catch let refusal as Refusal {
      return without(builder.refused(refusal))
    } catch let failure as FilterError {
      return without(builder.refused(Refusal(failure.description, remedy: "mend the profile")))
    } catch {
      return without(builder.failed(error, at: SENTINEL_STAGE_CALLER))
    }
  }

  private static func without(_ result: RunResult) -> Outcome {
    Outcome(result: result, overlay: nil, upperFolder: nil)
  }

  private func start(
    _ request: RunRequest, plan: LaunchPlan, _ session: consuming LauncherSession,
    _ network: LiveEgress?, builder: ResultBuilder, _ signals: Int32?, _ cancellation: Int32?,
    view: LandlockView? = nil
  ) throws -> Outcome {
    do {
      try session.begin(plan, broker: network?.launcherNumber)
      network?.handedOver(to: session.launcherProcess)
    } catch {
      network?.abandon()
      session.abandon()
      throw error
    }
    // On another processor than the launcher, if there is one.
    let digest = request.wantsDigest ? plan.digest : ""
    var ended: LauncherSession.Report?
    var loss = KernelFailure(call: "supervising", number: ECONNRESET)
    do throws(KernelFailure) {
      ended = try session.finish(signals: signals, cancellation: cancellation, network: network)
    } catch {
      loss = error
    }
    let told = network?.finish()
    guard var report = ended else {
      if let upper = plan.upper { try? FileSystem.remove(upper) }
      LeftoverSweep(host: host).run()
      return Self.without(
        builder.failed(loss, at: SENTINEL_STAGE_SUPERVISOR, digest: digest))
    }
    var result = builder.result(
      report.result, denials: report.denials, plan: plan, digest: digest)
    if let told { builder.note(told, in: &result) }
    let overlay: OverlayReading?
    do {
      let copy = try view?.copy.map {
        try Descriptor.open($0.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      }
      overlay = try readOverlay(request, copy ?? report.upper.take(), of: view, into: &result)
    } catch {
      overlay = nil
      noteFailure("the changes could not be looked at: \(error)", in: &result)
    }
    return Outcome(
      result: result, overlay: overlay, upperFolder: plan.upper, place: view?.copy?.path)
  }

  private func startNetwork(
    _ request: RunRequest, _ secrets: GrantSecrets, _ certificates: RunCertificates?,
    _ tell: @escaping (String) -> Void
  ) throws -> LiveEgress? {
    guard request.profile.networkMode == .egress else { return nil }
    let cache = try FilterCache(host.folders)
    var configuration = BrokerConfiguration(
      profile: request.profile.name, rules: request.profile.networkRules)
    configuration.learning = request.learning
    let resolver = try HostResolver.read(hosts: request.hostsFile)
    configuration.limits = Self.limits(request.profile, learning: request.learning)
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
    let ports = request.backend == .namespaces ? gateway.ports : nil
    return LiveEgress(broker, ports: ports, control: request.control, tell: tell)
  }

  /// A run that is learnt from contacts whatever it wants to; a profile's bound is for its own rules.
  static func limits(_ profile: EffectiveProfile, learning: NetworkLearning?) -> EgressLimits {
    var limits = profile.egressLimits
    if learning != nil { limits.labelsPerWildcard = NetworkLearning.mostNames }
    return limits
  }

  /// Reads the layer for whoever wants to know, and in read-write mode takes the changes over.
  private func readOverlay(
    _ request: RunRequest, _ upper: consuming Descriptor?, of view: LandlockView?,
    into result: inout RunResult
  ) throws(KernelFailure) -> OverlayReading? {
    let isUpdate = request.profile.workspace.mode == .readWrite
    guard isUpdate || request.wantsChanges, let workspace = request.workspace else { return nil }
    guard let upper else {
      // A set-up that failed made no layer; a command that ran wrote to one.
      if isUpdate, result.status != .setupFailed, result.status != .refused {
        noteFailure("the layer with what the command wrote did not arrive", in: &result)
      }
      return nil
    }
    let journal = isUpdate ? try UpdateJournal.begin(in: host.folders.state) : nil
    let changes = try OverlayChanges(
      upper: upper, lower: workspace, bounds: isUpdate ? .ofUpdate : ChangeBounds(),
      copied: view?.copied)
    let list = try changes.changes()
    if request.wantsChanges {
      result.changes = list.changes
      result.changesTruncated = list.reason
    }
    let gate = try changes.gate(
      for: list, names: ProtectedNames(names: request.profile.workspace.protect),
      includesProtected: request.includesProtected)
    if let journal {
      let kept = host.folders.data.appending("quarantine/\(Timestamp.now())-\(getpid())")
      let update = WorkspaceUpdate(
        workspace: workspace, kept: kept,
        most: Int(clamping: request.profile.limits.disk.bytes))
      let outcome = update.apply(changes, list, gate, journal: journal)
      result.quarantined = outcome.items
      if let failure = outcome.failure { noteFailure(failure, in: &result) }
    }
    return OverlayReading(changes: changes, list: list, gate: gate, folder: view?.folder)
  }

  /// Changes that are not where the caller expects them are the status of the run.
  private func noteFailure(_ reason: String, in result: inout RunResult) {
    result.status = .quarantineFailed
    result.exitCode = 125
    result.reason = reason
    result.remedy = "look at what is in the workspace, and run the command again"
  }
}
