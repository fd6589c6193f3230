internal import Glibc
package import Kernel

/// Where a log lies, and where its newest checkpoint is kept a second time.
///
/// In the folder: `key` (only for its owner), `vkey`, `entries`, `checkpoint`, `lock`, and what was
/// put aside of appends that were cut off.
package struct LogFolder: Sendable {
  /// The log's folder.
  package let path: BytePath
  /// A folder elsewhere for the newest checkpoint of every log; nil when there is none.
  ///
  /// Whoever shortens or rewrites the log's folder alone is found out by it.
  package let anchors: BytePath?

  /// The files of a log, none of which need exist.
  package init(_ path: BytePath, anchors: BytePath?) {
    self.path = path
    self.anchors = anchors
  }

  var key: BytePath { path.appending("key") }
  var verifierKey: BytePath { path.appending("vkey") }
  var entries: BytePath { path.appending("entries") }
  var checkpoint: BytePath { path.appending("checkpoint") }
  var lock: BytePath { path.appending("lock") }

  /// Where the newest checkpoint of a log is kept apart.
  func anchor(of key: VerifierKey) -> BytePath? {
    anchors?.appending(TreeHash.digest(Array(key.name.utf8)).hexadecimal + ".checkpoint")
  }

  /// Whether there is a log.
  package var exists: Bool {
    FileSystem.exists(verifierKey) || FileSystem.exists(entries) || FileSystem.exists(checkpoint)
  }

  /// The key by which a log is checked, as its folder names it.
  package func verifier() throws -> VerifierKey {
    let bytes = try FileSystem.read(verifierKey, limit: 4_096)
    guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n"),
      let key = VerifierKey(String(text.dropLast()))
    else {
      throw AuditError(.tampered, "\(verifierKey): holds no verifier key")
    }
    return key
  }

  /// The private key; refused when others may read it or it is not the log's.
  func signingKey(for verifier: VerifierKey) throws -> SigningKey {
    let file = try Descriptor.open(key, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let status = try file.status()
    guard status.kind == .regular, status.permissions & 0o077 == 0 else {
      throw AuditError(
        .wrongKey, "\(key): must be a file that only its owner may read: chmod 600")
    }
    guard let found = SigningKey(file: try file.readAll(limit: 4_096)) else {
      throw AuditError(.wrongKey, "\(key): holds no private key")
    }
    guard found.verifier == verifier else {
      throw AuditError(
        .wrongKey, "\(key): is another key than the log's, which is \(verifier.description)")
    }
    return found
  }

  /// Takes the log for one writer; waits for another one, who needs milliseconds.
  func locked() throws(KernelFailure) -> Descriptor {
    let file = try Descriptor.open(lock, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    while flock(file.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw KernelFailure.last("flock", lock.description) }
    }
    return file
  }
}
