internal import Egress
internal import Glibc
internal import Kernel

/// A client whose connection the policy refuses before anything is said: it is told why in its own
/// protocol when it speaks first, and reset otherwise.
final class Dismissal: Watcher {
  /// Clients that are told at one time; others are reset at once.
  static let most = 64

  private static let lastMilliseconds: UInt64 = 1000

  private let broker: Broker
  private let refusal: EgressRefusal
  private let owner: UInt32?
  private var client: Descriptor?
  private var ticket: Ticket?
  private var start: [UInt8] = []
  private var hasSpoken = false

  init(_ client: consuming Descriptor, refusal: EgressRefusal, owner: UInt32?, broker: Broker) {
    self.client = consume client
    self.refusal = refusal
    self.owner = owner
    self.broker = broker
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    guard (try? broker.loop.watch(clientFD, .everyChange, ticket)) != nil else {
      reset()
      return
    }
    wait(broker.limits.autoMilliseconds)
  }

  private var clientFD: Int32 { client?.number ?? -1 }

  func isReady(_ readiness: Readiness, side: UInt8) {
    for _ in 0..<16 where ticket != nil {
      switch Socket.read(clientFD, into: &broker.buffer) {
      case .bytes(let count): if !hasSpoken { judge(broker.buffer[..<count]) }
      case .wait: return
      case .end, .failed: return close()
      }
    }
  }

  func isDue() { if hasSpoken { close() } else { reset() } }

  private func judge(_ bytes: ArraySlice<UInt8>) {
    start += bytes.prefix(32)
    switch FirstBytes(start) {
    case .needMore: break
    case .tls: whenKnown { $0.say(TLSAlert.accessDenied.bytes) }
    case .http: whenKnown { $0.say(BlockedResponse.bytes($0.refusal)) }
    case .ssh, .other: whenKnown { $0.reset() }
    }
  }

  /// Does what ends the client's wait when its owner is known.
  private func whenKnown(_ then: @escaping (Dismissal) -> Void) {
    hasSpoken = true
    broker.owners.whenKnown(owner) { [weak self] in
      if let self, ticket != nil { then(self) }
    }
  }

  private func say(_ bytes: [UInt8]) {
    _ = Socket.write(clientFD, bytes[...])
    Socket.endWriting(clientFD)
    wait(Self.lastMilliseconds)
  }

  private func wait(_ milliseconds: UInt64) {
    guard let ticket else { return }
    broker.loop.schedule(ticket, at: broker.loop.now.advanced(milliseconds: milliseconds))
  }

  private func reset() {
    Socket.resetOnClose(clientFD)
    close()
  }

  private func close() {
    guard let ticket else { return }
    self.ticket = nil
    client = nil
    broker.loop.remove(ticket)
    broker.didDismiss()
  }
}
