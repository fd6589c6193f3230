internal import Kernel

/// What shows a stranger one entry of a log, or that a log has only grown, without the rest of it.
package struct LogProof {
  private let reading: LogReading
  private let verifier: VerifierKey

  /// Proofs about this log as it is now; a log with a problem is an error.
  package init(_ folder: LogFolder) throws {
    verifier = try folder.verifier()
    reading = try LogCheck(folder: folder, verifier: verifier).read(signatures: .all)
    if reading.leaves.isEmpty { throw AuditError(.refused, "the log has no entry yet") }
  }

  /// The text of C2SP tlog-proof: that the entry with this number is in the log.
  package func inclusion(of sequence: Int) throws(AuditError) -> String {
    guard let proof = MerkleProof.inclusion(of: sequence, in: reading.leaves) else {
      throw AuditError(
        .refused, "there is no entry \(sequence); the log has \(reading.leaves.count)")
    }
    let hashes = proof.map { $0.base64 + "\n" }.joined()
    return "c2sp.org/tlog-proof@v1\nindex \(sequence)\n\(hashes)\n\(note)"
  }

  /// The record of an entry, whose leaf hash the proof of inclusion is about.
  package func record(_ sequence: Int) throws(AuditError) -> [UInt8] {
    guard reading.records.indices.contains(sequence) else {
      throw AuditError(
        .refused, "there is no entry \(sequence); the log has \(reading.records.count)")
    }
    return reading.records[sequence]
  }

  /// The hashes in base64, one a line, that show the first `size` entries to be an older log.
  package func consistency(since size: Int) throws(AuditError) -> [String] {
    guard let proof = MerkleProof.consistency(from: size, in: reading.leaves) else {
      throw AuditError(
        .refused, "the log never had \(size) entries; it has \(reading.leaves.count)")
    }
    return proof.map(\.base64)
  }

  /// The newest checkpoint as a signed note.
  package var note: String {
    reading.checkpoint(origin: verifier.name).note(signature: reading.signature)
  }
}
