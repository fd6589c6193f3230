import FoundationEssentials
internal import Glibc
internal import Kernel
package import Sandbox
internal import Text

/// What an installation was made of, written beside it; schema `sentinel.receipt/1`.
package struct Receipt: Codable, Equatable, Sendable {
  /// The schema that this version writes and reads.
  package static let schema = "sentinel.receipt/1"

  /// The schema of this document.
  package var schema = Receipt.schema
  /// The tool's name as its descriptor spells it.
  package var tool: String
  /// The version, out of the lock.
  package var version: String
  /// The SHA-256 of the lock.
  package var lockDigest: String
  /// The interpreter that made it and runs it.
  package var interpreter: Interpreter
  /// The program, relative to the installation.
  package var executable: String
  /// The SHA-256 of the program.
  package var executableDigest: String
  /// The SHA-256 over names and contents of all its files.
  package var filesDigest: String
  /// The network mode while it was installed: `egress`, to the package index alone.
  package var network: String
  /// The protection that was observed meanwhile.
  package var level: RunResult.Level

  /// The name of the file.
  static let name = "receipt.json"

  /// More than two paths and a few digests take.
  static let mostBytes = 1 << 16

  /// The document.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Reads a document, or nothing when it is none of this schema.
  static func read(_ bytes: [UInt8]) -> Receipt? {
    let receipt = try? JSONDecoder().decode(Receipt.self, from: Data(bytes))
    return receipt?.schema == schema ? receipt : nil
  }

  /// The digest over all files of an installation but the receipt.
  ///
  /// Links count by their target;
  /// byte code is left out, for an interpreter may write it again.
  static func filesDigest(of folder: [UInt8]) throws(KernelFailure) -> String {
    let root = try Descriptor.open(BytePath(folder), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var digest = SHA256()
    try add(root, at: TreePath([UInt8]()), to: &digest)
    return SHA256.hex(digest.digest())
  }

  private static func add(
    _ folder: borrowing Descriptor, at path: TreePath, to digest: inout SHA256
  ) throws(KernelFailure) {
    for name in try folder.entries() {
      let child = path.appending(name.bytes)
      if child.text == Self.name || name == "__pycache__" { continue }
      digest.add(Array("\(child.bytes.count):".utf8) + child.bytes)
      switch try folder.status(of: name).kind {
      case .directory:
        let next = try folder.openBeneath(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        try add(next, at: child, to: &digest)
      case .link:
        let target = try folder.linkTarget(name).bytes
        digest.add(Array("l\(target.count):".utf8) + target)
      default:
        let bytes = try folder.readFile(name)
        digest.add(Array("f\(bytes.count):".utf8))
        digest.add(bytes)
      }
    }
  }
}
