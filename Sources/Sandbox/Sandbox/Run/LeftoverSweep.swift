internal import CKernel
internal import Glibc
internal import Kernel

/// Removes what a killed supervisor could not: its groups and upper layers, recognised by their locks.
struct LeftoverSweep {
  let host: HostFacts

  func run() {
    UpperFolders(cache: host.folders.cache).sweep()
    // The groups of one run hold the same processes, and only one of them the limit of input and
    // output, which delays their end.
    visit { group, _ in sentinel_lift_throttling(group.number) }
    visit { _, path in Self.remove(path) }
  }

  /// Calls with each group of ours that nobody holds, while its lock is held.
  private func visit(_ body: (borrowing Descriptor, BytePath) -> Void) {
    for parent in host.cgroups.parents {
      guard let folder = try? Descriptor.open(parent.folder, O_RDONLY | O_DIRECTORY),
        let names = try? folder.entries(startingWith: [Array("sentinel-".utf8)])
      else { continue }
      for name in names where Self.isNameOfOurs(name) {
        guard let group = try? folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
          (try? group.status().uid) == geteuid(), sentinel_try_lock(group.number) == 0
        else { continue }
        body(group, parent.folder.appending(name))
      }
    }
  }

  /// Whether a group has a name of the form that the launcher gives, `sentinel-PID-` and 16 hexadecimal
  /// digits, or that of ``OwnGroup``; others may begin theirs with the same word.
  static func isNameOfOurs(_ name: BytePath) -> Bool {
    let parts = name.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[1].isEmpty,
      parts[1].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    let hexadecimal = Array("0123456789abcdef".utf8)
    return parts[2].elementsEqual("self".utf8)
      || parts[2].count == 16 && parts[2].allSatisfy(hexadecimal.contains)
  }

  /// The processes were killed with their supervisor; the kernel needs a moment to count them out.
  private static func remove(_ group: BytePath) {
    if let kill = try? Descriptor.open(group.appending("cgroup.kill"), O_WRONLY) {
      try? kill.writeAll([UInt8(ascii: "1")])
    }
    for _ in 0..<200 {
      let removed = unsafe group.withPointer { unsafe rmdir($0) }
      if removed == 0 || errno != EBUSY { return }
      usleep(5000)
    }
  }
}
