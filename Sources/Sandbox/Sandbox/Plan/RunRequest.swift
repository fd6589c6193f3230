package import Egress
package import Kernel
package import Policy

/// What to run, under what, and with what: everything a caller decides.
package struct RunRequest: Sendable {
  /// What becomes of a layer that is missing.
  package enum Isolation: String, Sendable, CaseIterable {
    /// The run is refused.
    case full
    /// The run goes on where something weaker keeps the same promise, which the result names.
    case contained
    /// The run goes on, and the result names what was missing.
    case available
  }

  /// A host tree beyond those of the profile, chosen by the caller.
  package struct ExtraMount: Sendable {
    /// The host path; no part of it may be a link.
    package var source: BytePath
    /// The path inside the sandbox, absolute.
    package var target: BytePath
    /// Whether the payload may write to it.
    package var isWritable: Bool
    /// Whether programs may be executed from it.
    package var execute: Bool

    /// Whether it may lie in Sentinel's own folders, as an installed tool does: only for what Sentinel
    /// itself has put there, never for a path that a user, a profile or a tree names.
    package var isOwn = false

    /// Whether a writable folder is one that Sentinel made for what it runs, so that the payload may own
    /// it and what is in it; of Sentinel's own folders, for as long as it runs.
    package var isScratch = false

    /// Describes a mount; of a folder that is only read the payload sees an overlay of its own.
    package init(source: BytePath, target: BytePath, isWritable: Bool, execute: Bool) {
      self.source = source
      self.target = target
      self.isWritable = isWritable
      self.execute = execute
    }
  }

  /// The profile, with the caller's limits and mode already applied.
  package var profile: EffectiveProfile
  /// The command and its arguments; never empty.
  package var command: [[UInt8]]
  /// The workspace on the host, absolute; absent for a run without one.
  package var workspace: BytePath?
  /// Where the workspace is seen inside, absolute; at its own path when absent.
  ///
  /// Not for the mode `read-write`.
  package var workspaceTarget: BytePath?
  /// Whether another place will do where the workspace cannot be seen there; the outcome names it.
  package var acceptsOtherPlace = false
  /// Where the command starts, inside; the workspace or `/tmp` when absent.
  package var directory: BytePath?
  /// Variables beyond the profile's, `NAME=VALUE`.
  package var variables: [[UInt8]] = []
  /// What becomes of missing layers.
  package var isolation = Isolation.full
  /// What the sandbox is made of; decided by the place, never by a caller.
  var backend = Backend.namespaces
  /// Whether the supervisor makes and connects the payload's sockets: what its profile has allowed it, where
  /// it has no network of its own.
  var mindsSockets = false
  /// Whether the supervisor can listen to the payload's calls: not where another sandbox around this one has
  /// the only listener that the kernel gives to a tree of processes.
  var hasListener = true
  /// Whether the command needs a `/proc` with itself in it, as programs do that find their libraries beside
  /// themselves: where none can be mounted, it runs without namespaces rather than without `/proc/self`.
  package var needsProc = false
  /// Whether the caller explicitly agreed to share the host's network.
  package var allowsHostNetwork = false
  /// A hosts file for the broker in place of the machine's.
  package var hostsFile: BytePath?
  /// Over which the rules of the network may be changed during the run; only in the mode `egress`.
  package var control: ControlSocket?
  /// The certificates that servers are verified by under `tls-up`, in place of the machine's.
  package var certificateBundle: BytePath?
  /// The proxy of HTTP through which names are reached, `HOST:PORT`.
  package var upstreamProxy: String?
  /// Whether ways out of the sandbox are tried first; only in the mode `egress`.
  package var wantsSelfTest = false
  /// What a sandbox that tests itself in place of a command looks for.
  var selfTest: EgressSelfTest.Targets?
  /// What becomes of attempts beyond the network rules, for runs that are learnt from.
  package var learning: NetworkLearning?
  /// Host trees beyond the profile's.
  package var extraMounts: [ExtraMount] = []
  /// The caller's descriptors that the payload's streams are relayed to.
  package var streams: [Int32] = [0, 1, 2]
  /// Whether what an overlay holds is to be read after the run.
  package var wantsChanges = false
  /// Whether the result is to name the policy by its digest, which costs half a millisecond.
  package var wantsDigest = true
  /// Whether names that steer other programs are changed and handed on like all others.
  package var includesProtected = false

  /// Asks for a command under a profile.
  package init(profile: EffectiveProfile, command: [[UInt8]]) {
    self.profile = profile
    self.command = command
  }
}

extension RunRequest {
  /// Makes the copy that has to stand for the workspace, where root cannot map its owners.
  ///
  /// Under full isolation such a run fails instead, with the reason.
  func copyWorkspace(on host: HostFacts, for supervisor: Int32) throws -> PrivateCopy? {
    guard let workspace, isolation != .full, profile.workspace.mode != .readOnly, host.isRoot,
      !(try host.ids.mapsOwners(of: workspace))
    else { return nil }
    return try PrivateCopy(of: workspace, in: try makeFolder(on: host, for: supervisor))
  }

  /// Makes the folder for what the payload has on disk.
  func makeFolder(on host: HostFacts, for supervisor: Int32) throws -> RunFolder {
    let base = host.environment.path(of: "TMPDIR").flatMap { $0.isAbsolute ? $0 : nil }
    return try RunFolder(
      for: host.isRoot ? host.ids.id(of: supervisor) : nil, in: base ?? "/tmp", outside: workspace)
  }
}

extension PolicySource {
  /// Takes the calls from a request, whose own mounts may be writable on the host too.
  init(_ request: RunRequest) {
    let source = PolicySource(request.profile)
    self.init(
      source.syscalls,
      writesHost: source.writesHost || request.extraMounts.contains(where: \.isWritable)
        || request.backend == .landlock)
  }
}

/// A request that cannot or may not be carried out; nothing was started.
package struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a clause without a full stop.
  package var reason: String
  /// What to do about it, as an imperative.
  package var remedy: String

  /// Refuses with a reason and a way out.
  package init(_ reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }

  /// Both, as one sentence.
  package var description: String { "\(reason); \(remedy)" }
}
