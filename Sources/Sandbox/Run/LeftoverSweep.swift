internal import CKernel
internal import Glibc
internal import Kernel

/// Removes what a killed supervisor could not: its groups and upper layers, recognised by their locks.
struct LeftoverSweep {
  let host: HostFacts

  func run() {
    UpperFolders(cache: host.folders.cache).sweep()
    for parent in host.cgroups.parents { sweep(parent.folder) }
  }

  private func sweep(_ parent: BytePath) {
    guard let folder = try? Descriptor.open(parent, O_RDONLY | O_DIRECTORY),
      let names = try? folder.entries()
    else { return }
    for name in names where name.bytes.starts(with: Array("sentinel-".utf8)) {
      guard let group = try? folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
        sentinel_try_lock(group.number) == 0
      else { continue }
      remove(parent.appending(name))
    }
  }

  /// The processes were killed with their supervisor; the kernel needs a moment to count them out.
  private func remove(_ group: BytePath) {
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
