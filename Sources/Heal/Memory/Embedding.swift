internal import FoundationEssentials
internal import GRDB

/// What a service's model makes of an entry's text, with the model's name.
struct Embedding: Equatable, Sendable {
  /// The model.
  let model: String
  /// The coordinates; of length 1.
  let values: [Float]

  /// Takes a vector of any length; nil for one that points nowhere.
  init?(model: String, _ values: [Float]) {
    let length = values.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
    guard length.isFinite, length > 0 else { return nil }
    self.model = model
    self.values = values.map { Float(Double($0) / length) }
  }

  /// The cosine of the angle to a kept vector, from -1 to 1; nil when that has other dimensions.
  func similarity(to bytes: Data) -> Float? {
    guard bytes.count == values.count * 4 else { return nil }
    return zip(values, Self.values(bytes)).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func values(_ bytes: Data) -> [Float] {
    let bytes = Array(bytes)
    return (0..<bytes.count / 4).map { index in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << (8 * $1) })
    }
  }

  /// The vector that is kept of an entry; nil when there is none.
  static func read(of id: String, in database: Database) throws -> Embedding? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT model, embedding.vector AS vector FROM embedding
        JOIN entry ON entry.row = embedding.row WHERE id = ?
        """, arguments: [id])
    return row.flatMap { Embedding(model: $0["model"], values($0["vector"])) }
  }

  /// Keeps it for a row, as 32-bit numbers, little end first.
  func write(for row: Int64, to database: Database) throws {
    let bytes = Data(
      values.flatMap { value in (0..<4).map { UInt8(value.bitPattern >> (8 * $0) & 0xFF) } })
    try database.execute(
      sql: "INSERT INTO embedding (row, model, dimension, vector) VALUES (?, ?, ?, ?)",
      arguments: [row, model, values.count, bytes])
  }
}
