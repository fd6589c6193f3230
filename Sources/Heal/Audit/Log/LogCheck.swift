internal import Glibc
package import Kernel

/// Checks a log against its key, its checkpoint, and the checkpoints that were kept elsewhere.
package struct LogCheck: Sendable {
  /// What a whole check found.
  package struct Report: Sendable, Equatable {
    /// How many entries are whole and true, up to the first that is not.
    package var entries = 0
    /// What is wrong; nil when nothing is.
    package var problem: AuditError?
    /// The newest checkpoint, when all is well.
    package var checkpoint: Checkpoint?
    /// The log's key.
    package var verifier: VerifierKey?
    /// Whether a checkpoint that was kept apart has been compared.
    package var isAnchored = false
    /// Bytes of an append that was cut off and that nobody was told of.
    package var tornBytes = 0
  }

  private let folder: LogFolder
  private let verifier: VerifierKey

  init(folder: LogFolder, verifier: VerifierKey) {
    self.folder = folder
    self.verifier = verifier
  }

  /// Checks everything that can be checked without changing anything.
  ///
  /// `key` is the key that the caller trusts, and `anchors` are files with older checkpoints.
  package static func report(
    on folder: LogFolder, key: VerifierKey? = nil, anchors: [BytePath] = []
  ) -> Report {
    var report = Report()
    do {
      let verifier = try folder.verifier()
      report.verifier = verifier
      if let key, key != verifier {
        throw AuditError(
          .wrongKey, "the log's key is \(verifier.description), not \(key.description)")
      }
      let check = LogCheck(folder: folder, verifier: verifier)
      if FileSystem.exists(folder.key) { _ = try folder.signingKey(for: verifier) }
      let reading = try check.read(signatures: .all, anchors: anchors) { report.entries = $0 }
      report.tornBytes = reading.torn.count
      report.isAnchored =
        !anchors.isEmpty || folder.anchor(of: verifier).map(FileSystem.exists) == true
      report.checkpoint = reading.checkpoint(origin: verifier.name)
    } catch let error as AuditError {
      report.problem = error
    } catch {
      report.problem = AuditError(.malformed, String(describing: error))
    }
    return report
  }

  /// Every entry of a log, which is changed by nothing; one with a problem is an error.
  package static func entries(of folder: LogFolder) throws -> [AuditEntry] {
    let check = LogCheck(folder: folder, verifier: try folder.verifier())
    return try check.read(signatures: .last).entries
  }

  /// Reads the log, which must be consistent with every checkpoint of it.
  func read(
    signatures: LogReading.Signatures, anchors: [BytePath] = [], tell: (Int) -> Void = { _ in }
  ) throws -> LogReading {
    // Checkpoints first: another writer may add to the log meanwhile, and follows the entry with them.
    let own = try checkpoint(folder.checkpoint)
    var known: [(Checkpoint, String)] = [(own, "the log's checkpoint")]
    if let anchor = folder.anchor(of: verifier), FileSystem.exists(anchor) {
      known.append((try checkpoint(anchor), "the checkpoint kept in \(anchor)"))
    }
    for anchor in anchors { known.append((try checkpoint(anchor), "the checkpoint \(anchor)")) }
    guard FileSystem.exists(folder.entries) else {
      throw AuditError(.truncated, "\(folder.entries): is missing")
    }
    let bytes = try FileSystem.read(folder.entries)
    let reading = try LogReading(
      bytes, key: verifier, committed: own.size, signatures: signatures)
    tell(reading.entries.count)
    for (checkpoint, name) in known { try compare(checkpoint, with: reading, name) }
    return reading
  }

  private func checkpoint(_ path: BytePath) throws -> Checkpoint {
    do {
      return try Checkpoint(note: FileSystem.read(path, limit: 1 << 16), key: verifier)
    } catch let error as AuditError {
      throw AuditError(error.code, "\(path): \(error.description)")
    }
  }

  private func compare(
    _ checkpoint: Checkpoint, with reading: LogReading, _ name: String
  ) throws(AuditError) {
    guard checkpoint.size < reading.roots.count else {
      throw AuditError(
        .truncated,
        "the log ends after \(reading.entries.count) entries, \(name) knows \(checkpoint.size)")
    }
    guard reading.roots[checkpoint.size] == checkpoint.root else {
      throw AuditError(
        .forked, "the first \(checkpoint.size) entries are not those of \(name)")
    }
  }
}
