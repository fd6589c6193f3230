internal import CKernel
internal import Glibc
package import Kernel

/// What a plan has to know about the machine and the caller; read once.
package struct HostFacts: Sendable {
  /// Whether the caller is host root.
  package var isRoot: Bool
  /// The ids that payloads have outside, and what of files can be mapped to them.
  package var ids: PrivateIDs
  /// The control groups that this process may make groups in.
  package var cgroups: CgroupTree
  /// The Landlock ABI; 0 without Landlock.
  package var landlockABI: Int
  /// Whether a memory file system can hold an overlay's marks (Linux 6.6 and later).
  package var memoryHoldsMarks: Bool
  /// The program `sentinel-launch`, which executes plans.
  package var launcher: BytePath
  /// The caller's home folder, as `HOME` names it.
  package var home: BytePath?
  /// The caller's environment.
  package var environment: Environment
  /// Sentinel's own folders.
  package var folders: OwnFolders
  /// Trees beside the workspace whose links decide nothing about what is shown, as the one that a trial's
  /// workspace is a copy of.
  package var foreignTrees: [BytePath] = []

  /// Looks at the machine; without a launcher, takes the one that belongs to this program.
  package static func read(launcher: BytePath? = nil) throws(Refusal) -> HostFacts {
    let environment = Environment.current()
    let folders = OwnFolders(environment: environment)
    try folders.requireOwn()
    return HostFacts(
      isRoot: geteuid() == 0, ids: try PrivateIDs.read(),
      cgroups: CgroupTree.discover(preferred: environment.path(of: "SENTINEL_CGROUP")),
      landlockABI: Int(sentinel_landlock_abi()), memoryHoldsMarks: canMemoryHoldMarks(),
      launcher: try findLauncher(preferred: launcher), home: environment.path(of: "HOME"),
      environment: environment,
      folders: folders)
  }

  /// The launcher lies beside this program, or in `../libexec/sentinel` of an installation.
  private static func findLauncher(preferred: BytePath?) throws(Refusal) -> BytePath {
    if let preferred { return preferred }
    guard let own = try? FileSystem.linkTarget("/proc/self/exe") else {
      throw Refusal("/proc is not mounted", remedy: "mount proc at /proc")
    }
    let places = [
      own.parent.appending("sentinel-launch"),
      own.parent.parent.appending("libexec/sentinel/sentinel-launch"),
    ]
    var reason = ""
    for place in places {
      guard FileSystem.isAccessible(place, X_OK) else {
        let failure = KernelFailure.last("access", place.description)
        if failure.number != ENOENT { reason = ": \(failure)" }
        continue
      }
      // The kernel names this program without links, so only the last component can be one.
      let isLink = (try? FileStatus.of(place).kind) == .link
      if let resolved = isLink ? try? FileSystem.resolve(place) : place { return resolved }
    }
    throw Refusal(
      "sentinel-launch is not beside \(own)\(reason)",
      remedy: "install both programs into one prefix")
  }

  /// A memfd is a file of the same memory file system, so it can be asked without a mount.
  private static func canMemoryHoldMarks() -> Bool {
    guard let file = try? Handles.scratchFile("marks") else { return false }
    return unsafe sentinel_set_attribute(file.number, "user.sentinel", "y", 1) == 0
  }
}

/// Where Sentinel keeps its own things (XDG Base Directory specification).
package struct OwnFolders: Sendable, Equatable {
  /// The user's profiles, tools and settings.
  package var configuration: BytePath
  /// What can be made again: compiled filters, upper layers on disk.
  package var cache: BytePath
  /// What cannot: tools, quarantined files, the secret of the cache, the keys of the audit log.
  package var data: BytePath
  /// What shows that the rest was not replaced: checkpoints of the audit log.
  package var state: BytePath

  /// Places from the environment; without a home, below /tmp for the user alone.
  package init(environment: Environment) {
    let named = environment.path(of: "HOME").flatMap { $0.isAbsolute ? $0 : nil }
    let home = named ?? Self.homeless
    let place = { (variable: String, fallback: String) in
      let base = environment.path(of: variable).flatMap { $0.isAbsolute ? $0 : nil }
      return (base ?? home.appending(fallback)).appending("sentinel").normalised
    }
    configuration = place("XDG_CONFIG_HOME", ".config")
    cache = place("XDG_CACHE_HOME", ".cache")
    data = place("XDG_DATA_HOME", ".local/share")
    state = place("XDG_STATE_HOME", ".local/state")
    var all = [configuration, cache, data, state]
    for home in [home, Account.of(geteuid())?.home] {
      guard let home, home.isAbsolute else { continue }
      for part in [".config", ".cache", ".local/share", ".local/state"] {
        let folder = home.appending(part).appending("sentinel").normalised
        if !all.contains(folder) { all.append(folder) }
      }
    }
    self.all = all
  }

  /// The installed scanners, within the data folder.
  package var tools: BytePath { data.appending("tools") }

  /// Where the data folder is for a home and no variables.
  package static func data(ofHome home: BytePath) -> BytePath {
    home.appending(".local/share/sentinel")
  }

  /// All of them, and where they are for a run of this user that is started without the XDG variables
  /// or with the home of its account.
  package let all: [BytePath]

  /// Refuses folders that somebody else could have filled, as those of another user's home, which `sudo` may
  /// leave in HOME: what lies in them decides about every run.
  func requireOwn() throws(Refusal) {
    for folder in [configuration, cache, data, state] {
      // A link is judged by who made it and by what it leads to.
      let found = [false, true].compactMap { try? FileStatus.of(folder, following: $0) }
      for status in found where status.uid != geteuid() && status.uid != 0 {
        throw Refusal(
          "\(folder), one of Sentinel's own folders, belongs to user \(status.uid)",
          remedy: "set HOME or the XDG variables to folders of your own")
      }
      if let last = found.last, last.kind == .directory, last.permissions & 0o002 != 0 {
        throw Refusal(
          "\(folder), one of Sentinel's own folders, can be written by everybody",
          remedy: "chmod o-w \(folder), after a look at what is in it")
      }
    }
  }

  /// Who enters the folders on the way to what sandboxes are shown.
  ///
  /// Root's payloads have ids of their own, and without a view of their own they come by the same way as
  /// everybody: they pass, and list nothing.
  package static var mode: UInt32 { geteuid() == 0 ? 0o711 : 0o700 }

  /// A folder whose name anybody can guess, so that it counts only when it is the user's alone.
  ///
  /// In place of another's stands a path at which nothing can be read or made.
  private static var homeless: BytePath {
    let path = BytePath("/tmp/sentinel-\(geteuid())")
    _ = unsafe path.withPointer { unsafe mkdir($0, 0o700) }
    guard let status = try? FileStatus.of(path), status.kind == .directory,
      status.uid == geteuid(), status.permissions & 0o022 == 0
    else { return "/dev/null/sentinel" }
    return path
  }
}
