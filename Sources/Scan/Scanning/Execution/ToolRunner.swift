package import Sandbox

/// Starts one process in a sandbox and waits for its end; the only way tools run.
///
/// Every path of an invocation is visible to the process at that same path: installations hold
/// absolute paths of their own. Nothing else of the host's files is visible but what the profile
/// grants. The process starts with default signal dispositions and an empty signal mask: tools
/// end their own workers by signals and wait forever for one that ignores them. A cancelled task
/// ends the process before the call returns.
package protocol ToolRunner: Sendable {
  /// Runs a process to its end; failures are part of the outcome.
  func run(_ invocation: ToolInvocation) async -> ToolOutcome
}

/// Everything a sandbox has to know about one run of a tool.
package struct ToolInvocation: Equatable, Sendable {
  /// What a run may reach.
  package enum Network: Equatable, Sendable {
    /// Nothing at all.
    case none
    /// These and nothing else; only installations ask for it.
    case hosts([PackageHost])
    /// What a tool's descriptor names, and nothing else.
    case named(ToolNetwork)
  }

  /// Bounds of a run.
  package struct Limits: Equatable, Sendable {
    /// Time on the clock, after which every process of the run is killed.
    package var wallMilliseconds: Int
    /// Memory of all processes together.
    package var memoryBytes: Int
    /// Bytes on standard output and standard error together.
    package var outputBytes: Int

    /// Makes limits; reports of a few hundred megabytes have been seen on large trees.
    package init(wallMilliseconds: Int, memoryBytes: Int, outputBytes: Int = 512 << 20) {
      self.wallMilliseconds = wallMilliseconds
      self.memoryBytes = memoryBytes
      self.outputBytes = outputBytes
    }
  }

  /// The tool, for messages.
  package var tool: String
  /// The whole command; the first element is the absolute path of the program.
  package var arguments: [[UInt8]]
  /// Every variable of the process; nothing of the caller's is added.
  package var environment: [String: [UInt8]]
  /// The folder in which the process starts; one of the folders below.
  package var workingFolder: [UInt8]
  /// Folders and files that are readable: tree, installation, interpreter, rules.
  package var readable: [[UInt8]]
  /// Folders that are writable: scratch, and the new installation while one is made.
  package var writable: [[UInt8]]
  /// The sandbox profile by name.
  package var profile: String
  /// What may be reached.
  package var network: Network
  /// The bounds that this run has in place of the profile's.
  package var limits: Limits
}

/// What came of one run; all of it is hostile input.
package struct ToolOutcome: Equatable, Sendable {
  /// How a run ended; only `exited` makes its output worth reading.
  package enum Status: Equatable, Sendable {
    /// By itself, with an exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// At its wall-clock or processor time limit.
    case timedOut
    /// At its memory limit.
    case outOfMemory
    /// At another limit, named in words: output, disk, processes.
    case limit(String)
    /// Killed for something the sandbox forbids.
    case killedByPolicy(String)
    /// Never started, because the sandbox could not be set up or the request was refused.
    case setupFailed(String)
  }

  /// Something that the sandbox refused.
  package struct Denial: Equatable, Sendable {
    /// The system call, or the kind of refusal where it was none, such as `network`.
    package var name: String
    /// What was tried, in words.
    package var text: String

    /// Makes a denial; the text quotes the process and is escaped by whoever shows it.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// How the run ended.
  package var status: Status
  /// What it wrote to standard output.
  package var output: [UInt8]
  /// What it wrote to standard error.
  package var errors: [UInt8]
  /// How long it ran.
  package var milliseconds: Int
  /// What the sandbox observed and refused.
  package var denials: [Denial]
  /// The protection that was observed.
  package var level: RunResult.Level
  /// The layers that were missing.
  package var missing: [String]

  /// Makes an outcome; by default nothing was written, refused or missing.
  package init(
    status: Status, level: RunResult.Level, output: [UInt8] = [], errors: [UInt8] = [],
    milliseconds: Int = 0, denials: [Denial] = [], missing: [String] = []
  ) {
    self.status = status
    self.output = output
    self.errors = errors
    self.milliseconds = milliseconds
    self.denials = denials
    self.level = level
    self.missing = missing
  }
}
