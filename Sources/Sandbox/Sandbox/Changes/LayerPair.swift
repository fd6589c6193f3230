internal import CKernel
internal import Glibc
internal import Kernel

/// The two layers of an overlay, each opened once.
///
/// Everything below is reached from these descriptors, without links and without leaving them. Nothing
/// but folders and regular files is ever opened.
final class LayerPair {
  /// One of the layers.
  enum Layer {
    /// What the command wrote; hostile.
    case upper
    /// The workspace.
    case lower
  }

  /// O_PATH of fcntl.h (the same on x86-64 and arm64), which Swift cannot import.
  private static let pathOnly: Int32 = 0o10_000_000

  private let upper: Descriptor
  private let lower: Descriptor
  /// Modes of upper files and folders that were made readable.
  private var loosened: [BytePath: UInt32] = [:]

  /// When the upper layer, a whole copy of the lower one, was made, in nanoseconds since 1970; nil for
  /// the layer of an overlay.
  let copied: Int64?

  init(
    upper: borrowing Descriptor, lower: BytePath, copied: Int64? = nil
  ) throws(KernelFailure) {
    self.copied = copied
    self.upper = try upper.duplicate()
    self.lower = try Descriptor.open(lower, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// Opens a folder of a layer; an unreadable one of the upper layer is made readable.
  func folder(_ path: BytePath, in layer: Layer) throws(KernelFailure) -> OpenFolder {
    let descriptor: Descriptor
    switch layer {
    case .lower:
      descriptor = try lower.openBeneath(Self.relative(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    case .upper:
      try loosen(path, needed: 0o700)
      descriptor = try upper.openBeneath(Self.relative(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
    return OpenFolder(path: path, descriptor: descriptor, isCopy: copied != nil)
  }

  /// Opens a regular file for reading; anything else is EINVAL, and opening it has no effect.
  func file(_ source: TreeNode.Source) throws(KernelFailure) -> Descriptor {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let opened: Descriptor
    switch source {
    case .missing: throw KernelFailure(call: "open", number: ENODATA)
    case .lower(let path): opened = try lower.openBeneath(path, flags)
    case .upper(let path):
      try loosen(path, needed: 0o400)
      opened = try upper.openBeneath(path, flags)
    }
    guard try opened.status().kind == .regular else {
      throw KernelFailure(call: "open", number: EINVAL)
    }
    return opened
  }

  /// Whether a file of a copy is as it was copied: nobody can set back when a file was last changed.
  func isUntouched(_ node: TreeNode) throws(KernelFailure) -> Bool {
    guard let copied, case .upper = node.source else { return false }
    return try file(node.source).status().changed < copied
  }

  /// The mode that the command gave a file of the upper layer.
  func permissions(of path: BytePath, now: UInt32) -> UInt32 { loosened[path] ?? now }

  /// Opens the workspace itself.
  func workspace() throws(KernelFailure) -> Descriptor { try lower.duplicate() }

  /// What `path` of the workspace is; nil when there is nothing.
  func lowerStatus(_ path: BytePath) -> FileStatus? {
    let found = try? lower.openBeneath(Self.relative(path), Self.pathOnly | O_NOFOLLOW)
    return try? found?.status()
  }

  /// The mode of a root.
  func rootPermissions(_ layer: Layer) throws(KernelFailure) -> UInt32 {
    switch layer {
    case .upper: permissions(of: "", now: try upper.status().permissions)
    case .lower: try lower.status().permissions
    }
  }

  /// Adds mode bits of the owner to a file or folder, remembering its mode.
  ///
  /// O_PATH needs no permission on the file, and the detour over /proc follows no link: the kernel
  /// resolves the entry to exactly what was opened.
  private func loosen(_ path: BytePath, needed: UInt32) throws(KernelFailure) {
    let found = try upper.openBeneath(Self.relative(path), Self.pathOnly | O_NOFOLLOW)
    let status = try found.status()
    guard status.kind == .regular || status.kind == .directory else {
      throw KernelFailure(call: "open", number: EINVAL)
    }
    guard status.permissions & needed != needed else { return }
    let place = BytePath("/proc/self/fd/\(found.number)")
    let changed = unsafe place.withPointer { unsafe chmod($0, status.permissions | needed) }
    guard changed == 0 else { throw KernelFailure.last("chmod", path.description) }
    if loosened[path] == nil { loosened[path] = status.permissions }
  }

  private static func relative(_ path: BytePath) -> BytePath { path.bytes.isEmpty ? "." : path }
}

/// A folder of a layer.
final class OpenFolder {
  let path: BytePath
  private let descriptor: Descriptor
  private let isCopy: Bool

  init(path: BytePath, descriptor: consuming Descriptor, isCopy: Bool) {
    self.path = path
    self.isCopy = isCopy
    self.descriptor = descriptor
  }

  /// What `name` is; nil when there is nothing.
  func status(of name: BytePath) throws(KernelFailure) -> FileStatus? {
    do throws(KernelFailure) {
      return try descriptor.status(of: name)
    } catch  where error.number == ENOENT {
      return nil
    }
  }

  /// Where the symbolic link `name` leads.
  func linkTarget(_ name: BytePath) throws(KernelFailure) -> BytePath {
    try descriptor.linkTarget(name)
  }

  /// The folder's own marks.
  func marks() -> OverlayMarks { isCopy ? .ofCopies : OverlayMarks(of: descriptor) }

  /// At most `limit` names, in the file system's order, and whether these are all.
  func names(limit: Int) throws(KernelFailure) -> (names: [BytePath], isWhole: Bool) {
    let copy = unsafe openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw KernelFailure.last("openat", path.description) }
    guard let stream = unsafe fdopendir(copy) else {
      let failure = KernelFailure.last("fdopendir")
      close(copy)
      throw failure
    }
    defer { unsafe closedir(stream) }
    var names: [BytePath] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw KernelFailure.last("readdir", path.description) }
        return (names, true)
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        unsafe BytePath(raw.prefix { $0 != 0 })
      }
      if name == "." || name == ".." { continue }
      if names.count == limit { return (names, false) }
      names.append(name)
    }
  }
}
