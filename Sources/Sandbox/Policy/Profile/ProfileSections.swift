package import YAML

/// How much of a host tree the sandbox may do.
package enum MountAccess: String, Sendable, CaseIterable {
  /// Takes an inherited mount away.
  case hidden
  /// Visible, never writable.
  case readOnly = "read-only"
  /// Writable on the host itself.
  case readWrite = "read-write"
}

/// A host tree that is visible in the sandbox.
package struct Mount: Hashable, Sendable {
  /// The absolute host path; its last component may hold `*`, then it is its own target.
  package var source: String
  /// The absolute path in the sandbox.
  package var target: String
  /// What may be done with it.
  package var access: MountAccess
  /// Whether programs may be executed from it.
  package var execute: Bool
  /// Whether a missing source is passed over instead of ending the run.
  package var isOptional: Bool

  /// A visible host tree.
  package init(
    source: String, target: String, access: MountAccess, execute: Bool, isOptional: Bool
  ) {
    self.source = source
    self.target = target
    self.access = access
    self.execute = execute
    self.isOptional = isOptional
  }
}

/// A fresh memory file system in the sandbox, gone with the run.
package struct TemporaryMount: Hashable, Sendable {
  /// The absolute path in the sandbox.
  package var target: String
  /// The most it holds.
  package var size: ByteCount
  /// The most files and folders it holds.
  package var inodes: Int
  /// Whether programs may be executed from it.
  package var execute: Bool
}

/// Where compilers and interpreters outside the system trees come from.
package enum Toolchains: String, Sendable, CaseIterable {
  /// Nothing beyond the mounts.
  case none
  /// What the caller's PATH names, read-only.
  case path
  /// That, and the scanners that Sentinel has installed, so that it can be used inside.
  case pathAndScanners = "path-and-scanners"
}

/// What becomes of writes to the workspace.
package enum WorkspaceMode: String, Sendable, CaseIterable {
  /// Writes fail.
  case readOnly = "read-only"
  /// Writes go to a layer of their own and are reported as a difference.
  case overlay
  /// Writes reach the host when the run has ended, except the protected names.
  case readWrite = "read-write"
}

/// What the sandbox can talk to.
package enum NetworkMode: String, Sendable, CaseIterable {
  /// Nothing: no interface is up.
  case none
  /// Only itself.
  case loopback
  /// Itself, and what the rules allow, through a broker.
  case egress
  /// Whatever the host can; makes the level `reduced`.
  case host
}

/// Whether the supervisor hears of refused calls.
package enum ListenerMode: String, Sendable, CaseIterable {
  /// Every refusal is recorded with its arguments.
  case record
  /// Refusals are not recorded; for payloads that bring their own listener.
  case none
}

/// What kind of terminal the payload has.
package enum TerminalMode: String, Sendable, CaseIterable {
  /// None: its standard streams are pipes.
  case none
  /// A private one, relayed when the caller has a terminal.
  case `private`
}

/// The limits that end or slow a run.
package struct Limits: Hashable, Sendable {
  /// Memory of the whole group, swap included.
  package var memory: ByteCount
  /// Processor time per time, in thousandths of one processor.
  package var milliCPUs: Int
  /// Processes and threads at one time.
  package var pids: Int
  /// Bytes of an overlay's upper layer; what reaches the host directly is not counted.
  package var disk: ByteCount
  /// Time on the clock from the start of the command to its end.
  package var wall: TimeLimit
  /// Processor time of each process.
  package var cpuTime: TimeLimit
  /// Bytes on both output streams together.
  package var output: ByteCount
  /// Descriptors that each process may have open, 16 to 1048576.
  package var openFiles: Int
  /// The length to which any one file may grow; a write beyond gets SIGXFSZ.
  package var fileSize: ByteCount
  /// Bytes per second that are read from each disk, and as many written to it; nil without a limit.
  package var io: ByteCount?

  /// The same as an amount that can be compared.
  var highestIO: UInt64 { io?.bytes ?? .max }
}

/// Who the payload is, inside the sandbox.
package struct Identity: Hashable, Sendable {
  /// The user number seen inside; never 0.
  package var uid: Int
  /// The group number seen inside; never 0.
  package var gid: Int
  /// The user's name in the synthesised passwd file.
  package var user: String
  /// The machine's name.
  package var hostname: String
}
