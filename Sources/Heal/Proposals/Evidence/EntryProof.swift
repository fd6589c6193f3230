package import Audit
internal import FoundationEssentials

/// A log's entry with the proof that a signed checkpoint covers it: C2SP tlog-proof.
package struct EntryProof: Sendable {
  /// The log's key.
  package let key: VerifierKey
  /// The checkpoint that covers the entry.
  package let checkpoint: Checkpoint
  /// The entry's number.
  package let number: Int
  /// What the entry says.
  package let content: CanonicalJSON

  /// Checks an entry.
  ///
  /// - Parameters:
  ///   - record: the entry's bytes.
  ///   - proof: the text of the proof.
  ///   - key: the log's key as text, with or without a newline at its end.
  /// - Throws: ``/Audit/AuditError`` when the proof does not hold.
  package init(record: [UInt8], proof: [UInt8], key: [UInt8]) throws(AuditError) {
    guard let text = String(validating: key, as: UTF8.self),
      let key = VerifierKey(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    else { throw AuditError(.malformed, "the key is not a verifier key") }
    self.key = key
    guard let blank = proof.firstRange(of: [0x0A, 0x0A]),
      let head = String(validating: proof[..<blank.lowerBound], as: UTF8.self)
    else { throw AuditError(.malformed, "the proof has other lines than tlog-proof") }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    let hashes = lines.dropFirst(2).compactMap { TreeHash(base64: $0) }
    guard lines.count >= 2, lines[0] == "c2sp.org/tlog-proof@v1", lines[1].hasPrefix("index "),
      let number = Int(lines[1].dropFirst(6)), hashes.count == lines.count - 2
    else { throw AuditError(.malformed, "the proof has other lines than tlog-proof") }
    self.number = number
    checkpoint = try Checkpoint(note: Array(proof[blank.upperBound...]), key: key)
    guard
      MerkleProof.isIncluded(
        .leaf(record), at: number, size: checkpoint.size, root: checkpoint.root, proof: hashes)
    else { throw AuditError(.tampered, "the entry is not in the log that the checkpoint signs") }
    guard let value = CanonicalJSON(bytes: record), let content = value["content"] else {
      throw AuditError(.malformed, "the entry cannot be read")
    }
    self.content = content
  }
}
