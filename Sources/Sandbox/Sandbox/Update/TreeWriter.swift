internal import Glibc
internal import Kernel

/// Puts what a command left in its layer into a folder: below an open descriptor, through no link.
///
/// A file is written aside and renamed into place. So it is there whole or not at all, and another name
/// that it has on the host, perhaps outside the folder, keeps its content.
struct TreeWriter: ~Copyable {
  /// Bits that are never handed on.
  static let setIDBits: UInt32 = 0o6000

  private let root: Descriptor
  private let layers: LayerPair
  /// Bytes of data that may still be written.
  private var room: Int
  /// Permissions of folders that are set when nothing more is written into them.
  private var modes: [(path: BytePath, mode: UInt32)] = []

  init(root: consuming Descriptor, layers: LayerPair, room: Int) {
    self.root = root
    self.layers = layers
    self.room = room
  }

  /// Removes a file, a link, or a folder that is empty by now.
  borrowing func remove(_ path: BytePath, isFolder: Bool) throws(KernelFailure) {
    let folder = try self.folder(path.parent)
    let removed = unsafe path.name.withPointer {
      unsafe unlinkat(folder.number, $0, isFolder ? AT_REMOVEDIR : 0)
    }
    guard removed == 0 else { throw KernelFailure.last("unlinkat", path.description) }
  }

  /// Makes the folders on the way to a path, for the user alone.
  borrowing func makeParents(of path: BytePath) throws(KernelFailure) {
    for parent in ProtectedNames.ancestors(of: path) { try makeFolder(parent) }
  }

  /// Puts a file, a folder or a link in its place; anything else is EINVAL.
  mutating func write(_ node: TreeNode, at path: BytePath) throws(KernelFailure) {
    switch node.kind {
    case .directory:
      let present = try? folder(path).status()
      if !path.bytes.isEmpty { try makeFolder(path) }
      modes.append((path, Self.mode(of: node, over: present)))
    case .regular: try writeFile(node, at: path)
    case .link: try writeLink(node.target ?? "", at: path)
    default: throw KernelFailure(call: "open", object: path.description, number: EINVAL)
    }
  }

  /// Gives the folders their permissions.
  consuming func finish() throws(KernelFailure) {
    var failure: KernelFailure?
    for (path, mode) in modes.sorted(by: { $0.path > $1.path }) {
      do throws(KernelFailure) { try close(path, mode) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private borrowing func close(_ path: BytePath, _ mode: UInt32) throws(KernelFailure) {
    let folder = try self.folder(path)
    // A group that the folder passes on is the host's own setting.
    let kept = try folder.status().permissions & Self.setIDBits
    guard fchmod(folder.number, mode | kept) == 0 else {
      throw KernelFailure.last("fchmod", path.description)
    }
  }

  private borrowing func folder(_ path: BytePath) throws(KernelFailure) -> Descriptor {
    try root.openBeneath(path.bytes.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  private borrowing func makeFolder(_ path: BytePath) throws(KernelFailure) {
    let folder = try self.folder(path.parent)
    let made = unsafe path.name.withPointer { unsafe mkdirat(folder.number, $0, 0o700) }
    if made == 0 {
      let owned = try self.folder(path)
      return try Self.own(owned.number, like: try folder.status())
    }
    guard errno == EEXIST else { throw KernelFailure.last("mkdirat", path.description) }
    // A file or link in its place is an error of this call.
    let present = try self.folder(path)
    let mode = try present.status().permissions
    guard mode & 0o700 == 0o700 || fchmod(present.number, mode | 0o700) == 0 else {
      throw KernelFailure.last("fchmod", path.description)
    }
  }

  private mutating func writeFile(_ node: TreeNode, at path: BytePath) throws(KernelFailure) {
    guard case .upper = node.source else {
      throw KernelFailure(call: "open", object: path.description, number: ENODATA)
    }
    let content = try layers.file(node.source)
    let folder = try self.folder(path.parent)
    let present = try? folder.status(of: path.name)
    let owner = if let present { present } else { try folder.status() }
    let most = room
    let written = try folder.writeFile(path.name, mode: 0o600, durable: false) {
      (file) throws(KernelFailure) in
      let count = try content.copyData(to: file, limit: most)
      try Self.own(file.number, like: owner)
      guard fchmod(file.number, Self.mode(of: node, over: present)) == 0 else {
        throw KernelFailure.last("fchmod")
      }
      try Self.keepTime(of: content, on: file)
      return count
    }
    room -= written
  }

  /// Who else may write to something is not for the command to say: nobody whom it lets, that could not
  /// before.
  private static func mode(of node: TreeNode, over present: FileStatus?) -> UInt32 {
    let others: UInt32 = 0o022 & ~(present?.permissions ?? 0)
    return node.permissions & 0o1777 & ~others
  }

  /// Programs that build tell by the time what is newer.
  private static func keepTime(
    of content: borrowing Descriptor, on file: borrowing Descriptor
  ) throws(KernelFailure) {
    var status = stat()
    guard unsafe fstat(content.number, &status) == 0 else { throw KernelFailure.last("fstat") }
    let times = [status.st_mtim, status.st_mtim]
    guard unsafe futimens(file.number, times) == 0 else { throw KernelFailure.last("futimens") }
  }

  private borrowing func writeLink(
    _ target: BytePath, at path: BytePath
  ) throws(KernelFailure) {
    let folder = try self.folder(path.parent)
    let aside = BytePath(".\(getpid())-\(UInt64.random(in: 0 ... .max)).tmp")
    let made = unsafe target.withPointer { text in
      unsafe aside.withPointer { unsafe symlinkat(text, folder.number, $0) }
    }
    guard made == 0 else { throw KernelFailure.last("symlinkat", path.description) }
    let owner = try folder.status()
    let renamed = unsafe aside.withPointer { from in
      if geteuid() == 0,
        unsafe fchownat(folder.number, from, owner.uid, owner.gid, AT_SYMLINK_NOFOLLOW) != 0
      {
        return Int32(-1)
      }
      return unsafe path.name.withPointer {
        unsafe renameat(folder.number, from, folder.number, $0)
      }
    }
    if renamed == 0 { return }
    let failure = KernelFailure.last("rename", path.description)
    _ = unsafe aside.withPointer { unsafe unlinkat(folder.number, $0, 0) }
    throw failure
  }

  /// What root writes belongs to whoever has the folder; other callers' files are their own.
  private static func own(_ number: Int32, like status: FileStatus) throws(KernelFailure) {
    guard geteuid() == 0, status.uid != 0 || status.gid != 0 else { return }
    guard fchown(number, status.uid, status.gid) == 0 else { throw KernelFailure.last("fchown") }
  }
}
