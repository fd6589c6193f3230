internal import Glibc
internal import Kernel

/// Names in a workspace whose change would make other programs run code.
///
/// They are repository data, CI folders, editor and agent configuration. In read-write mode they are
/// covered where they exist, with whatever else leads to their content, and watched for where not.
struct ProtectedNames {
  /// Protected names as last path components.
  let names: Set<BytePath>

  /// What was found in a tree.
  struct Found: Equatable {
    /// Files and folders that a read-only mount has to cover.
    var covered: [BytePath] = []
    /// Everything with a protected name, with what it was, to notice a change.
    var identities: [BytePath: Identity] = [:]
    /// Sockets and pipes of the host, through which a payload would talk to it.
    var special: [BytePath] = []
    /// Folders that their owner keeps closed, with their permissions.
    var closed: [BytePath: UInt32] = [:]
    /// Folders that could not be looked into, so that nobody knows what is in them.
    var unsearched: [BytePath: KernelFailure] = [:]
  }

  /// What a protected name is.
  struct Identity: Equatable {
    var device: UInt64
    var inode: UInt64
    var link: BytePath?
  }

  /// More than this many covers would slow every start; such a tree wants an overlay.
  static let most = 512

  init(names: [String]) { self.names = Set(names.map { BytePath($0) }) }

  /// Looks through a whole tree; below `node_modules` only `.git` is.
  ///
  /// After a run, `opening` makes folders readable that the payload closed to their owner.
  func find(in workspace: BytePath, opening: Bool = false) -> Found {
    guard let root = try? Descriptor.open(workspace, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      return Found()
    }
    var walk = Walk(names: names, opening: opening)
    walk.run(root)
    return walk.found
  }
}

/// One look through a tree: folders wait in a list, so no depth exhausts the stack.
private struct Walk {
  let names: Set<BytePath>
  let spellings: Spellings
  let opening: Bool
  var found = ProtectedNames.Found()

  private struct Folder {
    var path: BytePath
    var isProtected: Bool
    var isFree: Bool
  }

  private struct Inode: Hashable {
    var device: UInt64
    var number: UInt64
  }

  private var waiting = [Folder(path: "", isProtected: false, isFree: false)]
  private var protectedInodes: Set<Inode> = []
  private var otherNames: [(inode: Inode, path: BytePath)] = []

  init(names: Set<BytePath>, opening: Bool) {
    self.names = names
    spellings = Spellings(of: names)
    self.opening = opening
  }

  mutating func run(_ root: borrowing Descriptor) {
    while let folder = waiting.popLast() {
      do {
        let opened = try open(folder.path, in: root)
        let entries = try opened.entries()
        let aliases = spellings.aliases(among: entries) { (try? opened.status(of: $0))?.inode }
        let isBare = Self.bareRepository.allSatisfy(entries.contains)
        for name in entries {
          guard let status = try? opened.status(of: name) else { continue }
          // Of packages only what git obeys counts: they bring much else that nobody opens.
          let isNamed =
            isBare && Self.bareSteering.contains(name) || aliases.contains(status.inode)
            || (folder.isFree ? name == ".git" : true) && names.contains(name)
          look(at: name, status, isNamed, in: opened, folder, root)
        }
      } catch {
        found.unsearched[folder.path] = error
      }
    }
    // A second name of a protected file's content is as good as the first.
    for other in otherNames where protectedInodes.contains(other.inode) {
      found.covered.append(other.path)
    }
    found.covered.sort()
  }

  /// What makes a folder a repository to git, whatever its name, and what in it steers git.
  private static let bareRepository: [BytePath] = ["HEAD", "objects", "refs"]
  private static let bareSteering: Set<BytePath> = ["HEAD", "config", "hooks", "commondir"]

  private mutating func open(
    _ path: BytePath, in root: borrowing Descriptor
  ) throws(KernelFailure) -> Descriptor {
    if path.bytes.isEmpty { return try root.duplicate() }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    do {
      return try root.openBeneath(path, flags)
    } catch {
      guard error.number == EACCES, let status = try? root.status(of: path) else { throw error }
      found.closed[path] = status.permissions
      guard opening else { throw error }
      let mode = status.permissions | 0o700
      _ = unsafe path.withPointer { unsafe fchmodat(root.number, $0, mode, 0) }
      return try root.openBeneath(path, flags)
    }
  }

  private mutating func look(
    at name: BytePath, _ status: FileStatus, _ isNamed: Bool, in opened: borrowing Descriptor,
    _ folder: Folder, _ root: borrowing Descriptor
  ) {
    let path = folder.path.appending(name)
    let begins = !folder.isProtected && isNamed
    if begins { note(path, name, status, in: opened, root) }
    switch status.kind {
    case .directory:
      waiting.append(
        Folder(
          path: path, isProtected: folder.isProtected || begins,
          isFree: folder.isFree || name == "node_modules"))
    case .socket, .fifo: found.special.append(path)
    case .regular where status.links > 1:
      let inode = Inode(device: status.device, number: status.inode)
      if folder.isProtected || begins {
        protectedInodes.insert(inode)
      } else {
        otherNames.append((inode, path))
      }
    default: break
    }
  }

  private mutating func note(
    _ path: BytePath, _ name: BytePath, _ status: FileStatus, in opened: borrowing Descriptor,
    _ root: borrowing Descriptor
  ) {
    var link: BytePath?
    if status.kind == .link { link = try? opened.linkTarget(name) }
    found.identities[path] = ProtectedNames.Identity(
      device: status.device, inode: status.inode, link: link)
    if status.kind == .directory || status.kind == .regular { found.covered.append(path) }
    let pointer = status.kind == .regular && name == ".git" ? gitFolder(opened) : link
    guard let pointer, !pointer.isAbsolute else { return }
    let target = path.parent.appending(pointer).normalised
    // A target outside the workspace is not writable; one behind another link cannot be covered.
    if !target.bytes.isEmpty, (try? root.openBeneath(target, O_RDONLY | O_NONBLOCK)) != nil {
      found.covered.append(target)
    }
  }

  /// Where a `.git` file leads: `gitdir: PATH`.
  private func gitFolder(_ folder: borrowing Descriptor) -> BytePath? {
    let prefix = Array("gitdir: ".utf8)
    guard let file = try? folder.openBeneath(".git", O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
      let text = try? file.readAll(limit: 8192), text.starts(with: prefix)
    else { return nil }
    return BytePath(text.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\n") })
  }
}
