internal import Glibc
internal import Kernel

/// Who can have put a program where it is found.
///
/// An interpreter is believed when it tells about itself, and what it installs is believed from then on.
enum ProgramTrust {
  /// Whether a program, what it leads to and every folder on both ways belong to the caller, to root or to
  /// whoever owns the system's programs, and others cannot exchange them.
  static func trusts(_ program: BytePath) -> Bool {
    guard let real = try? FileSystem.resolve(program),
      let folder = try? FileSystem.resolve(program.parent)
    else { return false }
    return isOwn(real) && isOwn(folder)
  }

  /// The folder that a program's library lies in, beside its own; nil where that holds the caller's home.
  static func prefix(of program: BytePath) -> BytePath? {
    let prefix = program.parent.parent
    let homes = [Environment.current().path(of: "HOME"), Account.of(geteuid())?.home]
    let holdsHome = homes.contains { home in
      guard let home, let real = try? FileSystem.resolve(home) else { return false }
      return real.isWithin(prefix)
    }
    return prefix.depth > 0 && !holdsHome ? prefix : nil
  }

  private static func isOwn(_ path: BytePath) -> Bool {
    let system = (try? FileStatus.of("/usr").uid) ?? 0
    var place = path
    while true {
      guard let status = try? FileStatus.of(place), [0, geteuid(), system].contains(status.uid),
        // Where the sticky bit is set nobody exchanges what is not theirs.
        status.permissions & 0o002 == 0 || status.permissions & 0o1000 != 0
      else { return false }
      if place.parent == place { return true }
      place = place.parent
    }
  }
}
