internal import CKernel
internal import Egress
internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// The socket to the command line: orders in, what it is to know out.
final class ControlChannel: Watcher {
  private enum Side {
    static let socket: UInt8 = 0
    static let caller: UInt8 = 1
  }

  /// Lines for the user that wait for a slow command line; more of them are dropped.
  private static let mostWaiting = 1024

  private let loop: EventLoop
  private let socket: Descriptor
  private let caller: Descriptor
  private var ticket: Ticket?
  private var waiting: [[UInt8]] = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var endsWhenSent = false

  /// Hears orders with the descriptors that came along, which it owns then; and the reason why a
  /// message was none.
  var follow: (Result<BrokerOrder, BrokerSetup.Mistake>, [Int32]) -> Void = { _, _ in }

  /// Hears that the command line has looked for the owner of a conversation.
  var learn: (UInt32) -> Void = { _ in }

  init(
    socket: consuming Descriptor, caller: consuming Descriptor, loop: EventLoop
  ) throws(KernelFailure) {
    self.loop = loop
    self.socket = consume socket
    self.caller = consume caller
    let ticket = loop.add(self)
    self.ticket = ticket
    try loop.watch(self.socket.number, .everyChange, ticket, side: Side.socket)
    try loop.watch(self.caller.number, [.readable], ticket, side: Side.caller)
  }

  func isReady(_ readiness: Readiness, side: UInt8) {
    // Without its command line the broker has nobody to serve.
    if side == Side.caller { exit(0) }
    flush()
    while let (count, descriptors) = receive() {
      // Nobody is left who could order anything.
      if count == 0 { exit(0) }
      guard count > 0 else {
        follow(.failure(BrokerSetup.Mistake(reason: "the order is too long")), [])
        continue
      }
      // No order is as short as such a number.
      if count == MemoryLayout<UInt32>.size, descriptors.isEmpty {
        learn(unsafe buffer.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) })
      } else {
        read(Data(buffer.prefix(count)), descriptors)
      }
    }
  }

  /// Sends a message; behind others that wait, it waits too.
  func send(_ message: BrokerMessage) {
    guard let bytes = Self.encode(message) else { return }
    send(bytes)
  }

  /// Sends a line for the user, unless too many wait already.
  func tell(_ line: String) {
    guard waiting.count < Self.mostWaiting else { return }
    var message = BrokerMessage()
    message.denied = line
    send(message)
  }

  /// Asks whose a conversation is, unless too much waits already; the record as it is, because this is
  /// on the way of every connection.
  func ask(_ seek: sentinel_seek) {
    guard waiting.count < Self.mostWaiting else { return }
    var seek = seek
    send(unsafe withUnsafeBytes(of: &seek) { unsafe Array($0) })
  }

  /// Sends records in as many messages as they need.
  func send(_ records: ArraySlice<EgressRecord>) {
    guard !records.isEmpty else { return }
    var message = BrokerMessage()
    message.records = Array(records)
    guard let bytes = Self.encode(message) else { return }
    guard bytes.count > BrokerMessage.limitBytes, records.count > 1 else { return send(bytes) }
    let middle = records.startIndex + records.count / 2
    send(records[..<middle])
    send(records[middle...])
  }

  /// Ends the process when everything was sent.
  func endWhenSent() {
    endsWhenSent = true
    flush()
  }

  /// The JSON of a message.
  static func encode(_ message: BrokerMessage) -> [UInt8]? {
    (try? JSONEncoder().encode(message)).map { Array($0) }
  }

  private func send(_ bytes: [UInt8]) {
    waiting.append(bytes)
    flush()
  }

  private func flush() {
    var sent = 0
    defer {
      waiting.removeFirst(sent)
      if endsWhenSent, waiting.isEmpty { exit(0) }
    }
    for message in waiting {
      switch Socket.write(socket.number, message[...]) {
      case .bytes: sent += 1
      case .wait: return
      case .failed: exit(0)
      }
    }
  }

  /// The next message, of -1 bytes when it was cut; nil when there is none yet.
  private func receive() -> (Int, [Int32])? {
    var fds = [Int32](repeating: -1, count: 16)
    var found = 0
    let count = unsafe sentinel_receive_descriptors(
      socket.number, &buffer, buffer.count, &fds, &found)
    if count < 0, errno == EAGAIN { return nil }
    if count < 0, errno != EMSGSIZE { exit(0) }
    return (count, Array(fds.prefix(found)))
  }

  private func read(_ data: Data, _ descriptors: [Int32]) {
    do {
      follow(.success(try JSONDecoder().decode(BrokerOrder.self, from: data)), descriptors)
    } catch {
      for descriptor in descriptors { close(descriptor) }
      follow(.failure(BrokerSetup.Mistake(reason: "the order is not valid JSON")), [])
    }
  }
}
