/// Reads server-sent events (the WHATWG's HTML standard, section 9.2) from parts of a body.
///
/// Only the data of an event is kept: the services repeat its kind in there. Lines and events that
/// are longer than the bound are a fault of the stream.
package struct EventStream: Sendable {
  /// The most bytes of one event.
  package static let limitBytes = 8 << 20
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var endedInReturn = false
  /// Whether a bound was passed; nothing is given from then on.
  package private(set) var isOver = false

  /// A reader at the start of a stream.
  package init() {}

  /// Takes the next bytes and gives the data of every event that they end.
  package mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    var events: [[UInt8]] = []
    for byte in bytes where !isOver {
      let isLineFeedAfterReturn = endedInReturn && byte == 0x0A
      endedInReturn = byte == 0x0D
      if isLineFeedAfterReturn { continue }
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        isOver = line.count + data.count > Self.limitBytes
        continue
      }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() -> [UInt8]? {
    defer { line = [] }
    guard !line.isEmpty else {
      defer { (data, hasData) = ([], false) }
      return hasData ? data : nil
    }
    guard line.starts(with: Array("data:".utf8)) else { return nil }
    let start = line.count > 5 && line[5] == 0x20 ? 6 : 5
    if hasData { data.append(0x0A) }
    data.append(contentsOf: line[start...])
    hasData = true
    return nil
  }
}
