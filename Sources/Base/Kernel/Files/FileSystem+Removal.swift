internal import Glibc

extension FileSystem {
  /// Removes a file, a link, or a folder with everything in it; links are never followed.
  ///
  /// The tree may be hostile: no depth exhausts the stack, the descriptors or the length of a path,
  /// because every folder is emptied at the top, to which its subfolders are moved first. Whoever exchanges
  /// a folder for a link meanwhile changes nothing behind the link.
  package static func remove(_ path: BytePath) throws(KernelFailure) {
    guard try FileStatus.of(path).kind == .directory else { return try unlink(AT_FDCWD, path) }
    let folder = try opened(path, in: AT_FDCWD)
    try empty(folder)
    try unlink(AT_FDCWD, path, isFolder: true)
  }

  /// Removes what is in a folder, one name last.
  ///
  /// - Parameters:
  ///   - folder: The folder, open for reading.
  ///   - last: What stays until everything else is gone; nil for nothing.
  /// - Throws: What the kernel says of the first name that cannot be removed.
  package static func empty(
    _ folder: borrowing Descriptor, last: BytePath? = nil
  ) throws(KernelFailure) {
    var moved = 0
    while case let names = try folder.entries().filter({ $0 != last }), !names.isEmpty {
      for name in names { try empty(name, in: folder, &moved) }
    }
    if let last { try unlink(folder.number, last) }
  }

  private static func empty(
    _ name: BytePath, in top: borrowing Descriptor, _ moved: inout Int
  ) throws(KernelFailure) {
    guard try top.status(of: name).kind == .directory else { return try unlink(top.number, name) }
    let folder = try opened(name, in: top.number)
    for inner in try folder.entries() {
      guard try folder.status(of: inner).kind == .directory else {
        try unlink(folder.number, inner)
        continue
      }
      moved += 1
      try lift(inner, from: folder, to: top, as: BytePath("moved-\(moved)-\(getpid())"))
    }
    try unlink(top.number, name, isFolder: true)
  }

  private static func lift(
    _ name: BytePath, from folder: borrowing Descriptor, to top: borrowing Descriptor,
    as target: BytePath
  ) throws(KernelFailure) {
    // A folder without write permission for its owner cannot be given another parent.
    _ = try opened(name, in: folder.number)
    let result = unsafe name.withPointer { from in
      unsafe target.withPointer { to in unsafe renameat(folder.number, from, top.number, to) }
    }
    guard result == 0 else { throw KernelFailure.last("renameat", name.description) }
  }

  /// O_PATH of fcntl.h (the same on x86-64 and arm64), which Swift cannot import.
  private static let asPlace: Int32 = 0o10_000_000

  /// Opens a folder whose owner may have closed it to itself; never what a link leads to.
  private static func opened(_ name: BytePath, in folder: Int32) throws(KernelFailure) -> Descriptor
  {
    let open = { (name: BytePath, folder: Int32, flags: Int32) -> Int32 in
      unsafe name.withPointer { unsafe openat(folder, $0, flags | O_DIRECTORY | O_CLOEXEC) }
    }
    let held = open(name, folder, asPlace | O_NOFOLLOW)
    guard held >= 0 else { throw KernelFailure.last("openat", name.description) }
    let place = Descriptor(owning: held)
    // By its descriptor, which chmod takes through proc alone where the folder cannot be read.
    let link = BytePath("/proc/self/fd/\(held)")
    _ = unsafe link.withPointer { unsafe chmod($0, 0o700) }
    let number = open(".", place.number, O_RDONLY | O_NOFOLLOW)
    guard number >= 0 else { throw KernelFailure.last("openat", name.description) }
    return Descriptor(owning: number)
  }

  private static func unlink(
    _ folder: Int32, _ name: BytePath, isFolder: Bool = false
  ) throws(KernelFailure) {
    let result = unsafe name.withPointer {
      unsafe unlinkat(folder, $0, isFolder ? AT_REMOVEDIR : 0)
    }
    guard result == 0 else { throw KernelFailure.last("unlinkat", name.description) }
  }
}
