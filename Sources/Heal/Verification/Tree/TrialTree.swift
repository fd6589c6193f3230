internal import Glibc
internal import Kernel
internal import Patches

/// The tree of one trial: second names of the work copy's files, with changes laid over them.
///
/// The sandbox sees it as the lower layer of an overlay, which nothing that runs in it can write to;
/// a changed file is a new file, so that the work copy stays as it is.
struct TrialTree {
  private let folder: WorkFolder
  /// The root of the tree.
  let root: BytePath

  /// Makes a tree.
  ///
  /// - Parameters:
  ///   - copy: the tree before.
  ///   - changes: what a candidate does to it.
  ///   - additions: further files by path, which replace what is there.
  /// - Throws: when it cannot be made.
  init(
    of copy: WorkCopy, with changes: ChangeSet?, adding additions: [PatchPath: [UInt8]] = [:]
  ) throws(KernelFailure) {
    folder = try WorkFolder(WorkCopy.kind, in: copy.place)
    root = folder.path.appending("tree")
    try FileSystem.makeFolder(root)
    let target = try Descriptor.open(root, O_RDONLY | O_DIRECTORY)
    var copier = TreeCopier(.link)
    try copier.fill(target, from: try Descriptor.open(copy.root, O_RDONLY | O_DIRECTORY))
    for file in changes?.files ?? [] {
      if let old = file.oldPath { try remove(old) }
      try remove(file.path)
      guard let new = file.new else { continue }
      try Self.write(new, to: file.path, below: root, isExecutable: file.isExecutable)
    }
    for (path, content) in additions {
      try remove(path)
      try Self.write(content, to: path, below: root, isExecutable: false)
    }
  }

  /// Removes what stands at a path; a way through a link is an error, for it may lead anywhere.
  private func remove(_ path: PatchPath) throws(KernelFailure) {
    let top = try Descriptor.open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let parent = path.parents.last.map { BytePath($0.bytes) } ?? "."
    let name = BytePath(path.bytes).name
    do throws(KernelFailure) {
      let folder = try top.openBeneath(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      _ = try folder.status(of: name)
      try FileSystem.remove(BytePath("/proc/self/fd/\(folder.number)").appending(name))
    } catch {
      if error.number != ENOENT { throw error }
    }
  }

  /// Writes a new file into a folder of ours, and the folders on its way.
  static func write(
    _ content: [UInt8], to path: PatchPath, below root: BytePath, isExecutable: Bool
  ) throws(KernelFailure) {
    let top = try Descriptor.open(root, O_RDONLY | O_DIRECTORY)
    for parent in path.parents {
      let made = unsafe BytePath(parent.bytes).withPointer {
        unsafe mkdirat(top.number, $0, 0o755)
      }
      guard made == 0 || errno == EEXIST else {
        throw KernelFailure.last("mkdirat", parent.description)
      }
    }
    let parent = path.parents.last.map { BytePath($0.bytes) } ?? "."
    let folder = try top.openBeneath(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let made = unsafe BytePath(path.bytes).name.withPointer {
      unsafe openat(
        folder.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        isExecutable ? 0o755 : 0o644)
    }
    guard made >= 0 else { throw KernelFailure.last("openat", path.description) }
    try Descriptor(owning: made).writeAll(content)
  }
}
