internal import Kernel

/// One file of a patch.
enum PatchStep {
  case delete(BytePath, TreeNode)
  case add(BytePath, TreeNode)
  case modify(BytePath, before: TreeNode, after: TreeNode)
  case rename(from: BytePath, to: BytePath, before: TreeNode, after: TreeNode)

  /// The path after the step.
  var path: BytePath {
    switch self {
    case .delete(let path, _), .add(let path, _), .modify(let path, _, _),
      .rename(_, let path, _, _):
      path
    }
  }
}

/// Decides what of a list of changes a patch carries, so that git applies it whole.
///
/// What the patch cannot delete may stand where it would add; such additions are left out as well.
struct PatchPlan {
  private(set) var steps: [PatchStep] = []
  private(set) var omissions: [PatchOmission] = []
  private let bounds: ChangeBounds
  /// An estimate of the patch's size.
  private var bytes = 0
  /// Folders that a carried file leaves or fills.
  private var left: Set<BytePath> = []
  private var filled: Set<BytePath> = []

  private let gate: ChangeGate

  init(_ list: ChangeList, bounds: ChangeBounds, gate: ChangeGate) {
    self.bounds = bounds
    self.gate = gate
    if !list.isComplete { omit("", .incomplete) }
    let changes = list.tree.flatMap { isWholeRename($0) ? [$0] : $0.parts }
    let obstacles = takeDeletions(changes, isComplete: list.isComplete)
    takeRest(changes, obstacles)
    for path in list.emptied where !filled.contains(path) { omit(path, .emptyDirectory) }
    steps.sort { Self.order($0) < Self.order($1) }
    omissions.sort { ($0.path, $0.reason.rawValue) < ($1.path, $1.reason.rawValue) }
  }

  /// What stays after the patch and was not to stay.
  private struct Obstacles {
    /// Files: nothing can be in their place or below them.
    var files: Set<BytePath> = []
    /// Folders that hold any: only a folder can be in their place.
    var folders: Set<BytePath> = []

    func block(_ path: BytePath) -> Bool {
      if folders.contains(path) || files.contains(path) { return true }
      return !files.isEmpty && PatchPlan.ancestors(of: path).contains { files.contains($0) }
    }
  }

  // MARK: Deletions

  private mutating func takeDeletions(_ changes: [TreeChange], isComplete: Bool) -> Obstacles {
    var obstacles = Obstacles()
    for change in changes {
      guard let before = change.before else { continue }
      switch change.kind {
      case .deleted where before.kind != .directory:
        if let reason = refusal(change.path, before, isGone: true) {
          obstacles.files.insert(change.path)
          obstacles.folders.formUnion(Self.ancestors(of: change.path))
          omit(change.path, reason)
        } else {
          bytes += before.isBinary || before.size > PatchWriter.textBytes ? 0 : before.size
          steps.append(.delete(change.path, before))
          left.formUnion(Self.ancestors(of: change.path))
        }
      case .renamed:
        left.formUnion(Self.ancestors(of: change.from ?? change.path))
      default: break
      }
    }
    for change in changes where change.kind == .deleted && change.before?.kind == .directory {
      if !isComplete { obstacles.folders.insert(change.path) }
      guard !left.contains(change.path) else { continue }
      omit(change.path, .emptyDirectory)
      obstacles.folders.formUnion(Self.ancestors(of: change.path))
    }
    return obstacles
  }

  // MARK: Everything else

  private mutating func takeRest(_ changes: [TreeChange], _ obstacles: Obstacles) {
    for change in changes {
      guard let after = change.after else { continue }
      switch (after.kind, change.before) {
      case (.directory, let before):
        if before != nil { omit(change.path, .mode) }
      case (.regular, let before?) where change.kind == .renamed:
        takeRename(change, before, after, obstacles)
      case (.regular, _), (.link, _): takeFile(change, after, obstacles)
      default: omit(change.path, .specialFile)
      }
    }
    for change in changes where change.kind == .added && change.after?.kind == .directory {
      if !filled.contains(change.path) { omit(change.path, .emptyDirectory) }
    }
  }

