internal import Glibc

/// The way to a folder that a user names: links on it are followed where nobody else can have put them
/// there.
package enum FolderWay {
  /// As many as the kernel follows.
  private static let mostLinks = 40

  /// Opens a folder.
  ///
  /// - Parameter path: absolute, or relative to the present folder.
  /// - Returns: a descriptor for reading its names and writing into it, which the caller owns.
  /// - Throws: EPERM with the place of a link that another user could have made or exchanged, and what
  ///   the kernel says.
  package static func open(_ path: BytePath) throws(KernelFailure) -> Int32 {
    var rest = path.components.map { BytePath($0) }[...]
    var folder = try openPlain(path.isAbsolute ? "/" : ".", below: AT_FDCWD)
    var links = 0
    while let name = rest.popFirst() {
      let status = try folder.status(of: name)
      guard status.kind == .link else {
        folder = try openPlain(name, below: folder.number)
        continue
      }
      links += 1
      guard links <= mostLinks else {
        throw KernelFailure(call: "open", object: path.description, number: ELOOP)
      }
      guard isTrusted(status, in: try folder.status()) else {
        throw KernelFailure(call: "open", object: name.description, number: EPERM)
      }
      let target = try folder.linkTarget(name)
      if target.isAbsolute { folder = try openPlain("/", below: AT_FDCWD) }
      rest = (target.components.map { BytePath($0) } + rest)[...]
    }
    let opened = try openPlain(".", below: folder.number, O_RDONLY)
    return opened.take()
  }

  /// Whether only the caller and root can have put a link into a folder.
  ///
  /// Where others may write too, the sticky bit keeps them from exchanging what is not theirs.
  private static func isTrusted(_ link: FileStatus, in folder: FileStatus) -> Bool {
    let own = [0, geteuid()]
    guard own.contains(folder.uid), own.contains(link.uid) else { return false }
    return folder.permissions & 0o022 == 0 || folder.permissions & 0o1000 != 0
  }

  /// Without links, and, but for the last, without the right to read.
  private static func openPlain(
    _ name: BytePath, below folder: Int32, _ access: Int32 = 0o10_000_000
  ) throws(KernelFailure) -> Descriptor {
    let opened = unsafe name.withPointer {
      unsafe openat(folder, $0, access | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard opened >= 0 else { throw KernelFailure.last("openat", name.description) }
    return Descriptor(owning: opened)
  }
}
