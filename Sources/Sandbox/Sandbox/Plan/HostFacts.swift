internal import CKernel
internal import Glibc
package import Kernel

/// What a plan has to know about the machine and the caller; read once.
package struct HostFacts: Sendable {
  /// Whether the caller is host root.
  package var isRoot: Bool
  /// The control groups.
  package var cgroups: CgroupTree
  /// The Landlock ABI; 0 without Landlock.
  package var landlockABI: Int
  /// Whether a memory file system can hold an overlay's marks (Linux 6.6 and later).
  package var memoryHoldsMarks: Bool
  /// The launcher.
  package var launcher: BytePath
  /// The caller's home.
  package var home: BytePath?
  /// The caller's environment.
  package var environment: Environment
  /// Sentinel's own folders.
  package var folders: OwnFolders

  /// Looks at the machine; without a launcher, takes the one that belongs to this program.
  package static func read(launcher: BytePath? = nil) throws(Refusal) -> HostFacts {
    let environment = Environment.current()
    let folders = OwnFolders(environment: environment)
    return HostFacts(
      isRoot: geteuid() == 0,
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
    for place in places where FileSystem.isAccessible(place, X_OK) {
      // The kernel names this program without links, so only the last component can be one.
      let isLink = (try? FileStatus.of(place).kind) == .link
      if let resolved = isLink ? try? FileSystem.resolve(place) : place { return resolved }
    }
    throw Refusal(
      "sentinel-launch is not beside \(own)", remedy: "install both programs into one prefix")
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
  /// What cannot: tools, quarantined files.
  package var data: BytePath

  /// Places from the environment; without a home, below /tmp for the user alone.
  package init(environment: Environment) {
    let home = environment.path(of: "HOME") ?? BytePath("/tmp/sentinel-\(geteuid())")
    let place = { (variable: String, fallback: String) in
      let base = environment.path(of: variable).flatMap { $0.isAbsolute ? $0 : nil }
      return (base ?? home.appending(fallback)).appending("sentinel").normalised
    }
    configuration = place("XDG_CONFIG_HOME", ".config")
    cache = place("XDG_CACHE_HOME", ".cache")
    data = place("XDG_DATA_HOME", ".local/share")
  }

  /// All of them.
  package var all: [BytePath] { [configuration, cache, data] }
}
