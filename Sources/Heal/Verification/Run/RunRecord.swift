package import Patches
package import Sandbox

/// What one run of a command on a tree left; output, files and names are hostile.
package struct RunRecord: Sendable {
  /// How a run ended, as far as evidence goes.
  package enum Ending: Equatable, Sendable {
    /// By itself, with a code.
    case exited(Int32)
    /// At its time limit, wall clock or processor.
    case timeout
    /// By a signal or at another limit, in words.
    case stopped(String)
    /// It never ran: the machine's or the caller's fault, in words.
    case notRun(String)
  }

  /// How it ended.
  package var ending: Ending
  /// Standard output.
  package var output: [UInt8] = []
  /// Standard error.
  package var errors: [UInt8] = []
  /// The files that were asked for, as far as the command wrote them.
  package var files: [PatchPath: [UInt8]] = [:]
  /// What the command changed in the tree, when that was asked for.
  package var changes: [Change] = []
  /// Whether that is all of it.
  package var hasAllChanges = true
  /// Wall-clock time.
  package var milliseconds = 0
  /// Processor time of everything that ran.
  package var cpuMilliseconds = 0
  /// The digest of the policy that was in force, 64 hexadecimal digits; empty when nothing ran.
  package var planDigest = ""
  /// Whether every protection of the profile was observed.
  package var isFull = false

  /// Makes a record of a run that says nothing but how it ended.
  package init(_ ending: Ending) { self.ending = ending }

  init(_ result: RunResult) {
    ending = Self.ending(of: result)
    changes = result.changes
    hasAllChanges = result.changesTruncated == nil
    milliseconds = Int(result.wallMilliseconds)
    cpuMilliseconds = Int(result.cpuUserMilliseconds + result.cpuSystemMilliseconds)
    planDigest = result.planDigest
    isFull = result.level == .full
  }

  private static func ending(of result: RunResult) -> Ending {
    let remedy = result.remedy.map { "; \($0)" } ?? ""
    let reason = (result.reason ?? result.status.rawValue) + remedy
    return switch result.status {
    case .ok, .nonzero: .exited(result.exitCode)
    case .timeout, .cpuLimit: .timeout
    case .signal, .oom, .pidsLimit, .outputLimit, .diskLimit, .deniedKill: .stopped(reason)
    case .setupFailed, .refused, .quarantineFailed: .notRun(reason)
    }
  }
}
