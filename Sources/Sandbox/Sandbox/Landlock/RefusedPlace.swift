internal import Glibc

/// Tells a place that refuses what namespaces need from a failure of another kind.
enum RefusedPlace {
  /// What is done with namespaces, from making them to leaving the old root behind.
  private static let stages: Set<String> = [
    "namespaces", "idMap", "network", "hostname", "root", "mount", "proc", "devices", "overlay",
    "mask", "pivot",
  ]

  /// What kernels, filters around containers and security modules answer.
  private static let answers: Set<Int32> = [EPERM, EACCES, ENOSYS, EINVAL, ENOSPC, EUSERS]

  /// Whether a result says that the place refused.
  static func refuses(_ result: RunResult) -> Bool {
    guard result.status == .setupFailed, let stage = result.stage, let number = result.errno else {
      return false
    }
    // A path that may not be opened is EACCES; EPERM is the answer to cloning its mount.
    if stage == "source" { return number == EPERM }
    return stages.contains(stage) && answers.contains(number)
  }

  /// Whether a result says that the place has a listener already: EBUSY is the kernel's answer, EINVAL that
  /// of a sandbox of ours.
  static func refusesListener(_ result: RunResult) -> Bool {
    guard result.status == .setupFailed, result.stage == "seccomp", let number = result.errno else {
      return false
    }
    return number == EBUSY || number == EINVAL
  }
}
