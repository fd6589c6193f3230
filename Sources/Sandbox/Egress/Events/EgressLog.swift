/// The records of a run, bounded: repeated refusals are one record with a count.
package struct EgressLog: Sendable {
  private struct Key: Hashable {
    var name: String
    var port: UInt16?
    var code: EgressRefusal.Code?
    var mode: EgressMode?
    var executable: String?
  }

  private let limit: Int
  private var places: [Key: Int] = [:]
  private var told: Set<String> = []
  private var allowed = 0
  private var sums = 0
  private var denied = 0

  /// The records in the order of their first occurrence.
  package private(set) var records: [EgressRecord] = []

  /// Attempts for which there was no room.
  package private(set) var unrecorded: UInt64 = 0

  /// A log of at most so many connections, so many sums of further ones, and so many refusals: none
  /// can take the room of another.
  package init(limit: Int = 4096) { self.limit = max(0, limit) }

  /// Adds a record; gives the line to tell the user, once for each name that was refused.
  ///
  /// Every allowed connection has a record of its own while there is room, and then a share in the sum
  /// of its name and port; refusals that differ in nothing but time, size and process number share one.
  package mutating func add(_ record: EgressRecord) -> String? {
    if record.verdict == .allowed {
      if allowed < limit {
        allowed += 1
        records.append(record)
      } else if merge(record, as: key(of: record), room: sums < limit) {
        sums += 1
      }
      return nil
    }
    if merge(record, as: key(of: record), room: denied < limit) { denied += 1 }
    guard told.count < limit, told.insert(record.name).inserted, let reason = record.reason else {
      return nil
    }
    return record.allowWith.map { "blocked by policy: \(reason); add: \($0)" }
      ?? "blocked by policy: \(reason)"
  }

  private func key(of record: EgressRecord) -> Key {
    Key(
      name: record.name, port: record.port, code: record.code, mode: record.mode,
      executable: record.executable)
  }

  /// Adds to the record of a kind; true when a new one was made.
  private mutating func merge(_ record: EgressRecord, as key: Key, room: Bool) -> Bool {
    if let place = places[key] {
      records[place].count += 1
      records[place].seek = records[place].seek ?? record.seek
      records[place].bytesUp += record.bytesUp
      records[place].bytesDown += record.bytesDown
      return false
    }
    guard room else {
      unrecorded += 1
      return false
    }
    places[key] = records.count
    records.append(record)
    return true
  }
}
