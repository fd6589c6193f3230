package import Kernel

/// What a command changed in an overlaid workspace, read from the layer it wrote.
///
/// The command must have ended. The upper layer is hostile: whatever its names, types, sizes and depth,
/// reading stays within the bounds and within the layer. The workspace must not change meanwhile.
package final class OverlayChanges {
  let layers: LayerPair
  let bounds: ChangeBounds
  let workspace: BytePath

  /// Takes the layers of an overlay.
  ///
  /// - Parameters:
  ///   - upper: The folder that took the writes; it stays the caller's. Unreadable files in it are made
  ///     readable, so it can only be thrown away afterwards.
  ///   - lower: The workspace on the host, without links on its last component.
  ///   - bounds: How much is looked at.
  ///   - copied: When the upper folder was made as a whole copy of the lower one, in nanoseconds since
  ///     1970; nil for the layer of an overlay.
  /// - Throws: The failure to open the workspace.
  package init(
    upper: borrowing Descriptor, lower: BytePath, bounds: ChangeBounds = ChangeBounds(),
    copied: Int64? = nil
  ) throws(KernelFailure) {
    layers = try LayerPair(upper: upper, lower: lower, copied: copied)
    workspace = lower.normalised
    self.bounds = bounds
  }

  /// Reads every change, or as many as the bounds allow.
  ///
  /// A file that cannot be read ends nothing; the list then says that it is not complete. Costs time
  /// for what the command wrote and for folders it deleted, not for the rest of the workspace.
  package func changes() throws(KernelFailure) -> ChangeList {
    var walk = MergedWalk(layers: layers, bounds: bounds)
    try walk.run()
    var matcher = RenameMatcher(layers: layers, budget: walk.budget)
    let found = matcher.match(walk.changes).sorted(by: TreeChange.precedes)
    let classifier = ChangeClassifier(workspace: workspace)
    return ChangeList(
      changes: found.compactMap { Change($0, classifier) }, reason: walk.budget.reason, tree: found,
      unread: walk.unread, isCutShort: walk.budget.isSpent, emptied: walk.emptied.sorted())
  }

  /// What decides which of the changes may leave the sandbox.
  func gate(
    for list: ChangeList, names: ProtectedNames, includesProtected: Bool
  ) throws(KernelFailure) -> ChangeGate {
    try ChangeGate(
      list.tree, layers: layers, workspace: workspace, names: names,
      includesProtected: includesProtected)
  }
}

extension Change {
  fileprivate init?(_ change: TreeChange, _ classifier: ChangeClassifier) {
    guard let node = change.after ?? change.before else { return nil }
    path = change.path.bytes.isEmpty ? "." : change.path.description
    kind = change.kind
    `class` = classifier.classify(change.path, node)
    sizeBytes = node.size
    from = change.from?.description
    target = node.target?.description
    let before = change.before.flatMap(Self.octal)
    let after = change.after.flatMap(Self.octal)
    mode = after
    oldMode = before == after ? nil : before
  }

  private static func octal(_ node: TreeNode) -> String? {
    node.kind == .link ? nil : "0" + String(node.permissions, radix: 8)
  }
}
