internal import Glibc
internal import Kernel

/// Names in a workspace whose change would make other programs run code.
///
/// They are repository data, CI folders, editor and agent configuration. In read-write mode they are covered where they exist and watched for where not.
struct ProtectedNames {
  /// Protected names as last path components.
  let names: Set<BytePath>

  /// What was found in a tree.
  struct Found: Equatable {
    /// Files and folders that can be covered by a read-only mount.
    var covered: [BytePath] = []
    /// Everything found, with what it was, to notice a change.
    var identities: [BytePath: Identity] = [:]
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

  /// Looks through a tree; below a protected name and below `node_modules` nothing else is looked for.
  func find(in workspace: BytePath) -> Found {
    var found = Found()
    guard let root = try? Descriptor.open(workspace, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      return found
    }
    search(root, below: "", depth: 0, &found)
    return found
  }

  private func search(
    _ folder: borrowing Descriptor, below path: BytePath, depth: Int, _ found: inout Found
  ) {
    guard depth < 128, let entries = try? folder.entries() else { return }
    for name in entries {
      guard let status = try? folder.status(of: name) else { continue }
      let place = path.appending(name)
      if names.contains(name) {
        note(place, name: name, status, in: folder, &found)
      } else if status.kind == .directory, name != "node_modules",
        let next = try? folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      {
        search(next, below: place, depth: depth + 1, &found)
      }
    }
  }

  private func note(
    _ place: BytePath, name: BytePath, _ status: FileStatus, in folder: borrowing Descriptor,
    _ found: inout Found
  ) {
    let link = status.kind == .link ? try? folder.linkTarget(name) : nil
    found.identities[place] = Identity(device: status.device, inode: status.inode, link: link)
    if status.kind == .directory || status.kind == .regular { found.covered.append(place) }
  }
}
