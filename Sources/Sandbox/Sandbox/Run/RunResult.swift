package import Egress

/// What happened to a run: schema `sentinel.run/1`.
///
/// The property names are the JSON keys; absent optionals are left out. The result, not the exit code,
/// is the truth.
package struct RunResult: Codable, Equatable, Sendable {
  /// How a run ended.
  package enum Status: String, Codable, Sendable, CaseIterable {
    case ok, nonzero, signal, timeout, cpuLimit, oom, pidsLimit, outputLimit, diskLimit
    case deniedKill, setupFailed, refused, quarantineFailed
  }

  /// How far what the profile asked for was observed.
  package enum Level: String, Codable, Sendable {
    /// Every layer.
    case full
    /// Every promise, some of them kept by something weaker, which `missing` names.
    case contained
    /// Less than that; `missing` says what.
    case reduced
  }

  /// A limit that was reached.
  package enum LimitName: String, Codable, Sendable, CaseIterable {
    case wall, cpuTime, memory, pids, output, disk
    /// One of the broker's; which, tells `egressTotals.limits`.
    case network
  }

  /// Always `sentinel.run/1`.
  package var schema = "sentinel.run/1"
  /// How it ended; the exit code alone could be the command's own.
  package var status: Status
  /// What the caller's process returns: the command's own code, or one of the documented ones.
  package var exitCode: Int32
  /// The signal that ended the command.
  package var signal: Int32?
  /// One sentence on why it did not end by itself.
  package var reason: String?
  /// What to do about it.
  package var remedy: String?
  /// The stage of setting up that failed.
  package var stage: String?
  /// The errno value of that failure.
  package var errno: Int32?
  /// The command, escaped for printing.
  package var command: [String]
  /// The profile's name.
  package var profile: String
  /// SHA-256 of the policy that was in force.
  package var planDigest: String
  /// Time from the release of the set-up to the end of the last process.
  package var wallMilliseconds: Double = 0
  /// Processor time in user mode of the whole tree.
  package var cpuUserMilliseconds: Double = 0
  /// Processor time in the kernel of the whole tree.
  package var cpuSystemMilliseconds: Double = 0
  /// The most memory the tree held; 0 when nothing counted it.
  package var memoryPeakBytes: UInt64 = 0
  /// The most processes at one time; 0 when nothing counted them.
  package var pidsPeak: UInt64 = 0
  /// Bytes that came out of both output streams.
  package var outputBytes: UInt64 = 0
  /// Limits that were reached, whether or not they ended the run.
  package var limitsHit: [LimitName] = []
  /// Kinds of calls that were refused, at most 256.
  package var denials: [Denial] = []
  /// Refusals beyond the 256 different ones that are kept.
  package var denialsUnrecorded: UInt64 = 0
  /// Whether there were so many refusals that the kernel answered the rest by itself, with ENOSYS.
  package var denialsFlooded = false
  /// What was reached over the network, and what was refused, in the mode `egress`.
  package var egress: [EgressRecord] = []
  /// The sums of that, in the mode `egress`.
  package var egressTotals: BrokerSummary?
  /// What a sandbox like this one said of itself before, when it was asked for.
  package var egressSelfTest: SelfTestReport?
  /// Changes of the rules while the run went on, over `--control`.
  package var egressChanges: [PolicyChange] = []
  /// How that differs from an earlier run, when it was asked for.
  package var egressReport: EgressReport?
  /// What the credential grants were used for.
  package var grants: [GrantUse] = []
  /// What an overlay holds.
  package var changes: [Change] = []
  /// Why the list of changes ends early.
  package var changesTruncated: String?
  /// What was held back from a workspace in read-write mode.
  package var quarantined: [Quarantined] = []
  /// Workspaces into which earlier runs were writing when they were killed: of their changes some
  /// are there and some are not.
  package var unfinished: [String] = []
  /// What the patch of the changes does not carry.
  package var leftOut: [PatchOmission] = []
  /// What protected the run.
  package var layers: Layers
  /// Whether every layer that the profile asks for was observed.
  package var level: Level
  /// What a reduced run went without.
  package var missing: [MissingLayer] = []
  /// When it started, in UTC, RFC 3339.
  package var startedAt: String
}

extension RunResult {
  /// Whether a command was started.
  package var hasRun: Bool { status != .refused && status != .setupFailed }

  /// The run as one side of a report on what was reached.
  package var observedRun: ObservedRun {
    ObservedRun(
      command: command, profile: profile, planDigest: planDigest, status: status.rawValue,
      startedAt: startedAt, records: egress,
      gaps: ObservedRun.gaps(
        status: status.rawValue, layers: missing.map(\.layer),
        unrecorded: egressTotals?.unrecorded ?? 0))
  }

  /// A kind of call that was refused.
  package struct Denial: Codable, Equatable, Sendable {
    /// What kind of thing the command was denied.
    package enum Kind: String, Codable, Sendable {
      case syscall, network, path
    }

    /// What kind of thing the command was denied.
    package var kind: Kind
    /// The call's name, or its number where it has none.
    package var name: String
    /// The call's number.
    package var number: Int32
    /// The six arguments of the first occurrence, in hex.
    package var arguments: [String]
    /// How often it was refused with the same arguments, pointers aside.
    package var count: UInt64
    /// The errno that the payload saw.
    package var answer: String
    /// Whether it was concluded rather than seen.
    package var inferred: Bool
    /// What happened, in words.
    package var text: String
    /// The profile line that would permit it; empty where none can.
    package var allowWith: String
  }

  /// A change that was not taken over into a workspace as the payload made it.
  package struct Quarantined: Codable, Equatable, Sendable {
    /// What became of it.
    package enum Outcome: String, Codable, Sendable {
      /// It lies outside of the workspace.
      case moved
      /// It was not taken over, and is kept nowhere.
      case dropped
    }

    /// The path in the workspace.
    package var path: String
    /// What it is.
    package var `class`: Change.Class
    /// Where it lies now; absent for what is kept nowhere.
    package var movedTo: String?
    /// What became of it.
    package var outcome: Outcome
    /// Why it is kept nowhere.
    package var reason: String?
  }

  /// What protected the run, as the launcher observed it before the command was executed.
  package struct Layers: Codable, Equatable, Sendable {
    /// What the sandbox was made of.
    package var backend = Backend.namespaces
    /// Namespaces of its own.
    package var namespaces: [String] = []
    /// Whether every capability set was empty.
    package var capabilitiesDropped = false
    /// Whether no_new_privs was set.
    package var noNewPrivileges = false
    /// Whether the filter was installed.
    package var seccomp = false
    /// SHA-256 of the filter, as it was loaded.
    package var filterDigest = ""
    /// Whether refusals were recorded.
    package var listener = false
    /// The Landlock ABI in force; 0 without.
    package var landlockABI: UInt32 = 0
    /// Whether proc was the sandbox's own.
    package var proc = false
    /// Whether the kernel listed no open descriptor but the streams' before the command began.
    package var descriptorsClosed = false
    /// Whether the user namespace allows no other below it, and only a share of the user's watches.
    package var ceilings = false
    /// The kind of control groups: none, v1, v2, hybrid.
    package var cgroup = "none"
    /// Limits held by control groups.
    package var cgroupLimits: [String] = []
    /// The user id the payload had on the host; never 0.
    package var hostUID: UInt32 = 0
  }
}
