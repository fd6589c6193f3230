internal import FoundationEssentials

/// What a log says of itself at one size: C2SP tlog-checkpoint, the text of a signed note.
package struct Checkpoint: Sendable, Equatable {
  /// The log's name, which is its key's.
  package var origin: String
  /// How many entries it has.
  package var size: Int
  /// The root of the tree of their hashes.
  package var root: TreeHash

  /// A checkpoint of a log at a size.
  package init(origin: String, size: Int, root: TreeHash) {
    self.origin = origin
    self.size = size
    self.root = root
  }

  /// The three lines that are signed.
  package var text: String { "\(origin)\n\(size)\n\(root.base64)\n" }

  /// Reads the three lines; what comes after them is an extension, which we do not make.
  init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, lines[3].isEmpty, VerifierKey.isName(String(lines[0])),
      let size = Int(lines[1]), size >= 0, String(size) == lines[1],
      let root = TreeHash(base64: lines[2])
    else { return nil }
    self.init(origin: String(lines[0]), size: size, root: root)
  }

  /// The signature line's content: four bytes of the key's identifier, then 64 of the signature.
  package func signature(by key: SigningKey) throws(AuditError) -> [UInt8] {
    try key.verifier.identifier + key.signature(of: Array(text.utf8))
  }

  /// The whole signed note.
  package func note(signature: [UInt8]) -> String {
    "\(text)\n\u{2014} \(origin) \(Data(signature).base64EncodedString())\n"
  }

  /// Whether these are the identifier and the signature of this text by `key`.
  package func isSigned(_ signature: [UInt8], by key: VerifierKey) -> Bool {
    signature.count == 68 && Array(signature.prefix(4)) == key.identifier && origin == key.name
      && key.isSignature(Array(signature.dropFirst(4)), of: Array(text.utf8))
  }

  /// Reads a signed note and checks it: exactly one signature by `key`; those of others do not count.
  package init(note: [UInt8], key: VerifierKey) throws(AuditError) {
    guard let note = SignedNote(note), let checkpoint = Checkpoint(text: note.text) else {
      throw AuditError(.malformed, "the checkpoint is not a signed note of three lines")
    }
    guard checkpoint.origin == key.name else {
      throw AuditError(
        .wrongKey, "the checkpoint of \(checkpoint.origin) is not signed by \(key.description)")
    }
    try note.check(key, of: "the checkpoint of \(checkpoint.origin)")
    self = checkpoint
  }
}
