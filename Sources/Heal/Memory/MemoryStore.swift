internal import FoundationEssentials
internal import GRDB
internal import Glibc
package import Healing
package import Kernel

/// The memory in one SQLite file, which several processes may use at once.
///
/// Entries are kept whole as JSON beside the columns that are searched. A change is on the disk when the
/// call returns (write-ahead log, `synchronous=FULL`), or not at all.
package final class MemoryStore: Memory {
  /// How long a process waits for another's write.
  private static let patience: Double = 10
  /// The most entries whose vectors are compared, the newest first.
  private static let mostCompared = 20_000
  /// The rank at which two lists of results weigh half; the usual constant of reciprocal rank fusion
  /// (Cormack et al., 2009).
  private static let fusion = 60.0

  private let pool: DatabasePool
  private let file: BytePath
  private let embedder: (any TextEmbedder)?

  /// Opens the store of a folder; both are made, for their owner alone, when they are not there.
  ///
  /// - Parameters:
  ///   - folder: where it lies.
  ///   - embedder: makes vectors of what is remembered and looked for; without one, and where it has
  ///     none, texts are compared by the words and letters that they share.
  /// - Throws: ``/Healing/MemoryFailure`` when the file cannot be opened, is no store, is damaged, or was
  ///   written by a newer version.
  package init(
    folder: BytePath, embedder: (any TextEmbedder)? = nil
  ) throws(MemoryFailure) {
    let file = folder.appending("memory.sqlite")
    guard let path = String(validating: file.bytes, as: UTF8.self) else {
      throw MemoryFailure("\(file): the path of a memory must be UTF-8")
    }
    do {
      try FileSystem.makeFolder(folder, mode: 0o700)
      try Self.makeFile(file)
      // One process at a time looks for what is missing of the tables and makes it.
      let lock = try Descriptor.open(
        folder.appending("memory.lock"), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      while flock(lock.number, LOCK_EX) != 0 {
        guard errno == EINTR else { throw KernelFailure.last("flock", "memory.lock") }
      }
      pool = try DatabasePool(path: path, configuration: Self.configuration)
      try MemorySchema.prepare(pool)
      withExtendedLifetime(lock) {}
      self.file = file
      self.embedder = embedder
    } catch {
      throw Self.failure(error, file)
    }
  }

  /// Makes the file for its owner alone; SQLite gives its side files the same rights.
  ///
  /// A file that is there is not opened: to close it again would free the locks that SQLite holds on it.
  private static func makeFile(_ file: BytePath) throws(KernelFailure) {
    do throws(KernelFailure) {
      _ = try Descriptor.open(file, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      if error.number != EEXIST { throw error }
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      // What is forgotten must not stay readable in free pages.
      try database.execute(sql: "PRAGMA secure_delete = ON")
    }
    return configuration
  }

  private static func failure(_ error: any Error, _ file: BytePath) -> MemoryFailure {
    if let failure = error as? MemoryFailure { return failure }
    if let error = error as? DatabaseError {
      return MemoryFailure(
        "\(file): \(error.message ?? "SQLite error \(error.resultCode.rawValue)")")
    }
    return MemoryFailure("\(file): \(error)")
  }

  /// Runs what touches the file.
  private func access<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws(MemoryFailure) -> Value {
    do { return try await body() } catch { throw Self.failure(error, file) }
  }

  // MARK: Memory

  /// Keeps an entry; one with the same id takes the place of the earlier.
  package func remember(_ entry: MemoryEntry) async throws(MemoryFailure) {
    let embedding = await embedding(
      rule: entry.rule, title: entry.title, path: entry.path, functions: entry.functions)
    try await access {
      try await self.pool.write { try MemoryRow.write(entry, embedding, to: $0) }
    }
  }

  /// What the embedder makes of a case's words, none of them a secret's.
  private func embedding(
    rule: String?, title: String, path: String?, functions: [String]
  ) async -> Embedding? {
    guard let embedder else { return nil }
    let text = MemoryRow.text(
      rule: rule.map(embedder.struck), title: embedder.struck(title),
      path: path.map(embedder.struck), functions: functions.map(embedder.struck))
    if text.isEmpty { return nil }
    return await embedder.vector(of: text).flatMap { Embedding(model: embedder.model, $0) }
  }

  /// Keeps entries and bars, all of them or none.
  package func remember(
    _ entries: [MemoryEntry], bars: [ReapplicationBar]
  ) async throws(MemoryFailure) {
    try await access {
      try await self.pool.write { database in
        for entry in entries { try MemoryRow.write(entry, to: database) }
        for bar in bars { try MemoryRow.write(bar, to: database) }
      }
    }
  }

  /// Verified cases like one, nearest first: what the words find and what the vectors find, fused.
  ///
  /// An entry with a vector of the embedder's model is compared by that, another by its hashed vector.
  package func recall(
    _ cue: MemoryCue, limit: Int
  ) async throws(MemoryFailure) -> [Precedent] {
    guard !cue.scopes.isEmpty else { return [] }
    let embedding = await embedding(
      rule: cue.rule, title: cue.title, path: cue.path, functions: cue.functions)
    return try await access {
      try await self.pool.read { database in
        let text = MemoryRow.text(
          rule: cue.rule, title: cue.title, path: cue.path, functions: cue.functions)
        var scores: [Int64: Double] = [:]
        let lists = [
          try MemoryRow.byWords(text, for: cue, in: database),
          try MemoryRow.byVector(
            HashedVector(text), without: embedding, for: cue, most: Self.mostCompared,
            in: database),
          try embedding.map {
            try MemoryRow.byMeaning($0, for: cue, most: Self.mostCompared, in: database)
          } ?? [],
        ]
        for list in lists {
          for (rank, row) in list.enumerated() {
            scores[row, default: 0] += 1 / (Self.fusion + Double(rank))
          }
        }
        let best = scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return try MemoryRow.precedents(best.map(\.key), limit: limit, in: database)
      }
    }
  }

  /// Says what became of a proposed change; returns how many entries it met.
  package func settle(
    changeDigest: String, _ outcome: MemoryEntry.Outcome
  ) async throws(MemoryFailure) -> Int {
    try await access {
      try await self.pool.write { database in
        let met = try MemoryRow.entries(in: database).filter {
          $0.changeDigest == changeDigest && !changeDigest.isEmpty
            && $0.provenance.importedFrom == nil
        }
        for var entry in met {
          entry.outcome = outcome
          try MemoryRow.write(entry, to: database)
        }
        return met.count
      }
    }
  }

  /// Forbids a change for an incident; twice is once.
  package func bar(_ bar: ReapplicationBar) async throws(MemoryFailure) {
    try await remember([], bars: [bar])
  }

  /// What is forbidden for an incident under any of its fingerprints.
  package func bars(for fingerprints: [String]) async throws(MemoryFailure) -> [ReapplicationBar] {
    let wanted = Set(fingerprints)
    return try await bars().filter { wanted.contains($0.fingerprint) }
  }

  /// Every bar, oldest first.
  package func bars() async throws(MemoryFailure) -> [ReapplicationBar] {
    try await access { try await self.pool.read { try MemoryRow.bars(in: $0) } }
  }

  /// Every entry, oldest first.
  package func entries() async throws(MemoryFailure) -> [MemoryEntry] {
    try await access { try await self.pool.read { try MemoryRow.entries(in: $0) } }
  }

  /// Removes entries with everything that was derived from them; returns how many there were.
  package func forget(_ ids: [String]) async throws(MemoryFailure) -> Int {
    try await access {
      try await self.pool.write { database in
        var count = 0
        for id in Set(ids) { count += try MemoryRow.remove(id, from: database) }
        return count
      }
    }
  }
}
