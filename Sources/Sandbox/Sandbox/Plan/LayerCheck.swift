internal import Policy

/// Compares what a profile asks for with what the machine can do, before anything is started.
struct LayerCheck {
  let host: HostFacts
  let profile: EffectiveProfile
  /// The disks that a limit of input and output can be set for.
  var disks: [String] = []
  /// Whether a copy stands for the workspace.
  var isCopied = false
  var backend = Backend.namespaces

  var missing: [MissingLayer] {
    var found: [MissingLayer] = []
    if backend == .landlock {
      found += [Self.namespaces] + [.memory, .pids, .cpu].map(Self.group)
    } else {
      for controller in host.cgroups.missing { found.append(Self.group(controller)) }
    }
    if profile.limits.io != nil, let io = missingIO { found.append(io) }
    if host.landlockABI == 0 {
      found.append(
        MissingLayer(
          layer: "landlock", reason: "the kernel offers no Landlock",
          remedy: "boot Linux 5.13 or later with landlock in its lsm= list"))
    }
    if isCopied {
      found.append(
        MissingLayer(
          layer: "mapped owners",
          reason:
            "root without CAP_SYS_ADMIN, or on an overlay, cannot map owners: the command works "
            + "on a copy of the workspace, and what it changes is taken from there",
          remedy: "run as the workspace's owner, or keep it on a file system with idmapped mounts"))
    }
    if profile.networkMode == .host {
      found.append(
        MissingLayer(
          layer: "network namespace", reason: "the host's network is shared, as asked for",
          remedy: "use network mode none or loopback"))
    }
    if profile.syscalls.listener == .none {
      found.append(
        backend == .landlock
          ? Self.listener
          : MissingLayer(
            layer: "denial records", reason: "the profile leaves the listener to the payload",
            remedy: "set syscalls.listener: record"))
    }
    return found
  }

  /// What was asked for explicitly is no reason to refuse.
  static func isChosen(_ layer: MissingLayer) -> Bool {
    layer.layer == "network namespace" || layer.layer == "denial records"
  }

  /// Whether something weaker keeps the same promise, which the layer's reason names.
  static func isReplaced(_ layer: MissingLayer) -> Bool {
    [
      "namespaces", "memory limit", "process limit", "cpu limit", "proc", "host name",
      "ceilings of the user namespace", "mapped owners", "listener",
    ].contains(layer.layer)
  }

  private static let namespaces = MissingLayer(
    layer: "namespaces",
    reason:
      "none can be made here; Landlock, the filter and the supervisor hold in their place. Names, "
      + "sizes and owners of files that are not shown can be asked for, and the machine's users are; "
      + "/tmp, /dev/shm, terminals, file watches, System V IPC, listeners, datagrams, and sockets other "
      + "than connected pairs and those of TCP to names of the rules are refused; a lock on a shown file "
      + "is the machine's too; /proc holds some files about the machine and no process; what the command "
      + "writes is in a folder of the run's own, at another path",
    remedy: "allow user namespaces here; `sentinel doctor` names what forbids them")

  private static let listener = MissingLayer(
    layer: "listener",
    reason:
      "another sandbox around this one has the only one that the kernel gives; denied calls are "
      + "refused and not recorded, and modes, owners and times of files cannot be changed",
    remedy: "run it outside the other sandbox")

  private static let remedy =
    "run as root, or inside a delegated group: "
    + "systemd-run --user --scope -p Delegate=yes -- sentinel run …"

  /// Why the limit of input and output is not held, or not all of it.
  private var missingIO: MissingLayer? {
    if host.cgroups.holder(of: .io) == nil { return Self.group(.io) }
    if disks.isEmpty {
      return MissingLayer(
        layer: "io limit", reason: "/sys/block shows no disk to set it for",
        remedy: "mount sysfs at /sys, or leave limits.io out")
    }
    return host.cgroups.holdsCachedWrites
      ? nil
      : MissingLayer(
        layer: "io limit",
        reason: "without memory and io in one group of version 2 it holds what is read and what is "
          + "written directly, but not what goes through the page cache",
        remedy: "boot with systemd.unified_cgroup_hierarchy=1, or leave limits.io out")
  }

  private static func group(_ controller: CgroupTree.Controller) -> MissingLayer {
    switch controller {
    case .memory:
      MissingLayer(
        layer: "memory limit",
        reason: "no memory control group can be made; a watchdog on proportional memory holds, "
          + "but not page cache, pipes, sockets and memory files that nobody maps",
        remedy: remedy)
    case .pids:
      MissingLayer(
        layer: "process limit",
        reason:
          "no pids control group can be made; RLIMIT_NPROC holds for the user namespace, or without "
          + "one for the user",
        remedy: remedy)
    case .cpu:
      MissingLayer(
        layer: "cpu limit",
        reason: "no cpu control group can be made; processor time is counted, not throttled",
        remedy: remedy)
    case .io:
      MissingLayer(
        layer: "io limit",
        reason: "no io control group can be made; reading and writing is as fast as the disk",
        remedy: remedy)
    }
  }
}
