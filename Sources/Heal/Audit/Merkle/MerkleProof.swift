/// Proofs over the leaves of a tree (RFC 6962, sections 2.1.1 and 2.1.2; RFC 9162 to check them).
package enum MerkleProof {
  /// The root of a tree of these leaf hashes.
  package static func root(_ leaves: ArraySlice<TreeHash>) -> TreeHash {
    guard leaves.count > 1 else { return leaves.first ?? .empty }
    let middle = leaves.startIndex + split(leaves.count)
    return .node(root(leaves[..<middle]), root(leaves[middle...]))
  }

  /// What shows that the leaf at `index` is in the tree, lowest neighbour first; nil beyond its end.
  package static func inclusion(of index: Int, in leaves: [TreeHash]) -> [TreeHash]? {
    leaves.indices.contains(index) ? path(index, leaves[...]) : nil
  }

  /// What shows that the tree's first `old` leaves are an older tree; nil beyond its end.
  package static func consistency(from old: Int, in leaves: [TreeHash]) -> [TreeHash]? {
    guard old >= 0, old <= leaves.count else { return nil }
    return old == 0 || old == leaves.count ? [] : subproof(old, leaves[...], isWhole: true)
  }

  /// Whether a proof shows that `leaf` is number `index` of a tree of `size` leaves.
  package static func isIncluded(
    _ leaf: TreeHash, at index: Int, size: Int, root: TreeHash, proof: [TreeHash]
  ) -> Bool {
    guard index >= 0, index < size else { return false }
    var (number, last, node) = (index, size - 1, leaf)
    for neighbour in proof {
      guard last > 0 else { return false }
      if number & 1 == 1 || number == last {
        node = .node(neighbour, node)
        while number & 1 == 0 && number != 0 { (number, last) = (number >> 1, last >> 1) }
      } else {
        node = .node(node, neighbour)
      }
      (number, last) = (number >> 1, last >> 1)
    }
    return last == 0 && node == root
  }

  /// Whether a proof shows that the newer tree begins with the older one.
  package static func isConsistent(
    old: Int, oldRoot: TreeHash, new: Int, newRoot: TreeHash, proof: [TreeHash]
  ) -> Bool {
    guard old >= 0, old <= new else { return false }
    if old == new { return proof.isEmpty && oldRoot == newRoot }
    if old == 0 { return proof.isEmpty && oldRoot == .empty }
    // A power of two is itself the first node of the path.
    var nodes = (old & (old - 1) == 0 ? [oldRoot] : []) + proof
    guard !nodes.isEmpty else { return false }
    var (number, last) = (old - 1, new - 1)
    while number & 1 == 1 { (number, last) = (number >> 1, last >> 1) }
    let first = nodes.removeFirst()
    var (before, after) = (first, first)
    for node in nodes {
      guard last > 0 else { return false }
      if number & 1 == 1 || number == last {
        (before, after) = (.node(node, before), .node(node, after))
        while number & 1 == 0 && number != 0 { (number, last) = (number >> 1, last >> 1) }
      } else {
        after = .node(after, node)
      }
      (number, last) = (number >> 1, last >> 1)
    }
    return last == 0 && before == oldRoot && after == newRoot
  }

  /// The largest power of two below `count`, which is at least 2.
  private static func split(_ count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }

  private static func path(_ index: Int, _ leaves: ArraySlice<TreeHash>) -> [TreeHash] {
    guard leaves.count > 1 else { return [] }
    let size = split(leaves.count)
    let middle = leaves.startIndex + size
    return index < size
      ? path(index, leaves[..<middle]) + [root(leaves[middle...])]
      : path(index - size, leaves[middle...]) + [root(leaves[..<middle])]
  }

  private static func subproof(
    _ old: Int, _ leaves: ArraySlice<TreeHash>, isWhole: Bool
  ) -> [TreeHash] {
    if old == leaves.count { return isWhole ? [] : [root(leaves)] }
    let size = split(leaves.count)
    let middle = leaves.startIndex + size
    return old <= size
      ? subproof(old, leaves[..<middle], isWhole: isWhole) + [root(leaves[middle...])]
      : subproof(old - size, leaves[middle...], isWhole: false) + [root(leaves[..<middle])]
  }
}
