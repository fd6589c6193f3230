/// A list of records that only grows and outlives the process: where a run writes what it has done.
package protocol RecordLog: Sendable {
  /// The records of earlier parts of the run, oldest first.
  var records: [[UInt8]] { get }
  /// Adds a record, one line without its end; on return it is on the disk.
  func append(_ record: [UInt8]) throws
}