  private mutating func takeRename(
    _ change: TreeChange, _ before: TreeNode, _ after: TreeNode, _ obstacles: Obstacles
  ) {
    guard let from = change.from else { return }
    if obstacles.block(change.path) {
      steps.append(.delete(from, before))
      omit(change.path, .blocked)
    } else {
      steps.append(.rename(from: from, to: change.path, before: before, after: after))
      carried(change.path, after)
    }
  }

  private mutating func takeFile(_ change: TreeChange, _ after: TreeNode, _ obstacles: Obstacles) {
    if change.before == nil, obstacles.block(change.path) {
      omit(change.path, .blocked)
    } else if change.kind == .mode {
      takeMode(change, after)
    } else if let reason = refusal(change.path, after)
      ?? change.before.flatMap({ refusal(change.path, $0, isGone: true) })
    {
      omit(change.path, reason)
    } else {
      let isText = !after.isBinary && after.size <= PatchWriter.textBytes
      let size = isText ? after.size + (change.before?.size ?? 0) : after.size / 4 * 5
      guard bytes + size <= bounds.patchBytes else {
        omit(change.path, .patchFull)
        return
      }
      bytes += size
      if let before = change.before {
        steps.append(.modify(change.path, before: before, after: after))
      } else {
        steps.append(.add(change.path, after))
      }
      carried(change.path, after)
    }
  }

  private mutating func takeMode(_ change: TreeChange, _ after: TreeNode) {
    guard let before = change.before else { return }
    if let reason = refusal(change.path, isLink: false) {
      omit(change.path, reason)
    } else if before.gitMode == after.gitMode {
      omit(change.path, .mode)
    } else {
      steps.append(.modify(change.path, before: before, after: after))
      carried(change.path, after)
    }
  }

  /// Write permission of group and others depends on the umask of whoever applies the patch.
  private mutating func carried(_ path: BytePath, _ node: TreeNode) {
    filled.formUnion(Self.ancestors(of: path))
    guard node.kind == .regular else { return }
    let mode = node.permissions & 0o7755
    if mode != 0o644 && mode != 0o755 { omit(path, .mode) }
  }

  private mutating func omit(_ path: BytePath, _ reason: PatchOmission.Reason) {
    let text = path.bytes.isEmpty ? "." : path.description
    omissions.append(PatchOmission(path: text, reason: reason))
  }

  // MARK: Rules

  private func refusal(
    _ path: BytePath, _ node: TreeNode, isGone: Bool = false
  ) -> PatchOmission.Reason? {
    if node.kind != .regular && node.kind != .link { return .specialFile }
    if let reason = refusal(path, isLink: node.kind == .link) { return reason }
    if !isGone, !gate.includesProtected, let refusal = gate.refusal(path, node) {
      return refusal == .linkOutside ? .linkOutside : .protected
    }
    if node.source == .missing && node.kind == .regular { return .unreadable }
    if node.size > bounds.fileBytes { return .tooLarge }
    let isSparse = node.size > PatchWriter.textBytes && node.storedBytes < node.size / 4
    return isSparse ? .sparse : nil
  }

  /// What is against the name alone.
  private func refusal(_ path: BytePath, isLink: Bool) -> PatchOmission.Reason? {
    GitPath.refusal(of: path, isLink: isLink) ?? (gate.refusal(path, nil) == nil ? nil : .protected)
  }

  private func isWholeRename(_ change: TreeChange) -> Bool {
    guard change.kind == .renamed, let from = change.from else { return false }
    return refusal(from, isLink: false) == nil && refusal(change.path, isLink: false) == nil
  }

  private static func order(_ step: PatchStep) -> (BytePath, Int) {
    if case .delete = step { (step.path, 0) } else { (step.path, 1) }
  }

  fileprivate static func ancestors(of path: BytePath) -> [BytePath] {
    var ancestors: [BytePath] = []
    for (index, byte) in path.bytes.enumerated() where byte == UInt8(ascii: "/") {
      ancestors.append(BytePath(path.bytes[..<index]))
    }
    return ancestors
  }
}

extension TreeNode {
  /// The mode as git writes it.
  var gitMode: String {
    kind == .link ? "120000" : permissions & 0o100 != 0 ? "100755" : "100644"
  }
}
