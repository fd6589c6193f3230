package import Egress
package import YAML

/// A profile as somebody wrote it: what it sets, and where each key stands.
package struct Profile: Sendable {
  /// What the `filesystem` section sets.
  package struct Filesystem: Sendable {
    /// Host trees, later ones replacing earlier ones of the same target.
    package var mounts: [Located<Mount>] = []
    /// Where toolchains come from.
    package var toolchains: Toolchains?
    /// Fresh memory file systems.
    package var temporaries: [Located<TemporaryMount>] = []
    /// Paths that are covered.
    package var masks: [Located<String>] = []
    /// Whether a fresh proc is mounted.
    package var proc: Bool?
  }

  /// What the `workspace` section sets.
  package struct Workspace: Sendable {
    /// What becomes of writes.
    package var mode: WorkspaceMode?
    /// Names that stay as they are wherever they occur in the tree.
    package var protect: [Located<String>] = []
    /// Whether programs of the workspace may be executed.
    package var execute: Bool?
  }

  /// What the `syscalls` section sets.
  package struct Syscalls: Sendable {
    /// Names and `@groups` to allow.
    package var allow: [Located<String>] = []
    /// Names and `@groups` to remove again.
    package var deny: [Located<String>] = []
    /// Conditions that an argument must meet; of one call and argument the heir's replace the
    /// parent's.
    package var conditions: [Located<ArgumentCondition>] = []
    /// Answers to refused calls.
    package var answers: [Located<SyscallAnswer>] = []
    /// Whether refusals are recorded.
    package var listener: ListenerMode?
  }

  /// What the `limits` section sets.
  package struct WrittenLimits: Sendable {
    var memory: ByteCount?
    var milliCPUs: Int?
    var pids: Int?
    var disk: ByteCount?
    var wall: TimeLimit?
    var cpuTime: TimeLimit?
    var output: ByteCount?
    var openFiles: Int?
    var fileSize: ByteCount?
    var io: ByteCount?
  }

  /// What the `environment` section sets.
  package struct Environment: Sendable {
    /// Names, or prefixes with `*`, that pass from the caller.
    package var pass: [Located<String>] = []
    /// Variables with their values.
    package var set: [String: String] = [:]
  }

  /// What the `identity` section sets.
  package struct WrittenIdentity: Sendable {
    var uid: Int?
    var gid: Int?
    var user: String?
    var hostname: String?
  }

  /// The name by which others inherit from it.
  package var name = ""
  /// One sentence for whom it is.
  package var summary = ""
  /// The parent's name.
  package var inherits: Located<String>?
  /// Keys, or whole sections, that heirs may only tighten.
  package var final: [Located<String>] = []
  /// What the `filesystem` section sets; empty without one.
  package var filesystem = Filesystem()
  /// What the `workspace` section sets; empty without one.
  package var workspace = Workspace()
  /// What the sandbox can talk to; nil where the parent's holds.
  package var networkMode: NetworkMode?
  /// What may be reached in the mode `egress`, after what the parent allows.
  package var networkRules: [RuleDescription] = []
  /// Credentials that the broker adds for rules that name them.
  package var networkGrants: [GrantDescription] = []
  /// Bounds of the broker that are not the default.
  package var networkLimits: [EgressLimit: UInt64] = [:]
  /// What the `syscalls` section sets; empty without one.
  package var syscalls = Syscalls()
  /// What the `limits` section sets; nil values leave the parent's.
  package var limits = WrittenLimits()
  /// What the `environment` section sets; empty without one.
  package var environment = Environment()
  /// What the `identity` section sets; nil values leave the parent's.
  package var identity = WrittenIdentity()
  /// The kind of terminal.
  package var terminal: TerminalMode?

  /// Where each key stands, by its full name such as `network.mode`.
  package var marks: [String: Mark] = [:]
  /// Where the text starts.
  package var start: Mark

  /// Where a key stands, else its section, else the start of the text.
  package func mark(of key: String) -> Mark {
    let section = String(key.prefix { $0 != "." })
    return marks[key] ?? marks[section] ?? start
  }
}
