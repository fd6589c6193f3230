internal import Audit
package import Autonomy
internal import Glibc
package import Kernel

/// Reads what the kill switch is decided by.
package enum KillSwitchReading {
  /// The reason to stop, by the environment that the process was started with, the halt file, and
  /// the signed flag where the policy names one.
  ///
  /// A file that cannot be looked for stops everything too; a folder that is not there has none.
  package static func verdict(
    state: StateFolder, environment: Environment, flag: AutonomyPolicy.HaltFlag? = nil,
    at now: Moment
  ) -> KillSwitch.Reason? {
    KillSwitch.verdict(
      environment: environment.text(of: "SENTINEL_HALT"), file: file(state.haltFile),
      flag: read(flag, state), at: now)
  }

  private static func read(
    _ flag: AutonomyPolicy.HaltFlag?, _ state: StateFolder
  ) -> KillSwitch.Flag {
    guard let flag else { return .none }
    guard let key = VerifierKey(flag.key) else { return .invalid }
    return HaltFlagReading(file: BytePath(flag.file), key: key, state: state.path).flag()
  }

  private static func file(_ path: BytePath) -> KillSwitch.File {
    do throws(KernelFailure) {
      _ = try FileStatus.of(path)
      return .present
    } catch {
      return error.number == ENOENT ? .absent : .unreadable
    }
  }
}
