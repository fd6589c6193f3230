internal import Egress

/// Goes on reading what a client of TLS says in the clear after its first hello; pure.
///
/// A server may ask for a second hello (HelloRetryRequest, RFC 8446, section 4.1.4), which could name
/// another server. The watch ends with the first record behind which no server reads a hello: other
/// messages, and encrypted records unless the client has announced early data. Records that some servers
/// skip, empty ones of the handshake and those of unknown types, are refused: a hello behind them counts.
struct HelloWatch {
  /// What becomes of bytes.
  struct Passage {
    /// What is to be sent on.
    var forward: [UInt8] = []
    /// Why the connection ends, and what the client is told.
    var refusal: (reason: EgressRefusal, answer: [UInt8])?
    /// Whether the rest is opaque.
    var isOver = false
  }

  private enum Record {
    static let changeCipherSpec: UInt8 = 20
    static let alert: UInt8 = 21
    static let handshake: UInt8 = 22
    static let data: UInt8 = 23
    static let clientHello: UInt8 = 1
  }

  private enum State {
    case between([UInt8])
    case passing(remaining: Int)
    case hello(ClientHelloReader)
  }

  /// A first hello and the one that a server asked for, and one to spare.
  private static let mostHellos = 3

  private let expected: HostName
  private let rule: EgressRule
  private let limit: Int
  private let hasEarlyData: Bool
  private var state = State.between([])
  private var hellos = 1

  init(expected: HostName, rule: EgressRule, limit: Int, hasEarlyData: Bool) {
    self.expected = expected
    self.rule = rule
    self.limit = limit
    self.hasEarlyData = hasEarlyData
  }

  /// Takes what came up to the first hello and with it.
  mutating func begin(_ received: [UInt8]) -> Passage {
    let end = Self.endOfHello(received)
    var passage = take(received[end...])
    passage.forward = received[..<end] + passage.forward
    return passage
  }

  /// Takes further bytes of the client.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Passage {
    var passage = Passage()
    var rest = bytes
    while !rest.isEmpty, passage.refusal == nil, !passage.isOver {
      switch state {
      case .passing(let remaining):
        let part = rest.prefix(remaining)
        passage.forward += part
        rest = rest.dropFirst(part.count)
        state = part.count == remaining ? .between([]) : .passing(remaining: remaining - part.count)
      case .between(let start):
        begin(record: start + [rest.removeFirst()], &passage)
      case .hello(let reader):
        follow(reader, rest.removeFirst(), &passage)
      }
    }
    if passage.isOver { passage.forward += rest }
    return passage
  }

  /// Decides what a record is by its five bytes, and by the first of a handshake message.
  private mutating func begin(record start: [UInt8], _ passage: inout Passage) {
    state = .between(start)
    guard start.count >= 5 else { return }
    let length = Int(start[3]) << 8 | Int(start[4])
    switch start[0] {
    case Record.changeCipherSpec, Record.alert: pass(start, length, &passage)
    case Record.data where hasEarlyData: pass(start, length, &passage)
    case Record.handshake where length == 0: refuse(.recordLength, &passage)
    case Record.handshake where start.count == 5: return
    case Record.handshake where start.last == Record.clientHello:
      var reader = ClientHelloReader(limit: limit)
      _ = reader.append(start)
      state = .hello(reader)
    case Record.handshake, Record.data:
      passage.forward += start
      passage.isOver = true
    default: refuse(.malformed, &passage)
    }
  }

  private func refuse(_ mistake: HelloMistake, _ passage: inout Passage) {
    passage.refusal = (
      ServerNameCheck.refusal(mistake, expected: expected, rule: rule), TLSAlert.decodeError.bytes
    )
  }

  private mutating func pass(_ start: [UInt8], _ length: Int, _ passage: inout Passage) {
    passage.forward += start
    state = length > 0 ? .passing(remaining: length) : .between([])
  }

  /// Byte by byte, so that nothing behind the hello is taken with it.
  private mutating func follow(
    _ reader: ClientHelloReader, _ byte: UInt8, _ passage: inout Passage
  ) {
    var reader = reader
    state = .between([])
    switch reader.append(CollectionOfOne(byte)) {
    case .needMore: state = .hello(reader)
    case .refused(let mistake): refuse(mistake, &passage)
    case .hello(let hello):
      hellos += 1
      if let found = ServerNameCheck.check(hello, expected: expected, rule: rule) {
        passage.refusal = (found.refusal, found.alert.bytes)
      } else if hellos > Self.mostHellos {
        let reason = "the client of \(expected) says hello again and again"
        passage.refusal = (EgressRefusal(.helloMalformed, reason), TLSAlert.decodeError.bytes)
      } else {
        passage.forward += reader.received
      }
    }
  }

  /// Where the records of a hello end that was read before.
  private static func endOfHello(_ bytes: [UInt8]) -> Int {
    var end = 0
    var message: [UInt8] = []
    while end + 5 <= bytes.count {
      let length = Int(bytes[end + 3]) << 8 | Int(bytes[end + 4])
      let next = min(bytes.count, end + 5 + length)
      message += bytes[(end + 5)..<next]
      end = next
      guard message.count >= 4 else { continue }
      if message.count >= 4 + (Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])) {
        break
      }
    }
    return end
  }
}
