package import Egress
package import YAML

/// A profile with everything inherited and every group resolved: what a plan is made from.
package struct EffectiveProfile: Sendable, Equatable {
  /// What the sandbox shows of the host, and what it has of its own.
  package struct Filesystem: Sendable, Equatable {
    /// Host trees, each target once, sorted by target.
    package var mounts: [Mount]
    /// Where toolchains come from.
    package var toolchains: Toolchains
    /// Fresh memory file systems, each target once, sorted by target.
    package var temporaries: [TemporaryMount]
    /// Paths inside that an empty file or folder covers, sorted.
    package var masks: [String]
    /// Whether a fresh proc is mounted.
    package var proc: Bool
  }

  /// The view of the workspace.
  package struct Workspace: Sendable, Equatable {
    /// What becomes of writes.
    package var mode: WorkspaceMode
    /// Names that are protected beside those that steer other programs, sorted.
    package var protect: [String]
    /// Whether programs of the workspace may be executed.
    package var execute: Bool
  }

  /// Which system calls are allowed, under what conditions, and how others are answered.
  package struct Syscalls: Sendable, Equatable {
    /// Names of allowed calls, sorted; they may name calls that this machine's ABI lacks.
    package var allow: [String]
    /// Names that were taken away on the way, sorted; only for heirs of a `final` list.
    package var denied: [String]
    /// Conditions, sorted by call and argument.
    package var conditions: [ArgumentCondition]
    /// Answers other than EPERM.
    package var answers: [String: ErrorNumber]
    /// Whether refusals are recorded.
    package var listener: ListenerMode

    /// Exactly these calls, without conditions, answers or a listener.
    package static func only(_ calls: [String]) -> Syscalls {
      Syscalls(
        allow: calls.sorted(), denied: [], conditions: [], answers: [:], listener: .none)
    }
  }

  /// Which variables the payload has; nothing else of the caller's passes.
  package struct Environment: Sendable, Equatable {
    /// Names, or prefixes with `*`, that pass from the caller, sorted.
    package var pass: [String]
    /// Variables with their values.
    package var set: [String: String]
  }

  /// The profile's name.
  package var name: String
  /// One sentence for whom it is.
  package var summary: String
  /// Keys that an heir may only tighten, with the place that says so.
  package var final: [Located<String>]
  /// What the sandbox shows of the host, and what it has of its own.
  package var filesystem: Filesystem
  /// The view of the workspace.
  package var workspace: Workspace
  /// What the sandbox can talk to; rules, grants and limits count under `egress` only.
  package var networkMode: NetworkMode
  /// What may be reached in the mode `egress`; a denying rule wins over every other.
  package var networkRules: [RuleDescription]
  /// Credentials that the broker adds for rules that name them.
  package var networkGrants: [GrantDescription]
  /// Bounds of the broker that are not the default.
  package var networkLimits: [EgressLimit: UInt64] = [:]
  /// Which system calls are allowed, every group resolved to names.
  package var syscalls: Syscalls
  /// The limits that end or slow a run; all are set but that of input and output.
  package var limits: Limits
  /// Which variables the payload has.
  package var environment: Environment
  /// Who the payload is.
  package var identity: Identity
  /// The kind of terminal.
  package var terminal: TerminalMode

  /// What a profile without a parent starts from: nothing visible, nothing allowed, little of all.
  package static func floor(_ groups: SyscallGroups) -> EffectiveProfile {
    let answers = groups.answers.map { ($0.call, $0.answer) }
    return EffectiveProfile(
      name: "", summary: "", final: [],
      filesystem: Filesystem(
        mounts: [], toolchains: .none, temporaries: [], masks: [], proc: true),
      workspace: Workspace(mode: .readOnly, protect: [], execute: false), networkMode: .none,
      networkRules: [], networkGrants: [],
      syscalls: Syscalls(
        allow: [], denied: [], conditions: groups.conditions.map(\.value).sortedForRendering(),
        answers: Dictionary(answers, uniquingKeysWith: { $1 }), listener: .record),
      limits: Limits(
        memory: ByteCount(bytes: 256 << 20), milliCPUs: 1000, pids: 64,
        disk: ByteCount(bytes: 256 << 20), wall: TimeLimit(milliseconds: 30_000),
        cpuTime: TimeLimit(milliseconds: 30_000), output: ByteCount(bytes: 4 << 20), openFiles: 256,
        fileSize: ByteCount(bytes: 256 << 20)),
      environment: Environment(pass: [], set: [:]),
      identity: Identity(uid: 1000, gid: 1000, user: "sandbox", hostname: "sandbox"),
      terminal: .none)
  }
}

extension EffectiveProfile {
  /// Every bound of the broker.
  package var egressLimits: EgressLimits {
    var limits = EgressLimits()
    for (limit, value) in networkLimits { limits[limit] = value }
    return limits
  }
}

extension [ArgumentCondition] {
  /// The one order in which conditions are rendered and hashed.
  func sortedForRendering() -> Self {
    sorted { ($0.call, $0.argument, $0.description) < ($1.call, $1.argument, $1.description) }
  }
}
