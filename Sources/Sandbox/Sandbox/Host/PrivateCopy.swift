internal import CKernel
internal import Glibc
internal import Kernel

/// A copy of a workspace that belongs to the payload, where the owners of the workspace's own files
/// cannot be mapped (root in a container has not the right to, and overlays cannot be mapped at all), or
/// where there are no namespaces in which a layer could lie over it.
final class PrivateCopy {
  /// The most bytes that are copied.
  static let mostBytes = 4 << 30
  /// The most files, folders and links.
  static let mostNodes = 200_000
  private static let deepest = 512

  /// The copy of the workspace; removed with this value.
  let path: BytePath
  private let folder: RunFolder
  private let owner: UInt32?
  /// Who owns the workspace; what others own in it stays out of the payload's hands.
  private let original: UInt32

  /// Copies a workspace into a folder of the run's own.
  ///
  /// - Parameters:
  ///   - workspace: The workspace, without links.
  ///   - folder: The run's folder, whose owner gets the copy.
  /// - Throws: A ``Refusal`` with the figures of a workspace that is too large, before anything was
  ///   copied; what the kernel says.
  init(of workspace: BytePath, in folder: RunFolder) throws {
    let source = try Descriptor.open(workspace, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var size = Size()
    try Self.measure(source, into: &size, depth: 0)
    self.folder = folder
    owner = folder.owner
    original = try source.status().uid
    path = folder.path.appending("workspace")
    try FileSystem.makeFolder(path, mode: 0o700)
    let target = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    try copyFolder(source, to: target)
  }

  private struct Size {
    var bytes = 0
    var nodes = 0
  }

  private static func measure(
    _ folder: borrowing Descriptor, into size: inout Size, depth: Int
  ) throws {
    if depth > deepest {
      throw Refusal("the workspace is deeper than \(deepest) folders", remedy: remedy)
    }
    for entry in try folder.listing() {
      let status = try folder.status(of: entry.name)
      size.nodes += 1
      if status.kind == .regular { size.bytes += status.size }
      if size.nodes > mostNodes {
        throw Refusal("the workspace has more than \(mostNodes) files and folders", remedy: remedy)
      }
      if size.bytes > mostBytes {
        throw Refusal("the workspace has more than \(mostBytes >> 30) GiB", remedy: remedy)
      }
      if status.kind == .directory {
        let inner = try folder.openBeneath(entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        try measure(inner, into: &size, depth: depth + 1)
      }
    }
  }

  private static let remedy =
    "a copy is needed here, without namespaces and where owners cannot be mapped (root without "
    + "CAP_SYS_ADMIN, an overlay): use --mode read-only, or name a smaller workspace"

  private func copyFolder(
    _ source: borrowing Descriptor, to target: borrowing Descriptor
  ) throws(KernelFailure) {
    for entry in try source.listing() {
      let name = entry.name, status = try source.status(of: name)
      switch status.kind {
      case .directory:
        let inner = try source.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        guard unsafe name.withPointer({ unsafe mkdirat(target.number, $0, 0o700) }) == 0 else {
          throw KernelFailure.last("mkdirat", name.description)
        }
        try copyFolder(inner, to: try target.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
      case .regular: try copyFile(name, from: source, to: target)
      case .link: try copyLink(name, like: status, from: source, to: target)
      // Seen through an overlay they lead nowhere either.
      default: break
      }
    }
    try hand(target, like: try source.status())
  }

  private func copyFile(
    _ name: BytePath, from source: borrowing Descriptor, to target: borrowing Descriptor
  ) throws(KernelFailure) {
    // A pipe that replaced the file meanwhile must not stop the copy.
    let file = try source.openBeneath(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    let status = try file.status()
    guard status.kind == .regular else { return }
    let made = unsafe name.withPointer {
      unsafe openat(target.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard made >= 0 else { throw KernelFailure.last("openat", name.description) }
    let copy = Descriptor(owning: made)
    if sentinel_share_data(copy.number, file.number) != 0 {
      try file.copyData(to: copy, limit: Self.mostBytes)
    }
    try hand(copy, like: status)
    guard sentinel_copy_times(file.number, copy.number) == 0 else {
      throw KernelFailure.last("futimens", name.description)
    }
  }

  private func copyLink(
    _ name: BytePath, like status: FileStatus, from source: borrowing Descriptor,
    to target: borrowing Descriptor
  ) throws(KernelFailure) {
    let leads = try source.linkTarget(name)
    let made = unsafe leads.withPointer { to in
      unsafe name.withPointer { unsafe symlinkat(to, target.number, $0) }
    }
    guard made == 0 else { throw KernelFailure.last("symlinkat", name.description) }
    guard status.uid == original, let owner else { return }
    let given = unsafe name.withPointer {
      unsafe fchownat(target.number, $0, owner, owner, AT_SYMLINK_NOFOLLOW)
    }
    guard given == 0 else { throw KernelFailure.last("fchownat", name.description) }
  }

  /// Gives a file or folder to the payload if it belongs to the workspace's owner, with the permissions
  /// of the original.
  private func hand(
    _ made: borrowing Descriptor, like status: FileStatus
  ) throws(KernelFailure) {
    if status.uid == original, let owner, fchown(made.number, owner, owner) != 0 {
      throw KernelFailure.last("fchown")
    }
    guard fchmod(made.number, status.permissions & 0o777) == 0 else {
      throw KernelFailure.last("fchmod")
    }
  }
}
