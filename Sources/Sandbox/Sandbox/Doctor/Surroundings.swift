internal import Glibc
internal import Kernel

/// What around this process may restrict it, read from files that everybody may read.
struct Surroundings: Equatable {
  /// `kernel.unprivileged_userns_clone` of Debian's older kernels.
  var isUserNamespaceSwitchedOff = false
  /// `kernel.apparmor_restrict_unprivileged_userns` of Ubuntu 23.10 and later.
  var isRestrictedByAppArmor = false
  /// `user.max_user_namespaces` is 0.
  var isUserNamespaceCountZero = false
  /// The container engine around us, if one is recognised.
  var container: String?

  static let containerFlags =
    "--security-opt seccomp=unconfined --security-opt apparmor=unconfined "
    + "--security-opt systempaths=unconfined (none of them is --privileged)"

  static func read() -> Surroundings {
    let number = { (path: BytePath) -> Int? in
      guard let bytes = try? FileSystem.read(path, limit: 64) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
    }
    return Surroundings(
      isUserNamespaceSwitchedOff: number("/proc/sys/kernel/unprivileged_userns_clone") == 0,
      isRestrictedByAppArmor: number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1,
      isUserNamespaceCountZero: number("/proc/sys/user/max_user_namespaces") == 0,
      container: containerName())
  }

  private static func containerName() -> String? {
    if FileSystem.exists("/.dockerenv") { return "Docker" }
    if FileSystem.exists("/run/.containerenv") { return "Podman" }
    let groups = (try? FileSystem.read("/proc/1/cgroup", limit: 1 << 16)) ?? []
    let text = String(decoding: groups, as: UTF8.self)
    if text.contains("kubepods") { return "Kubernetes" }
    return text.contains("docker") || text.contains("containerd") ? "Docker" : nil
  }

  /// The exact fix for the first cause found.
  var userNamespaceFix: String {
    if isUserNamespaceCountZero {
      return "sysctl user.max_user_namespaces is 0: set it to 15000 or more"
    }
    if isUserNamespaceSwitchedOff {
      return "sysctl kernel.unprivileged_userns_clone is 0: set it to 1"
    }
    if isRestrictedByAppArmor {
      return "Ubuntu's AppArmor restriction is on: install a profile for sentinel-launch with "
        + "`userns,`, or set sysctl kernel.apparmor_restrict_unprivileged_userns=0"
    }
    if let container {
      return "\(container) withholds them: start the container with \(Self.containerFlags)"
    }
    return
      "boot a kernel with CONFIG_USER_NS, or lift the seccomp filter or security module around "
      + "this process"
  }
}
