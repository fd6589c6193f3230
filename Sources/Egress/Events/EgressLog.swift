/// The records of a run, bounded: repeated refusals are one record with a count.
package struct EgressLog: Sendable {
  private struct Key: Hashable {
    var name: String
    var port: UInt16?
    var code: Refusal.Code?
    var executable: String?
  }

  private let limit: Int
  private var places: [Key: Int] = [:]
  private var told: Set<String> = []

  /// The records in the order of their first occurrence.
  package private(set) var records: [EgressRecord] = []

  /// Attempts for which there was no room.
  package private(set) var unrecorded: UInt64 = 0

  /// A log of at most so many records.
  package init(limit: Int = 4096) { self.limit = max(0, limit) }

  /// Adds a record; gives the line to tell the user, once for each name that was refused.
  ///
  /// Every allowed connection has a record of its own while there is room; refusals that differ in
  /// nothing but time, size and process number share one.
  package mutating func add(_ record: EgressRecord) -> String? {
    if record.verdict == .allowed {
      store(record)
      return nil
    }
    let key = Key(
      name: record.name, port: record.port, code: record.code, executable: record.executable)
    if let place = places[key] {
      records[place].count += 1
      records[place].bytesUp += record.bytesUp
      records[place].bytesDown += record.bytesDown
    } else if store(record) {
      places[key] = records.count - 1
    }
    guard told.count < limit, told.insert(record.name).inserted, let reason = record.reason else {
      return nil
    }
    return record.allowWith.map { "blocked by policy: \(reason); add: \($0)" }
      ?? "blocked by policy: \(reason)"
  }

  @discardableResult
  private mutating func store(_ record: EgressRecord) -> Bool {
    guard records.count < limit else {
      unrecorded += 1
      return false
    }
    records.append(record)
    return true
  }
}
