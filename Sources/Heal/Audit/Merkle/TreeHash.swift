internal import Crypto
internal import FoundationEssentials

/// A node of the tree: 32 bytes of SHA-256, made as RFC 6962, section 2.1, says.
package struct TreeHash: Sendable, Hashable {
  /// The 32 bytes of the digest.
  package let bytes: [UInt8]

  /// A hash of these 32 bytes; nil for any other number of them.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.bytes = Array(bytes)
  }

  private init(of parts: [[UInt8]]) {
    var digest = SHA256()
    for part in parts { digest.update(data: part) }
    bytes = Array(digest.finalize())
  }

  /// The root of a tree without leaves: the digest of nothing.
  package static let empty = TreeHash(of: [])

  /// The hash of a leaf: a zero byte, then what it holds.
  package static func leaf(_ content: [UInt8]) -> TreeHash { TreeHash(of: [[0], content]) }

  /// The hash of an inner node: a one, then those below.
  package static func node(_ left: TreeHash, _ right: TreeHash) -> TreeHash {
    TreeHash(of: [[1], left.bytes, right.bytes])
  }

  /// The plain SHA-256 of bytes.
  package static func digest(_ content: [UInt8]) -> TreeHash { TreeHash(of: [content]) }

  /// In lower-case hexadecimal digits.
  package var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// In base64, as checkpoints and proofs have it.
  package var base64: String { Data(bytes).base64EncodedString() }

  /// Reads what ``base64`` wrote; nil when it is anything else.
  package init?(base64 text: some StringProtocol) {
    guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else {
      return nil
    }
    self.init(data)
  }
}
