/// Cuts a TCP stream of DNS into messages (RFC 1035, section 4.2.2).
package struct DNSFrames: Sendable {
  /// Why a stream is given up.
  package enum Failure: Error, Hashable, Sendable {
    /// A message too short to be one.
    case tooShort
    /// A message longer than the resolver reads.
    case tooLong
  }

  private let limit: Int
  private var buffer: [UInt8] = []
  private var failure: Failure?

  /// A stream whose messages hold at most so many bytes.
  package init(limit: Int = 4096) { self.limit = limit }

  /// Takes bytes and gives the messages that they complete; once failed, fails again.
  ///
  /// Holds at most one incomplete message.
  package mutating func append(_ bytes: some Collection<UInt8>) throws(Failure) -> [[UInt8]] {
    if let failure { throw failure }
    buffer += bytes
    var messages: [[UInt8]] = []
    var start = 0
    while buffer.count - start >= 2 {
      let length = Int(buffer[start]) << 8 | Int(buffer[start + 1])
      // What came before is not answered either: a stream fails as a whole.
      guard length >= DNSFormat.headerBytes else { throw fail(.tooShort) }
      guard length <= limit else { throw fail(.tooLong) }
      guard buffer.count - start - 2 >= length else { break }
      messages.append(Array(buffer[(start + 2)..<(start + 2 + length)]))
      start += 2 + length
    }
    buffer.removeFirst(start)
    return messages
  }

  /// A message with its length before it; messages above 65,535 bytes are cut, and we write none.
  package static func frame(_ message: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(big: UInt16(min(message.count, 65_535)))
    return bytes + message.prefix(65_535)
  }

  private mutating func fail(_ failure: Failure) -> Failure {
    self.failure = failure
    buffer = []
    return failure
  }
}
