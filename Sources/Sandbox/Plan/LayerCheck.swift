/// Compares what a profile asks for with what the machine can do, before anything is started.
struct LayerCheck {
  let host: HostFacts
  let profile: EffectiveProfile

  var missing: [MissingLayer] {
    var found: [MissingLayer] = []
    for controller in host.cgroups.missing { found.append(Self.group(controller)) }
    if host.landlockABI == 0 {
      found.append(
        MissingLayer(
          layer: "landlock", reason: "the kernel offers no Landlock",
          remedy: "boot Linux 5.13 or later with landlock in its lsm= list"))
    }
    if profile.networkMode == .host {
      found.append(
        MissingLayer(
          layer: "network namespace", reason: "the host's network is shared, as asked for",
          remedy: "use network mode none or loopback"))
    }
    if profile.syscalls.listener == .none {
      found.append(
        MissingLayer(
          layer: "denial records", reason: "the profile leaves the listener to the payload",
          remedy: "set syscalls.listener: record"))
    }
    return found
  }

  /// What was asked for explicitly is no reason to refuse.
  static func isChosen(_ layer: MissingLayer) -> Bool {
    layer.layer == "network namespace" || layer.layer == "denial records"
  }

  private static func group(_ controller: CgroupTree.Controller) -> MissingLayer {
    let remedy =
      "run as root, or inside a delegated group: "
      + "systemd-run --user --scope -p Delegate=yes -- sentinel run …"
    return switch controller {
    case .memory:
      MissingLayer(
        layer: "memory limit",
        reason: "no memory control group can be made; a watchdog on proportional memory holds, "
          + "but not page cache, pipes, sockets and memory files that nobody maps",
        remedy: remedy)
    case .pids:
      MissingLayer(
        layer: "process limit",
        reason: "no pids control group can be made; RLIMIT_NPROC holds for the user namespace",
        remedy: remedy)
    case .cpu:
      MissingLayer(
        layer: "cpu limit",
        reason: "no cpu control group can be made; processor time is counted, not throttled",
        remedy: remedy)
    }
  }
}
