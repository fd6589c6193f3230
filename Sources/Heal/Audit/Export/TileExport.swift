internal import Glibc
package import Kernel

/// Writes a log as a folder that any file server can serve and a stranger can check.
///
/// `checkpoint`, `vkey`, and below `tile` the hashes and entries as C2SP tlog-tiles has them. The
/// checkpoint is written last: a folder without one is not finished.
package struct TileExport {
  private let folder: LogFolder

  /// An export of this log.
  package init(_ folder: LogFolder) { self.folder = folder }

  /// Writes to a folder that does not exist yet or is empty; returns the checkpoint.
  ///
  /// A log with a problem is not exported: the problem is the error.
  package func write(to target: BytePath) throws -> Checkpoint {
    let verifier = try folder.verifier()
    let reading = try LogCheck(folder: folder, verifier: verifier).read(signatures: .all)
    try FileSystem.makeFolder(target)
    guard try Descriptor.open(target, O_RDONLY | O_DIRECTORY).entries().isEmpty else {
      throw AuditError(.refused, "\(target): is not empty; name a folder that does not exist")
    }
    try write(hashes: reading.leaves, to: target)
    try write(records: reading.records, to: target)
    try FileSystem.write(
      Array("\(verifier.description)\n".utf8), to: target.appending("vkey"))
    let checkpoint = reading.checkpoint(origin: verifier.name)
    let note =
      reading.leaves.isEmpty
      ? try FileSystem.read(folder.checkpoint, limit: 1 << 16)
      : Array(checkpoint.note(signature: reading.signature).utf8)
    try FileSystem.write(note, to: target.appending("checkpoint"))
    return checkpoint
  }

  private func write(hashes leaves: [TreeHash], to target: BytePath) throws {
    var nodes = leaves[...]
    var level = 0
    while !nodes.isEmpty {
      var above: [TreeHash] = []
      for (index, count) in TilePath.counts(of: nodes.count).enumerated() {
        let tile = nodes[(index * TilePath.width)...].prefix(count)
        try place(
          tile.flatMap(\.bytes), TilePath.hashes(level: level, index: index, count: count), target)
        if count == TilePath.width { above.append(MerkleProof.root(tile)) }
      }
      nodes = above[...]
      level += 1
    }
  }

  private func write(records: [[UInt8]], to target: BytePath) throws {
    for (index, count) in TilePath.counts(of: records.count).enumerated() {
      let bundle = records[(index * TilePath.width)...].prefix(count)
      let bytes = bundle.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }
      try place(bytes, TilePath.entries(index: index, count: count), target)
    }
  }

  private func place(_ bytes: [UInt8], _ name: BytePath, _ target: BytePath) throws {
    let path = target.appending(name)
    try FileSystem.makeFolder(path.parent)
    try FileSystem.write(bytes, to: path)
  }
}
