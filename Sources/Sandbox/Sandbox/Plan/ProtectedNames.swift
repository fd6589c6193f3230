internal import Glibc
internal import Kernel
internal import Patches

/// Names of a workspace that steer other programs: those that ``SteeringNames`` lists, and a profile's.
///
/// In read-write mode what exists is covered, so that a command learns at once that it may not write
/// there. What it makes all the same is held back by the ``ChangeGate``.
struct ProtectedNames {
  private let others: Set<String>

  /// More than this many covers would slow every start; such a tree wants an overlay.
  static let most = 512

  /// Takes the names that a profile adds.
  init(names: [String]) { others = Set(names.map { SteeringNames.folded(Array($0.utf8)[...]) }) }

  /// What a path steers, by its names; nil when nothing.
  func role(of path: BytePath) -> Change.Class? {
    let parts = path.components
    if let kind = SteeringNames.kind(ofPath: parts) { return Change.Class(kind) }
    return parts.contains { others.contains(SteeringNames.folded($0)) } ? .toolConfig : nil
  }

  /// What exists of them in a tree, with the places that git is sent to from there.
  ///
  /// At most so many names are looked at, lest a huge tree delay the start; those that are not reached
  /// are left to the gate.
  func find(
    in workspace: BytePath, most: Int = 1 << 18
  ) throws(KernelFailure) -> [BytePath] {
    var found: Set<BytePath> = []
    try walk(workspace, most: most) { root, folder, place, kind, _ in
      if kind == .directory || kind == .regular { found.insert(place) }
      if let target = Self.target(of: place, kind, in: folder),
        (try? root.openBeneath(target, O_RDONLY | O_NONBLOCK)) != nil
      {
        found.insert(target)
      }
    }
    // What lies in a covered folder is covered with it.
    return found.sorted().filter { path in !Self.ancestors(of: path).contains(where: found.contains)
    }
  }

  /// What links of these names lead to in a tree, and every link on the way there, whether or not it
  /// exists: whoever makes it stands where others look.
  ///
  /// Of a tree with more names than ``find(in:most:)`` looks at, some links may be missing.
  func followed(in workspace: BytePath) throws(KernelFailure) -> [BytePath: Change.Class] {
    var found: [BytePath: Change.Class] = [:]
    try walk(workspace, most: 1 << 18) { root, folder, place, kind, role in
      guard let target = Self.pointer(of: place, kind, in: folder) else { return }
      for path in Self.way(from: place.parent, to: target, in: root, workspace) {
        found[path] = role
      }
    }
    return found
  }

