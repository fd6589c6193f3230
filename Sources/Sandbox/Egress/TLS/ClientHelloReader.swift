/// Collects a hello from bytes that arrive in any pieces, in records of any size.
///
/// The verdict depends on the bytes alone, never on how they were cut. Holds at most the limit of a
/// hello and what its records add, five bytes each.
package struct ClientHelloReader: Sendable {
  /// What is known so far.
  package enum Outcome: Hashable, Sendable {
    /// More bytes must come first.
    case needMore
    /// The hello, read whole.
    case hello(ClientHello)
    /// Bytes that are refused, for good.
    case refused(HelloMistake)
  }

  private enum Part: Sendable {
    case header
    case body(remaining: Int)
  }

  private let limit: Int
  private var part = Part.header
  private var position = 0
  private var message: [UInt8] = []
  private var outcome = Outcome.needMore

  /// All bytes that were given, to be sent on when the hello is permitted.
  package private(set) var received: [UInt8] = []

  /// A reader for hellos of at most so many bytes, their four-byte header included.
  package init(limit: Int = 16 << 10) { self.limit = max(4, limit) }

  /// Takes bytes; once the outcome stands, they are kept for sending on and change nothing.
  ///
  /// After a refusal nothing is kept.
  package mutating func append(_ bytes: some Collection<UInt8>) -> Outcome {
    if case .refused = outcome { return outcome }
    received += bytes
    guard outcome == .needMore else { return outcome }
    do throws(HelloMistake) {
      if let hello = try advance() { outcome = .hello(hello) }
    } catch {
      outcome = .refused(error)
      received = []
      message = []
    }
    return outcome
  }

  private mutating func advance() throws(HelloMistake) -> ClientHello? {
    while true {
      switch part {
      case .header:
        guard let length = try header() else { return nil }
        part = .body(remaining: length)
      case .body(let remaining):
        guard position < received.count else { return nil }
        let taken = min(remaining, received.count - position)
        message += received[position..<position + taken]
        position += taken
        part = taken == remaining ? .header : .body(remaining: remaining - taken)
        if let hello = try finish(recordRest: remaining - taken) { return hello }
      }
    }
  }

  /// The length of the next record; nil until its five bytes are there.
  ///
  /// Each byte is judged as soon as it is there, so that a refusal never waits for more.
  private mutating func header() throws(HelloMistake) -> Int? {
    let bytes = received[position...].prefix(5)
    if let type = bytes.first, type != 22 {
      guard message.isEmpty else { throw .interleaved }
      // SSL 2 sets the upper bit of its length; nothing else of use does.
      throw type & 0x80 != 0 ? .oldVersion : .notTLS
    }
    if let major = bytes.dropFirst().first, major != 3 { throw .oldVersion }
    if let minor = bytes.dropFirst(2).first, minor > 4 { throw .oldVersion }
    guard bytes.count == 5 else { return nil }
    let length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
    guard (1...(1 << 14)).contains(length) else { throw .recordLength }
    position += 5
    return length
  }

  /// The hello, when all of it is there and nothing else shares its last record.
  private func finish(recordRest: Int) throws(HelloMistake) -> ClientHello? {
    if let type = message.first, type != 1 { throw .notHello }
    guard message.count >= 4 else { return nil }
    let length = 4 + (Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3]))
    guard length <= limit else { throw .tooLarge }
    // Another message behind the hello in its record (RFC 8446, section 5.1, forbids it at a change
    // of keys) would be one that nobody judged.
    guard message.count + recordRest <= length else { throw .malformed }
    guard message.count == length else { return nil }
    return try ClientHello(body: message[4...])
  }
}
