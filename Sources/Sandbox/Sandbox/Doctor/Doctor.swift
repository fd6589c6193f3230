internal import Glibc
package import Kernel
internal import YAML

/// Tries every primitive that a sandbox is made of and explains what is missing.
package struct Doctor {
  let host: HostFacts
  let surroundings: Surroundings

  /// Takes the facts of a machine and reads what surrounds this process, such as a container.
  package init(host: HostFacts) {
    self.host = host
    surroundings = Surroundings.read()
  }

  init(host: HostFacts, surroundings: Surroundings) {
    self.host = host
    self.surroundings = surroundings
  }

  /// Runs the launcher's probes and looks at the rest itself.
  package func report() throws(KernelFailure) -> DoctorReport {
    report(probes: try LauncherProbe.run(launcher: host.launcher))
  }

  func report(probes: [String: Int32]) -> DoctorReport {
    DoctorReport(
      checks: namespaceChecks(probes) + mountChecks(probes) + [
        landlock, notify(probes["seccompNotify"]),
      ] + cgroupChecks + networkChecks(probes) + [disk])
  }

  // MARK: Namespaces

  private func namespaceChecks(_ probes: [String: Int32]) -> [DoctorReport.Check] {
    let user = check(
      "user namespaces", probes["userNamespace"], works: "can be made; host root is never mapped",
      fix: surroundings.userNamespaceFix)
    if user.state != .works { return [user] }
    return [
      user,
      check("process namespace", probes["pidNamespace"], works: "can be made", fix: general),
      check(
        "network namespace", probes["networkNamespace"], works: "loopback can be raised",
        fix: general),
      check(
        "ipc, uts and cgroup namespaces", probes["otherNamespaces"], works: "can be made",
        fix: general),
    ]
  }

  private var general: String {
    surroundings.container.map { "let the outer \($0) allow it: " + Surroundings.containerFlags }
      ?? "boot a kernel that is configured with namespaces (CONFIG_NAMESPACES and below)"
  }

  private func check(
    _ name: String, _ errno: Int32?, works: String, fix: String
  ) -> DoctorReport.Check {
    guard let errno else { return DoctorReport.Check(name, .missing, "was not tried", fix: fix) }
    if errno == 0 { return DoctorReport.Check(name, .works, works) }
    let reason = KernelFailure(call: "probe", number: errno).reason
    return DoctorReport.Check(name, .missing, "refused: \(reason)", fix: fix)
  }

  // MARK: File systems

  private func mountChecks(_ probes: [String: Int32]) -> [DoctorReport.Check] {
    guard probes["userNamespace"] == 0 else { return [] }
    var checks = [
      check(
        "mounts", probes["mount"], works: "the new mount API works", fix: "boot Linux 5.12 or later"
      ),
      check("proc", probes["proc"], works: "a fresh one can be mounted", fix: procFix),
      overlay(probes["overlay"]),
    ]
    if host.isRoot {
      var idmap = check(
        "idmapped mounts", probes["idmap"], works: "work for /tmp's file system",
        fix: "keep workspaces on ext4, xfs, btrfs or tmpfs (Linux 5.19 or later), or run as an "
          + "ordinary user")
      if idmap.state == .missing { idmap.state = .limited }
      checks.append(idmap)
    }
    return checks
  }

  private var procFix: String {
    "something covers parts of /proc, as inside a container: "
      + (surroundings.container == nil
        ? "unmount what `findmnt -R /proc` shows" : Surroundings.containerFlags)
  }

  private func overlay(_ errno: Int32?) -> DoctorReport.Check {
    if errno == 0 && host.memoryHoldsMarks {
      return DoctorReport.Check(
        "overlay", .works, "upper layers live in memory, under the disk limit")
    }
    if host.memoryHoldsMarks == false {
      return DoctorReport.Check(
        "overlay", .limited,
        "this kernel's memory file system has no user.* attributes, so upper layers live on disk in "
          + "the cache folder and count against the disk limit by a watchdog",
        fix: "boot Linux 6.6 or later")
    }
    return check("overlay", errno, works: "", fix: "boot Linux 5.11 or later with overlayfs")
  }

  // MARK: Layers on the payload

  private var landlock: DoctorReport.Check {
    let abi = host.landlockABI
    if abi == 0 {
      return DoctorReport.Check(
        "landlock", .missing, "the kernel does not offer it",
        fix: "boot Linux 5.13 or later with landlock in its lsm= list")
    }
    let lacks = [
      (4, "TCP rules"), (5, "device ioctl rules"), (6, "scopes for signals and sockets"),
    ]
    .filter { abi < $0.0 }.map(\.1)
    let rest = lacks.isEmpty ? "" : "; without \(lacks.joined(separator: ", "))"
    return DoctorReport.Check("landlock", .works, "ABI \(abi)\(rest)")
  }

  private func notify(_ errno: Int32?) -> DoctorReport.Check {
    if errno == EBUSY {
      return DoctorReport.Check(
        "denial records", .limited, "another listener is in force around this process",
        fix: "use a profile with syscalls.listener: none here")
    }
    return check(
      "denial records", errno, works: "seccomp user notification works",
      fix: "boot Linux 5.0 or later with CONFIG_SECCOMP_FILTER")
  }

  // MARK: Limits

  private var cgroupChecks: [DoctorReport.Check] {
    let folders = host.cgroups.parents.map(\.folder.description).joined(separator: ", ")
    let kind = "\(host.cgroups.kind.rawValue)\(folders.isEmpty ? "" : ", groups below \(folders)")"
    if host.cgroups.missing.isEmpty {
      return [
        DoctorReport.Check(
          "control groups", .works, "\(kind): memory, pids and cpu are held\(heldIO)")
      ]
    }
    let names = host.cgroups.missing.map(\.rawValue).joined(separator: ", ")
    let fix =
      host.isRoot
      ? "mount /sys/fs/cgroup writable and pass the controllers on (cgroup.subtree_control)"
      : "start it in a group of your own: systemd-run --user --scope -p Delegate=yes -- sentinel …, "
        + "or inside a delegated one that SENTINEL_CGROUP names"
    return [DoctorReport.Check("control groups", .missing, "\(kind): no \(names)", fix: fix)]
  }

  /// No profile of ours needs it.
  private var heldIO: String {
    if host.cgroups.holder(of: .io) == nil { return "; --io is not" }
    return host.cgroups.holdsCachedWrites
      ? ", and --io" : ", and of --io what bypasses the page cache"
  }

  // MARK: Network

  private func networkChecks(_ probes: [String: Int32]) -> [DoctorReport.Check] {
    guard probes["networkNamespace"] == 0 else { return [] }
    return [("veth", "CONFIG_VETH"), ("nft", "CONFIG_NF_TABLES")].map { name, option in
      var result = check(
        name, probes[name], works: "available in a network namespace",
        fix: "load the module, or boot a kernel with \(option)")
      if result.state == .missing { result.state = .limited }
      return result
    }
  }

  // MARK: Disk

  private var disk: DoctorReport.Check {
    var status = statvfs()
    var folder = host.folders.cache
    while !FileSystem.exists(folder) && folder.components.count > 1 { folder = folder.parent }
    guard unsafe folder.withPointer({ unsafe statvfs($0, &status) }) == 0 else {
      return DoctorReport.Check("disk", .limited, "\(folder) cannot be examined")
    }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    let text = "\(ByteCount(bytes: (free >> 20) << 20)) free for the cache in \(folder)"
    if free < 64 << 20 {
      return DoctorReport.Check("disk", .limited, text, fix: "free some space there")
    }
    return DoctorReport.Check("disk", .works, text)
  }
}
