public import Autonomy
internal import Glibc
public import Kernel

/// Reads what the kill switch is decided by.
public enum KillSwitchReading {
  /// The reason to stop, by the environment that the process was started with and the halt file.
  ///
  /// A file that cannot be looked for stops everything too; a folder that is not there has none.
  public static func verdict(
    state: StateFolder, environment: Environment, at now: Moment
  ) -> KillSwitch.Reason? {
    KillSwitch.verdict(
      environment: environment.text(of: "SENTINEL_HALT"), file: file(state.haltFile), flag: .none,
      at: now)
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
