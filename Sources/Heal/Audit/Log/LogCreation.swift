internal import Glibc
internal import Kernel

/// Makes a log's files, and goes on where a crash has left them half made.
enum LogCreation {
  /// The log's public key; made with everything else when there is none.
  static func key(in folder: LogFolder) throws -> VerifierKey {
    if FileSystem.exists(folder.checkpoint) { return try folder.verifier() }
    if let status = try? FileStatus.of(folder.entries), status.size > 0 {
      throw AuditError(
        .tampered, "\(folder.checkpoint): is missing, though there are entries")
    }
    let key = try makeKey(in: folder)
    if let anchor = folder.anchor(of: key.verifier), FileSystem.exists(anchor) {
      throw AuditError(
        .truncated, "\(folder.entries): is empty, though \(anchor) knows of entries")
    }
    try FileSystem.write(Array("\(key.verifier.description)\n".utf8), to: folder.verifierKey)
    try FileSystem.write([], to: folder.entries, mode: 0o600)
    let empty = Checkpoint(origin: key.verifier.name, size: 0, root: .empty)
    let note = empty.note(signature: try empty.signature(by: key))
    try FileSystem.write(Array(note.utf8), to: folder.checkpoint)
    let opened = try Descriptor.open(folder.path, O_RDONLY | O_DIRECTORY)
    guard fsync(opened.number) == 0 else {
      throw KernelFailure.last("fsync", folder.path.description)
    }
    return key.verifier
  }

  private static func makeKey(in folder: LogFolder) throws -> SigningKey {
    if let bytes = try? FileSystem.read(folder.key, limit: 4_096) {
      guard let key = SigningKey(file: bytes) else {
        throw AuditError(.wrongKey, "\(folder.key): holds no private key; remove it for a new one")
      }
      return key
    }
    let name = "sentinel/" + String(UInt64.random(in: .min ... .max), radix: 16)
    guard let key = SigningKey(newNamed: name) else {
      throw AuditError(.refused, "\(name) names no key")
    }
    try FileSystem.write(key.fileBytes, to: folder.key, mode: 0o600)
    return key
  }
}
