internal import Kernel

extension MergedWalk {
  /// Records how a path differs, if it does.
  mutating func note(
    _ path: BytePath, _ before: TreeNode?, _ after: TreeNode?
  ) throws(KernelFailure) {
    guard let after else {
      if let before { record(path, .deleted, before, nil) }
      return
    }
    guard let before, before.kind == after.kind else {
      if let before { record(path, .deleted, before, nil) }
      record(path, after.kind == .link ? .symlink : .added, nil, after)
      return
    }
    switch after.kind {
    case .link:
      if before.target != after.target { record(path, .symlink, before, after) }
    case .regular where try !haveSameContent(path, before, after):
      record(path, .modified, before, after)
    case .characterDevice, .blockDevice:
      if before.deviceNumber != after.deviceNumber { record(path, .modified, before, after) }
    default:
      if before.permissions != after.permissions { record(path, .mode, before, after) }
    }
  }

  private mutating func record(
    _ path: BytePath, _ kind: Change.Kind, _ before: TreeNode?, _ after: TreeNode?
  ) {
    changes.append(
      TreeChange(
        path: path, kind: kind, before: before.map { sniffed($0) }, after: after.map { sniffed($0) }
      ))
  }

  /// What was not compared counts as different, and the list says so.
  private mutating func haveSameContent(
    _ path: BytePath, _ before: TreeNode, _ after: TreeNode
  ) throws(KernelFailure) -> Bool {
    if before.source == after.source { return true }
    if before.size != after.size { return false }
    if after.source == .missing { return false }
    if try layers.isUntouched(after) { return true }
    let (both, overflow) = before.size.multipliedReportingOverflow(by: 2)
    guard !overflow, budget.countBytes(both) else {
      budget.note("contents of more than \(budget.bounds.readBytes) bytes were not all compared")
      return false
    }
    return try layers.haveSameContent(before, after)
  }

  /// Looks for a NUL byte; a file that cannot be read counts as binary.
  private mutating func sniffed(_ node: TreeNode) -> TreeNode {
    guard node.kind == .regular, node.size > 0 else { return node }
    var node = node
    let isCounted = budget.countBytes(min(node.size, LayerPair.sniffedBytes))
    node.isBinary = isCounted ? (try? layers.isBinary(node)) ?? true : true
    return node
  }
}
