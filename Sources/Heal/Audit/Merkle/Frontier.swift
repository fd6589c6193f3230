/// The right edge of a growing tree: enough to add leaves and to know the root.
package struct Frontier: Sendable, Equatable {
  /// How many leaves there are.
  package private(set) var size = 0
  /// The roots of the complete subtrees, the largest first: one for each bit of ``size``.
  private var peaks: [TreeHash] = []

  /// A tree without leaves.
  package init() {}

  /// Adds a leaf by its hash.
  package mutating func append(_ leaf: TreeHash) {
    var node = leaf
    var rest = size
    while rest & 1 == 1, let left = peaks.popLast() {
      node = .node(left, node)
      rest >>= 1
    }
    peaks.append(node)
    size += 1
  }

  /// The root of the tree over all leaves so far; of none, the hash of nothing.
  package var root: TreeHash {
    guard var node = peaks.last else { return .empty }
    for peak in peaks.dropLast().reversed() { node = .node(peak, node) }
    return node
  }
}
