import Testing

@testable import Audit

/// Trees and proofs against published vectors and against each other.
@Suite struct MerkleTests {
  /// The leaves and roots of Certificate Transparency's reference tests.
  private static let vectors: [([UInt8], String)] = [
    ([], "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ([0x00], "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ([0x10], "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    ([0x20, 0x21], "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    ([0x30, 0x31], "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    (Array(0x40...0x43), "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    (Array(0x50...0x57), "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    (Array(0x60...0x6F), "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
  ]

  private let leaves = (0..<70).map { TreeHash.leaf([UInt8($0)]) }

  @Test func `roots are those of the published vectors`() {
    var frontier = Frontier()
    #expect(
      frontier.root.hexadecimal
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    for (content, root) in Self.vectors {
      frontier.append(.leaf(content))
      #expect(frontier.root.hexadecimal == root)
    }
  }

  @Test func `the growing tree has the roots of the whole one`() {
    var frontier = Frontier()
    for size in 1...leaves.count {
      frontier.append(leaves[size - 1])
      #expect(frontier.size == size && frontier.root == MerkleProof.root(leaves.prefix(size)))
    }
  }

  @Test func `every entry of every tree is shown, and nothing else`() throws {
    for size in 1...33 {
      let tree = Array(leaves.prefix(size))
      let root = MerkleProof.root(tree[...])
      for index in 0..<size {
        let proof = try #require(MerkleProof.inclusion(of: index, in: tree))
        func holds(
          _ leaf: TreeHash, _ index: Int, _ size: Int, _ proof: [TreeHash]
        ) -> Bool {
          MerkleProof.isIncluded(leaf, at: index, size: size, root: root, proof: proof)
        }
        #expect(holds(tree[index], index, size, proof))
        #expect(!holds(leaves[size], index, size, proof))
        #expect(!holds(tree[index], index, size, proof + [leaves[0]]))
        #expect(proof.isEmpty || !holds(tree[index], index, size, Array(proof.dropLast())))
        #expect(!holds(tree[index], -1, size, proof) && !holds(tree[index], size, size, proof))
        for other in 0..<size where other != index {
          #expect(!holds(tree[index], other, size, proof))
        }
      }
      #expect(MerkleProof.inclusion(of: size, in: tree) == nil)
    }
  }

  @Test func `every tree is shown to have grown from every older one, and from no other`() throws {
    for new in 0...33 {
      let tree = Array(leaves.prefix(new))
      let newRoot = MerkleProof.root(tree[...])
      for old in 0...new {
        let proof = try #require(MerkleProof.consistency(from: old, in: tree))
        let oldRoot = MerkleProof.root(tree.prefix(old))
        func holds(_ old: Int, _ root: TreeHash, _ proof: [TreeHash]) -> Bool {
          MerkleProof.isConsistent(
            old: old, oldRoot: root, new: new, newRoot: newRoot, proof: proof)
        }
        #expect(holds(old, oldRoot, proof), "\(old) to \(new)")
        #expect(!holds(old, leaves[60], proof), "\(old) to \(new)")
        #expect(!holds(old, oldRoot, proof + [leaves[0]]), "\(old) to \(new)")
        if !proof.isEmpty { #expect(!holds(old, oldRoot, Array(proof.dropLast()))) }
        // Shrinking is never shown.
        #expect(
          !MerkleProof.isConsistent(
            old: new + 1, oldRoot: oldRoot, new: new, newRoot: newRoot, proof: proof))
      }
      #expect(MerkleProof.consistency(from: new + 1, in: tree) == nil)
    }
  }
}
