internal import FoundationEssentials
internal import GRDB
internal import Healing

/// What stands in the tables, and the questions that are put to them.
enum MemoryRow {
  /// Who may be told of: in scope and verified here, or brought from elsewhere and proven there since.
  ///
  /// A digest that came with an imported entry is a claim, so its patch must be the proven one, byte for
  /// byte.
  private static let isTold = """
    entry.scope IN (SELECT value FROM json_each(:scopes))
    AND outcome IN ('proven', 'confirmed') AND (NOT isImported OR EXISTS (
      SELECT 1 FROM entry AS own
      WHERE own.outcome IN ('proven', 'confirmed') AND NOT own.isImported
        AND own.changeDigest = entry.changeDigest
        AND json_extract(own.document, '$.patch') = json_extract(entry.document, '$.patch')
        AND own.scope IN (SELECT value FROM json_each(:scopes)))) AND run IS NOT :besides
    """

  /// What ``isTold`` asks for, as arguments of a query.
  private static func told(to cue: MemoryCue) throws -> StatementArguments {
    let scopes = String(decoding: try encoded(cue.scopes.sorted()), as: UTF8.self)
    return ["scopes": scopes, "besides": cue.besides]
  }
  /// How many entries each way of looking gives at most.
  private static let mostFound = 64

  /// The text that an entry is found by.
  static func text(rule: String?, title: String, path: String?, functions: [String]) -> String {
    let words = HashedVector.words(
      ([rule, title, path].compactMap { $0 } + functions).joined(separator: " "))
    return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  private static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  // MARK: Writing

  /// Keeps an entry in place of one with the same id, whose embedding stays when there is no new one.
  static func write(
    _ entry: MemoryEntry, _ embedding: Embedding? = nil, to database: Database
  ) throws {
    let embedding = try embedding ?? Embedding.read(of: entry.id, in: database)
    _ = try remove(entry.id, from: database)
    let text = text(
      rule: entry.rule, title: entry.title, path: entry.path, functions: entry.functions)
    try database.execute(
      sql: """
        INSERT INTO entry (id, fingerprint, outcome, changeDigest, run, milliseconds, isImported,
          vector, document, scope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        entry.id, entry.fingerprint, entry.outcome.rawValue, entry.changeDigest,
        entry.provenance.run, entry.provenance.milliseconds,
        entry.provenance.importedFrom != nil, HashedVector(text).bytes, try encoded(entry),
        entry.scope,
      ])
    let row = database.lastInsertedRowID
    try database.execute(
      sql: "INSERT INTO words (rowid, text) VALUES (?, ?)", arguments: [row, text])
    try embedding?.write(for: row, to: database)
  }

  /// Keeps a bar in place of one for the same change.
  static func write(_ bar: ReapplicationBar, to database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO bar (fingerprint, changeDigest, milliseconds, document)
        VALUES (?, ?, ?, ?)
        """,
      arguments: [bar.fingerprint, bar.changeDigest, bar.milliseconds, try encoded(bar)])
  }

  /// Removes an entry; returns 1 if it was there, or else 0.
  static func remove(_ id: String, from database: Database) throws -> Int {
    let row = try Int64.fetchOne(
      database, sql: "SELECT row FROM entry WHERE id = ?", arguments: [id])
    guard let row else { return 0 }
    try database.execute(sql: "DELETE FROM words WHERE rowid = ?", arguments: [row])
    try database.execute(sql: "DELETE FROM embedding WHERE row = ?", arguments: [row])
    try database.execute(sql: "DELETE FROM entry WHERE row = ?", arguments: [row])
    return 1
  }

  // MARK: Reading

  /// Every entry, oldest first.
  static func entries(in database: Database) throws -> [MemoryEntry] {
    try documents("SELECT document FROM entry ORDER BY milliseconds, id", database)
  }

  /// Every bar, oldest first.
  static func bars(in database: Database) throws -> [ReapplicationBar] {
    try documents(
      "SELECT document FROM bar ORDER BY milliseconds, fingerprint, changeDigest", database)
  }

  private static func documents<Value: Decodable>(
    _ query: String, _ database: Database
  ) throws -> [Value] {
    try Data.fetchAll(database, sql: query).map {
      do { return try JSONDecoder().decode(Value.self, from: $0) } catch {
        throw MemoryFailure("an entry is damaged; export what can be read and remove the file")
      }
    }
  }

  /// The rows whose words fit best; every word is taken literally.
  static func byWords(
    _ text: String, for cue: MemoryCue, in database: Database
  ) throws -> [Int64] {
    let words = Set(text.split(separator: " ")).sorted().map { "\"\($0)\"" }
    if words.isEmpty { return [] }
    return try Int64.fetchAll(
      database,
      sql: """
        SELECT words.rowid FROM words JOIN entry ON entry.row = words.rowid
        WHERE words MATCH :words AND \(isTold) ORDER BY bm25(words), entry.id LIMIT \(mostFound)
        """,
      arguments: told(to: cue) &+ ["words": words.joined(separator: " OR ")])
  }

  /// The rows whose hashed vectors are nearest, none that points away, but for those that have a vector
  /// to compare with the embedding: ``byMeaning(_:for:most:in:)`` finds these.
  static func byVector(
    _ vector: HashedVector, without embedding: Embedding?, for cue: MemoryCue, most: Int,
    in database: Database
  ) throws -> [Int64] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT row, vector FROM entry WHERE \(isTold) AND row NOT IN (
          SELECT row FROM embedding WHERE model = :model AND dimension = :dimension)
        ORDER BY milliseconds DESC, id LIMIT :most
        """,
      arguments: told(to: cue)
        &+ ["model": embedding?.model, "dimension": embedding?.values.count, "most": most])
    return nearest(rows) { HashedVector(bytes: $0).map(vector.similarity(to:)) }
  }

  /// The rows whose vectors of the same model are nearest, none that points away.
  static func byMeaning(
    _ embedding: Embedding, for cue: MemoryCue, most: Int, in database: Database
  ) throws -> [Int64] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT entry.row AS row, embedding.vector AS vector
        FROM entry JOIN embedding ON embedding.row = entry.row AND model = :model AND dimension = :dimension
        WHERE \(isTold) ORDER BY milliseconds DESC, id LIMIT :most
        """,
      arguments: told(to: cue)
        &+ ["model": embedding.model, "dimension": embedding.values.count, "most": most])
    return nearest(rows) { embedding.similarity(to: $0) }
  }

  private static func nearest(_ rows: [Row], by similarity: (Data) -> Float?) -> [Int64] {
    let near = rows.compactMap { row -> (row: Int64, similarity: Float)? in
      guard let similarity = similarity(row["vector"]), similarity > 0 else { return nil }
      return (row["row"], similarity)
    }
    return near.sorted { ($1.similarity, $0.row) < ($0.similarity, $1.row) }
      .prefix(mostFound).map(\.row)
  }

  /// What an actor is told of rows, no patch twice.
  static func precedents(
    _ rows: [Int64], limit: Int, in database: Database
  ) throws -> [Precedent] {
    var precedents: [Precedent] = []
    for row in rows where precedents.count < limit {
      let found: [MemoryEntry] = try documents(
        "SELECT document FROM entry WHERE row = \(row)", database)
      guard let entry = found.first, !precedents.contains(where: { $0.patch == entry.patch }) else {
        continue
      }
      precedents.append(
        Precedent(
          rule: entry.rule, title: entry.title, patch: entry.patch,
          provenance: "run \(entry.provenance.run), incident \(entry.fingerprint.prefix(16))"))
    }
    return precedents
  }
}