  /// Calls `body` with each of these names: the tree, the folder, the place, its type and its role.
  private func walk(
    _ workspace: BytePath, most: Int,
    _ body: (
      borrowing Descriptor, borrowing Descriptor, BytePath, FileStatus.Kind, Change.Class
    ) -> Void
  ) throws(KernelFailure) {
    let root = try Descriptor.open(workspace, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var namesLeft = most
    var waiting: [BytePath] = [""]
    // Folders wait in a list, so no depth exhausts the stack.
    while namesLeft > 0, let path = waiting.popLast() {
      // What cannot be looked into needs no cover: the gate asks for the names of what is written.
      guard let folder = try? root.openBeneath(path.bytes.isEmpty ? "." : path, Self.asFolder),
        let entries = try? folder.listing()
      else { continue }
      namesLeft -= entries.count
      let isRepository = Self.isRepository { name in entries.contains { $0.name == BytePath(name) }
      }
      for entry in entries {
        guard let kind = entry.kind ?? (try? folder.status(of: entry.name).kind) else { continue }
        let place = path.appending(entry.name)
        let role = role(of: place)
        guard role != nil || isRepository && Self.steersRepository(entry.name) else {
          if kind == .directory { waiting.append(place) }
          continue
        }
        body(root, folder, place, kind, role ?? .git)
        // Their own links lead on; in a repository those of its hooks do.
        if kind == .directory { waiting.append(role == .git ? place.appending("hooks") : place) }
      }
    }
  }

  private static let asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

  /// Whether git takes a folder that holds certain names for a repository, whatever it is called.
  static func isRepository(_ holds: (String) -> Bool) -> Bool {
    holds("HEAD") && (holds("commondir") || holds("objects") && holds("refs"))
  }

  /// Whether a name at the top of a repository steers git.
  static func steersRepository(_ name: BytePath) -> Bool {
    ["HEAD", "config", "config.worktree", "hooks", "commondir"].contains(name)
  }

  /// Whether a name at the top of a repository is git's: objects and refs, too, make one of what an
  /// earlier command left.
  static func belongsToRepository(_ name: BytePath) -> Bool {
    steersRepository(name)
      || [
        "objects", "refs", "packed-refs", "info", "index", "logs", "modules", "worktrees", "gitdir",
        "shallow", "rebase-merge", "rebase-apply", "sequencer", "remotes", "branches", "lfs",
        "reftable",
      ].contains(name) || name.bytes.reversed().starts(with: "_HEAD".utf8.reversed())
  }

  /// The folders that lead to a path, outermost first.
  static func ancestors(of path: BytePath) -> [BytePath] {
    path.bytes.indices.filter { path.bytes[$0] == UInt8(ascii: "/") }
      .map { BytePath(path.bytes[..<$0]) }
  }

  /// Where a link, or a `.git` file (`gitdir: PATH`), leads in the workspace; nil for the top, which
  /// cannot be covered.
  private static func target(
    of place: BytePath, _ kind: FileStatus.Kind, in folder: borrowing Descriptor
  ) -> BytePath? {
    // A target outside the workspace cannot be written.
    guard let pointer = pointer(of: place, kind, in: folder), !pointer.isAbsolute else {
      return nil
    }
    let target = place.parent.appending(pointer).normalised
    return target.bytes.isEmpty ? nil : target
  }

  /// What a link or a `.git` file says.
  private static func pointer(
    of place: BytePath, _ kind: FileStatus.Kind, in folder: borrowing Descriptor
  ) -> BytePath? {
    switch kind {
    case .link: return try? folder.linkTarget(place.name)
    case .regular where place.name == ".git":
      let prefix = Array("gitdir: ".utf8)
      let file = try? folder.openBeneath(place.name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      // As git reads it (read_gitfile_gently in setup.c): to the last line end, of which there may be many.
      let text = (try? file?.readAll(limit: 1 << 20)) ?? []
      guard text.starts(with: prefix) else { return nil }
      let ends = text.reversed().prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      return BytePath(text.dropFirst(prefix.count).dropLast(ends.count))
    default: return nil
    }
  }

  /// As many links as the kernel follows.
  private static let mostLinks = 40

  /// The links that the kernel would pass on the way to a target, and where it ends; nothing once the
  /// way leaves the tree.
  private static func way(
    from folder: BytePath, to target: BytePath, in root: borrowing Descriptor,
    _ workspace: BytePath
  ) -> [BytePath] {
    var found: [BytePath] = []
    var place = folder
    var rest = target
    var links = 0
    while true {
      if rest.isAbsolute {
        guard rest.normalised.isWithin(workspace) else { return found }
        place = ""
        rest = rest.normalised.components.dropFirst(workspace.depth).reduce("") {
          $0.appending(BytePath($1))
        }
      }
      guard let name = rest.components.first.map({ BytePath($0) }) else { break }
      rest = rest.components.dropFirst().reduce("") { $0.appending(BytePath($1)) }
      if name == "." { continue }
      if name == ".." {
        guard !place.bytes.isEmpty else { return found }
        place = place.depth > 1 ? place.parent : ""
        continue
      }
      place = place.appending(name)
      guard let parent = try? root.openBeneath(place.depth > 1 ? place.parent : ".", asFolder),
        let next = try? parent.linkTarget(name)
      else { continue }
      links += 1
      guard links <= mostLinks else { return found }
      found.append(place)
      place = place.depth > 1 ? place.parent : ""
      rest = next.appending(rest)
    }
    return place.bytes.isEmpty ? found : found + [place]
  }
}
