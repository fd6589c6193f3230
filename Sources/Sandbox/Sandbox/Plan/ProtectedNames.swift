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
    var namesLeft = most
    let root = try Descriptor.open(workspace, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var waiting: [BytePath] = [""]
    var found: Set<BytePath> = []
    // Folders wait in a list, so no depth exhausts the stack.
    while namesLeft > 0, let path = waiting.popLast() {
      // What cannot be looked into needs no cover: the gate asks for the names of what is written.
      guard let folder = try? root.openBeneath(path.bytes.isEmpty ? "." : path, Self.asFolder),
        let entries = try? folder.entries()
      else { continue }
      namesLeft -= entries.count
      let isRepository = Self.isRepository { entries.contains(BytePath($0)) }
      for name in entries {
        guard let status = try? folder.status(of: name) else { continue }
        let place = path.appending(name)
        guard role(of: place) != nil || isRepository && Self.steersRepository(name) else {
          if status.kind == .directory { waiting.append(place) }
          continue
        }
        if status.kind == .directory || status.kind == .regular { found.insert(place) }
        if let target = Self.target(of: name, status, in: folder, at: path),
          (try? root.openBeneath(target, O_RDONLY | O_NONBLOCK)) != nil
        {
          found.insert(target)
        }
      }
    }
    // What lies in a covered folder is covered with it.
    return found.sorted().filter { path in !Self.ancestors(of: path).contains(where: found.contains)
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

  /// The folders that lead to a path, outermost first.
  static func ancestors(of path: BytePath) -> [BytePath] {
    path.bytes.indices.filter { path.bytes[$0] == UInt8(ascii: "/") }
      .map { BytePath(path.bytes[..<$0]) }
  }

  /// Where a link, or a `.git` file (`gitdir: PATH`), leads in the workspace.
  private static func target(
    of name: BytePath, _ status: FileStatus, in folder: borrowing Descriptor, at path: BytePath
  ) -> BytePath? {
    let pointer: BytePath?
    switch status.kind {
    case .link: pointer = try? folder.linkTarget(name)
    case .regular where name == ".git":
      let prefix = Array("gitdir: ".utf8)
      let file = try? folder.openBeneath(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
      let text = (try? file?.readAll(limit: 8192)) ?? []
      pointer =
        text.starts(with: prefix)
        ? BytePath(text.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: "\n") }) : nil
    default: pointer = nil
    }
    // A target outside the workspace cannot be written; the top is no place to cover.
    guard let pointer, !pointer.isAbsolute else { return nil }
    let target = path.appending(pointer).normalised
    return target.bytes.isEmpty ? nil : target
  }
}
