internal import Glibc

extension FileSystem {
  /// Removes a file, a link, or a folder with everything in it; links are never followed.
  ///
  /// The tree may be hostile: no depth exhausts the stack, the descriptors or the length of a path,
  /// because every folder is emptied at the top, to which its subfolders are moved first.
  package static func remove(_ path: BytePath) throws(KernelFailure) {
    guard try FileStatus.of(path).kind == .directory else { return try unlink(AT_FDCWD, path) }
    _ = unsafe path.withPointer { unsafe chmod($0, 0o700) }
    let top = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var moved = 0
    while case let names = try top.entries(), !names.isEmpty {
      for name in names { try empty(name, in: top, &moved) }
    }
    try unlink(AT_FDCWD, path, isFolder: true)
  }

  private static func empty(
    _ name: BytePath, in top: borrowing Descriptor, _ moved: inout Int
  ) throws(KernelFailure) {
    guard try top.status(of: name).kind == .directory else { return try unlink(top.number, name) }
    _ = unsafe name.withPointer { unsafe fchmodat(top.number, $0, 0o700, 0) }
    let folder = try top.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
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
    _ = unsafe name.withPointer { unsafe fchmodat(folder.number, $0, 0o700, 0) }
    let result = unsafe name.withPointer { from in
      unsafe target.withPointer { to in unsafe renameat(folder.number, from, top.number, to) }
    }
    guard result == 0 else { throw KernelFailure.last("renameat", name.description) }
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
