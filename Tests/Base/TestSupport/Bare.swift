internal import FoundationEssentials
internal import Glibc

/// Namespaces and nothing else: no filter, no limits, no covers.
///
/// What an attempt achieves there shows what the other layers hold back. Nothing of it reaches the
/// host's processes, mounts, System V objects or network, and all of it ends with its first process.
package enum Bare {
  /// Arguments that run a command as the first process of the namespaces, after a line of shell.
  package static func arguments(_ command: [String], after preparation: String = ":") -> [String] {
    let own = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--net", "--ipc"]
    let user = Caller.isRoot ? [] : ["--user", "--map-root-user"]
    let script = "\(preparation) || exit 125; exec \"$@\""
    return ["/usr/bin/unshare"] + user + own + ["--", "/bin/sh", "-c", script, "sh"] + command
  }

  /// The variables under which the probe believes that it is held.
  ///
  /// It compares the namespace named here, this process', with its own.
  package static var environment: [String: String] {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    return ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SENTINEL_PROBE_HELD": own ?? ""]
  }

  /// Runs a command to its end.
  package static func run(
    _ command: [String], after preparation: String = ":", seconds: Double = 60
  ) throws -> HostProcess.Finished {
    try HostProcess.run(
      arguments(command, after: preparation), environment: environment, seconds: seconds)
  }

  /// What the probe achieves.
  package static func observe(
    _ arguments: [String], after preparation: String = ":"
  ) throws -> [Observation] {
    let command = [Executables.shared.probe.path] + arguments
    return Observation.parse(try run(command, after: preparation).output)
  }
}
