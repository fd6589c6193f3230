internal import CKernel

/// A stage of setting up, with its name and what to do when it fails.
///
/// The table has one row for every stage of the launcher; a test counts them.
package struct SetupStage: Sendable {
  /// The name in results.
  package let name: String
  /// What the launcher wanted to do, to be completed by "failed".
  package let purpose: String
  /// What to do about a failure.
  package let remedy: String

  /// The row of a stage number; absent for a number the launcher does not have.
  package init?(number: UInt32) {
    guard let row = Self.rows[number] else { return nil }
    self = row
  }

  private init(_ name: String, _ purpose: String, _ remedy: String) {
    self.name = name
    self.purpose = purpose
    self.remedy = remedy
  }

  /// How many stages the launcher's header declares, `none` included.
  package static var count: Int { Int(SENTINEL_STAGE_COUNT.rawValue) }

  /// What an errno means at a stage, where that is more than the general remedy.
  package func remedy(errno: Int32) -> String { remedy(errno: errno, surroundings: .read()) }

  func remedy(errno: Int32, surroundings: Surroundings) -> String {
    switch (name, errno) {
    case ("namespaces", 1), ("idMap", 1):
      "user namespaces are restricted: \(surroundings.userNamespaceFix)"
    case ("namespaces", 28):
      "no user namespace is left: raise user.max_user_namespaces (it is 0 where they are "
        + "switched off)"
    case ("caller", 13), ("caller", 30):
      "make that place yours to write, or name others by HOME, the XDG variables or TMPDIR"
    case ("source", 40):
      "a part of this path is a symbolic link: name the folder that it leads to"
    case ("source", 2): "the path does not exist: correct it, or mark the mount optional"
    case ("mount", 30): "the mount point does not exist inside another mount: create it on the host"
    case ("proc", 1):
      "the visible /proc is partly covered, as inside a container: run with "
        + "--isolation contained, or let the outer container show all of /proc"
    case ("writable", 1):
      "it holds a set-user-id or set-group-id file, which the command could rewrite: take the bits "
        + "away, or show the folder read-only"
    case ("execute", 2): "the command was not found: check its name and the PATH inside"
    case ("execute", 13): "the command may not be executed: check its mode and its mount"
    case ("execute", 8): "the command is not a program: give a script a first line with #!"
    default: remedy
    }
  }

  private static let rows: [UInt32: SetupStage] = {
    var rows: [UInt32: SetupStage] = [:]
    for (stage, row) in table { rows[stage.rawValue] = row }
    return rows
  }()

  private static let table: [(sentinel_stage, SetupStage)] = [
    (SENTINEL_STAGE_NONE, SetupStage("none", "nothing", "report this as a fault of Sentinel")),
    (
      SENTINEL_STAGE_PLAN,
      SetupStage(
        "plan", "reading the launch plan", "sentinel and sentinel-launch differ: reinstall both")
    ),
    (
      SENTINEL_STAGE_SOURCE,
      SetupStage(
        "source", "opening a host path",
        "check that the path exists, is a file or folder, and is readable for you")
    ),
    (
      SENTINEL_STAGE_CGROUP,
      SetupStage(
        "cgroup", "making a control group",
        "check that the group's folder is delegated to you; `sentinel doctor` shows it")
    ),
    (
      SENTINEL_STAGE_NAMESPACES,
      SetupStage(
        "namespaces", "making namespaces", "run `sentinel doctor`: it names what restricts them")
    ),
    (
      SENTINEL_STAGE_ID_MAP,
      SetupStage(
        "idMap", "mapping user ids",
        "the workspace's file system may not support idmapped mounts: use --isolation contained, which "
          + "works on a copy, move it to ext4, xfs or btrfs, or run as an ordinary user")
    ),
    (
      SENTINEL_STAGE_STDIO,
      SetupStage("stdio", "connecting the streams", "raise the limit of open files (ulimit -n)")
    ),
    (
      SENTINEL_STAGE_IDENTITY,
      SetupStage("identity", "taking the sandbox's ids", "run `sentinel doctor`")
    ),
    (
      SENTINEL_STAGE_NETWORK,
      SetupStage(
        "network", "making the network",
        "use network mode none; or, where veth is missing, --isolation available")
    ),
    (
      SENTINEL_STAGE_HOSTNAME,
      SetupStage(
        "hostname", "setting the host name", "use at most 64 letters, digits and hyphens")
    ),
    (
      SENTINEL_STAGE_ROOT,
      SetupStage(
        "root", "making the root file system",
        "the kernel must be Linux 5.12 or later; `sentinel doctor` shows what it lacks")
    ),
    (
      SENTINEL_STAGE_MOUNT,
      SetupStage(
        "mount", "mounting into the sandbox", "check the profile's mounts and masks for this path")
    ),
    (
      SENTINEL_STAGE_PROC,
      SetupStage("proc", "mounting proc", "run `sentinel doctor`: it names what covers /proc")
    ),
    (
      SENTINEL_STAGE_DEVICES,
      SetupStage(
        "devices", "making /dev", "the host's /dev must hold the usual nodes, not links to others")
    ),
    (
      SENTINEL_STAGE_OVERLAY,
      SetupStage(
        "overlay", "mounting the overlay",
        "this file system cannot lie under an overlay: copy the tree to another one")
    ),
    (
      SENTINEL_STAGE_MASK,
      SetupStage("mask", "covering a path", "check the profile's masks for this path")
    ),
    (
      SENTINEL_STAGE_PIVOT,
      SetupStage(
        "pivot", "changing the root",
        "the present root may be an initramfs, which cannot be left: switch to a real root first")
    ),
    (
      SENTINEL_STAGE_TERMINAL,
      SetupStage("terminal", "making a private terminal", "set terminal: none in the profile")
    ),
    (
      SENTINEL_STAGE_FORK,
      SetupStage("fork", "starting the payload", "raise the limits of processes and open files")
    ),
    (
      SENTINEL_STAGE_LIMITS,
      SetupStage("limits", "setting resource limits", "check the profile's limits")
    ),
    (
      SENTINEL_STAGE_CAPABILITIES,
      SetupStage("capabilities", "dropping capabilities", "run `sentinel doctor`")
    ),
    (
      SENTINEL_STAGE_LANDLOCK,
      SetupStage(
        "landlock", "applying Landlock",
        "boot Linux 5.13 or later with landlock in its lsm= list, or use --isolation available")
    ),
    (
      SENTINEL_STAGE_CHECK,
      SetupStage(
        "check", "checking the layers from inside", "report this as a fault of Sentinel")
    ),
    (
      SENTINEL_STAGE_SECCOMP,
      SetupStage(
        "seccomp", "installing the filter",
        "another listener may be in force around this process: set syscalls.listener: none")
    ),
    (
      SENTINEL_STAGE_INIT,
      SetupStage(
        "init", "starting init", "sentinel-launch was replaced while it ran: start again")
    ),
    (
      SENTINEL_STAGE_DIRECTORY,
      SetupStage(
        "directory", "entering the working folder", "the folder must exist inside the sandbox")
    ),
    (
      SENTINEL_STAGE_EXECUTE,
      SetupStage("execute", "executing the command", "check the command and the PATH inside")
    ),
    (
      SENTINEL_STAGE_SUPERVISOR,
      SetupStage(
        "supervisor", "supervising", "the machine may be out of memory or processes: try again")
    ),
    (
      SENTINEL_STAGE_CALLER,
      SetupStage(
        "caller", "preparing the run",
        "the machine may be out of memory, descriptors or disk: try again; `sentinel doctor` shows "
          + "what it can do")
    ),
    (
      SENTINEL_STAGE_WRITABLE,
      SetupStage(
        "writable", "looking through what the command may write to on the host",
        "give it a folder that you may read, with at most 512 levels, or one that is read-only")
    ),
  ]
}
