internal import Glibc
package import Kernel

/// Checks an exported log with nothing but the folder, and a key that the caller trusts.
package enum TileCheck {
  /// Reads every entry and every tile; `key` in place of the one in the folder.
  package static func report(
    on folder: BytePath, key: VerifierKey? = nil, anchors: [BytePath] = []
  ) -> LogCheck.Report {
    var report = LogCheck.Report()
    do {
      report.verifier = try verifier(in: folder, expected: key)
      guard let verifier = report.verifier else { return report }
      let checkpoint = try read(folder.appending("checkpoint"), by: verifier)
      let leaves = try leaves(in: folder, size: checkpoint.size) { report.entries = $0 }
      guard MerkleProof.root(leaves[...]) == checkpoint.root else {
        throw AuditError(.tampered, "the entries are not those that the checkpoint signs")
      }
      try compare(leaves, withTilesIn: folder)
      for anchor in anchors {
        let older = try read(anchor, by: verifier)
        try compare(older, with: leaves, "the checkpoint \(anchor)")
        report.isAnchored = true
      }
      report.checkpoint = checkpoint
    } catch let error as AuditError {
      report.problem = error
    } catch {
      report.problem = AuditError(.malformed, String(describing: error))
    }
    return report
  }

  /// The records of an export, in order; check it first.
  package static func entries(in folder: BytePath) throws -> [AuditEntry] {
    let verifier = try verifier(in: folder, expected: nil)
    let size = try read(folder.appending("checkpoint"), by: verifier).size
    var entries: [AuditEntry] = []
    var previous = TreeHash.empty
    try forEachRecord(in: folder, size: size) { record throws(AuditError) in
      entries.append(
        try AuditEntry(record: record, sequence: entries.count, previous: previous))
      previous = .leaf(record)
    }
    return entries
  }

  private static func verifier(in folder: BytePath, expected: VerifierKey?) throws -> VerifierKey {
    let found = try LogFolder(folder, anchors: nil).verifier()
    guard expected == nil || expected == found else {
      throw AuditError(
        .wrongKey,
        "the export's key is \(found.description), not \(expected?.description ?? "")")
    }
    return found
  }

  private static func read(
    _ path: BytePath, by verifier: VerifierKey
  ) throws -> Checkpoint {
    do {
      return try Checkpoint(note: FileSystem.read(path, limit: 1 << 16), key: verifier)
    } catch let error as AuditError {
      throw AuditError(error.code, "\(path): \(error.description)")
    }
  }

  /// Every record is read as an entry too: chain, places and form must be right.
  private static func leaves(
    in folder: BytePath, size: Int, tell: (Int) -> Void
  ) throws -> [TreeHash] {
    var leaves: [TreeHash] = []
    try forEachRecord(in: folder, size: size) { record throws(AuditError) in
      _ = try AuditEntry(
        record: record, sequence: leaves.count, previous: leaves.last ?? .empty)
      leaves.append(.leaf(record))
      tell(leaves.count)
    }
    return leaves
  }

  private static func forEachRecord(
    in folder: BytePath, size: Int, _ body: ([UInt8]) throws(AuditError) -> Void
  ) throws {
    var start = 0
    var index = 0
    while start < size {
      let count = min(TilePath.width, size - start)
      let name = TilePath.entries(index: index, count: count)
      let path = folder.appending(name)
      guard FileSystem.exists(path) else {
        throw AuditError(.truncated, "\(name) is missing")
      }
      var rest = try FileSystem.read(path, limit: 1 << 25)[...]
      for _ in 0..<count {
        let header = rest.prefix(2)
        let length = header.reduce(0) { $0 << 8 | Int($1) }
        guard header.count == 2, rest.count >= 2 + length else {
          throw AuditError(.truncated, "\(name) ends within an entry")
        }
        try body(Array(rest.dropFirst(2).prefix(length)))
        rest = rest.dropFirst(2 + length)
      }
      guard rest.isEmpty else {
        throw AuditError(.tampered, "\(name) has more than its entries")
      }
      start += count
      index += 1
    }
  }

  private static func compare(_ leaves: [TreeHash], withTilesIn folder: BytePath) throws {
    var nodes = leaves[...]
    var level = 0
    while !nodes.isEmpty {
      var above: [TreeHash] = []
      for (index, count) in TilePath.counts(of: nodes.count).enumerated() {
        let tile = nodes[(index * TilePath.width)...].prefix(count)
        let name = TilePath.hashes(level: level, index: index, count: count)
        guard let found = try? FileSystem.read(folder.appending(name), limit: 1 << 16) else {
          throw AuditError(.truncated, "\(name) is missing")
        }
        guard found == tile.flatMap(\.bytes) else {
          throw AuditError(.tampered, "\(name) holds other hashes than the entries have")
        }
        if count == TilePath.width { above.append(MerkleProof.root(tile)) }
      }
      nodes = above[...]
      level += 1
    }
  }

  private static func compare(
    _ older: Checkpoint, with leaves: [TreeHash], _ name: String
  ) throws(AuditError) {
    guard older.size <= leaves.count else {
      throw AuditError(
        .truncated, "the export has \(leaves.count) entries, \(name) knows \(older.size)")
    }
    guard MerkleProof.root(leaves.prefix(older.size)) == older.root else {
      throw AuditError(.forked, "the first \(older.size) entries are not those of \(name)")
    }
  }
}
