internal import Kernel

/// Joins a deleted and an added file of the same content into one rename.
///
/// Only contents that were deleted once and added once are joined: with copies, which one moved is a
/// guess. What the budget does not let it read stays as it was.
struct RenameMatcher {
  let layers: LayerPair
  var budget: ChangeBudget

  /// A content that may have moved, and the changes that have it.
  private struct Candidates {
    var deleted: [Int] = []
    var added: [Int] = []
  }

  mutating func match(_ changes: [TreeChange]) -> [TreeChange] {
    var bySize: [Int: Candidates] = [:]
    for (index, change) in changes.enumerated() {
      if let node = change.before, change.kind == .deleted, isMovable(node) {
        bySize[node.size, default: Candidates()].deleted.append(index)
      } else if let node = change.after, change.kind == .added, isMovable(node) {
        bySize[node.size, default: Candidates()].added.append(index)
      }
    }
    var pairs: [(deleted: Int, added: Int)] = []
    for (_, found) in bySize.sorted(by: { $0.key < $1.key })
    where !found.deleted.isEmpty && !found.added.isEmpty {
      pairs += pairsOfOneSize(found, changes)
    }
    return joined(changes, pairs)
  }

  private func isMovable(_ node: TreeNode) -> Bool {
    node.kind == .regular && node.size > 0 && node.source != .missing
  }

  private mutating func pairsOfOneSize(
    _ found: Candidates, _ changes: [TreeChange]
  ) -> [(deleted: Int, added: Int)] {
    var byContent: [[UInt8]: Candidates] = [:]
    for index in found.deleted {
      guard let digest = digest(changes[index].before) else { return [] }
      byContent[digest, default: Candidates()].deleted.append(index)
    }
    for index in found.added {
      guard let digest = digest(changes[index].after) else { return [] }
      byContent[digest, default: Candidates()].added.append(index)
    }
    return byContent.values.compactMap { same in
      guard same.deleted.count == 1, same.added.count == 1 else { return nil }
      return (same.deleted[0], same.added[0])
    }
  }

  private mutating func digest(_ node: TreeNode?) -> [UInt8]? {
    guard let node, budget.countBytes(node.size) else { return nil }
    return try? layers.contentDigest(node)
  }

  private func joined(
    _ changes: [TreeChange], _ pairs: [(deleted: Int, added: Int)]
  ) -> [TreeChange] {
    var changes = changes
    for pair in pairs {
      changes[pair.added].kind = .renamed
      changes[pair.added].from = changes[pair.deleted].path
      changes[pair.added].before = changes[pair.deleted].before
    }
    let gone = Set(pairs.map(\.deleted))
    return changes.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
  }
}
