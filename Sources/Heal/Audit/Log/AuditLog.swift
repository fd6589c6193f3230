internal import Glibc
internal import Kernel

/// The log of one state folder: entries are only ever added, and each is signed.
///
/// Several processes may write in turn; each append takes the lock, reads what others have added,
/// writes one line an entry, and returns when all of it is on the disk, with the checkpoint kept in
/// two places. Killed at any instant, the log keeps every entry whose append has returned.
package struct AuditLog: Sendable {
  /// The folder of the log, and where its newest checkpoint is kept besides.
  package let folder: LogFolder
  /// The public key that every checkpoint of the log is signed under.
  package let verifier: VerifierKey
  private var reading: LogReading
  private let clock: @Sendable () -> Int64

  /// Opens a log, which is made if there is none; `clock` gives milliseconds since 1970.
  ///
  /// What was cut off of an append is put aside, which is an entry of its own. A log that
  /// contradicts its checkpoint is an error: nothing is ever added to it.
  package init(
    _ folder: LogFolder, clock: @escaping @Sendable () -> Int64 = AuditLog.systemClock
  ) throws {
    self.folder = folder
    self.clock = clock
    try FileSystem.makeFolder(folder.path, mode: 0o700)
    let lock = try folder.locked()
    verifier = try LogCreation.key(in: folder)
    reading = LogReading()
    try catchUp()
    if reading.entries.isEmpty {
      try write([
        AuditEntry(
          .opened, at: clock(), by: .init(kind: "log", id: verifier.name),
          ["key": .text(verifier.description)])
      ])
    }
    _ = consume lock
  }

  /// Every entry, the oldest first; those that others add appear after ``refresh()`` or an append.
  package var entries: [AuditEntry] { reading.entries }

  /// The checkpoint after the newest of ``entries``.
  package var checkpoint: Checkpoint { reading.checkpoint(origin: verifier.name) }

  /// Reads what others have added.
  package mutating func refresh() throws {
    let lock = try folder.locked()
    try catchUp()
    _ = consume lock
  }

  /// Adds entries in this order; on return they will survive anything.
  package mutating func append(_ entries: [AuditEntry]) throws {
    try append { _ in entries }
  }

  /// Adds what `decide` returns, which sees every entry so far; no other writer can come between.
  package mutating func append(_ decide: ([AuditEntry]) throws -> [AuditEntry]) throws {
    let lock = try folder.locked()
    try catchUp()
    let added = try decide(reading.entries)
    if !added.isEmpty { try write(added) }
    _ = consume lock
  }

  /// The clock of the machine.
  package static func systemClock() -> Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Reads the file anew if it has changed; mends its end.
  private mutating func catchUp() throws {
    let size = try Int(FileStatus.of(folder.entries).size)
    guard size != reading.end || reading.entries.isEmpty else { return }
    let before = reading
    reading = try LogCheck(folder: folder, verifier: verifier).read(signatures: .last)
    guard reading.leaves.starts(with: before.leaves) else {
      throw AuditError(.forked, "\(folder.entries): its entries were exchanged while it was open")
    }
    guard !reading.torn.isEmpty else { return }
    let torn = reading.torn
    let digest = TreeHash.digest(torn).hexadecimal
    let aside = folder.path.appending("torn-\(reading.entries.count)-\(digest.prefix(16))")
    try FileSystem.write(torn, to: aside, mode: 0o600)
    // Opening comes first: what was cut off may have been that very entry.
    guard !reading.entries.isEmpty else { return try truncate() }
    try write([
      AuditEntry(
        .mended, at: clock(), by: .init(kind: "log", id: verifier.name),
        ["bytes": .integer(Int64(torn.count)), "sha256": .text(digest)])
    ])
  }

  private func truncate() throws {
    let file = try Descriptor.open(folder.entries, O_RDWR | O_NOFOLLOW)
    guard ftruncate(file.number, off_t(reading.end)) == 0 else {
      throw KernelFailure.last("ftruncate", folder.entries.description)
    }
  }

  private mutating func write(_ added: [AuditEntry]) throws {
    let key = try folder.signingKey(for: verifier)
    var grown = reading
    var bytes: [UInt8] = []
    for entry in added {
      let line = try grown.line(for: entry, key: key)
      try grown.append(line, key: verifier)
      bytes += line
    }
    try LogCommit(folder: folder).write(bytes, at: reading.end)
    reading = grown
    let checkpoint = self.checkpoint
    let note = checkpoint.note(signature: try checkpoint.signature(by: key))
    try LogCommit(folder: folder).keep(note, of: verifier)
  }
}
