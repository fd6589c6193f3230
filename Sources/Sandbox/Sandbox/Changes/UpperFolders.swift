internal import CKernel
internal import Glibc
internal import Kernel

/// Upper layers on disk, each locked by the process that uses it.
///
/// A folder that nobody holds is a leftover of a run whose processes were all killed; making the next
/// one sweeps it away.
struct UpperFolders {
  let folder: BytePath

  init(cache: BytePath) { folder = cache.appending("upper") }

  func make() throws(KernelFailure) -> BytePath {
    try FileSystem.makeFolder(folder, mode: 0o700)
    sweep()
    for _ in 0..<16 {
      let path = folder.appending("\(getpid())-\(UInt64.random(in: 0 ... .max))")
      try FileSystem.makeFolder(path, mode: 0o700)
      if hold(path) { return path }
    }
    throw KernelFailure.last("lock", folder.description)
  }

  /// Locks a new folder until this process ends; false when another's sweep was faster.
  private func hold(_ path: BytePath) -> Bool {
    guard let lock = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      sentinel_try_lock(lock.number) == 0, FileSystem.exists(path)
    else { return false }
    _ = lock.take()
    return true
  }

  func sweep() {
    guard let parent = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      sentinel_try_lock(parent.number) == 0, let names = try? parent.entries()
    else { return }
    for name in names {
      let path = folder.appending(name)
      guard let held = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
        sentinel_try_lock(held.number) == 0
      else { continue }
      try? FileSystem.remove(path)
    }
  }
}
