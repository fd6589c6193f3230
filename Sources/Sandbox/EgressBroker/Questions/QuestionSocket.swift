internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// The resolver's port for datagrams, on every address: answers come from the address that was asked.
final class QuestionSocket: Watcher {
  /// Answered at once, so that one flood leaves the others their turn.
  private static let batch = 64

  private let descriptor: Descriptor
  private unowned let broker: Broker
  private var ticket: Ticket?
  private var buffer = [UInt8](repeating: 0, count: 4097)

  init(_ descriptor: consuming Descriptor, broker: Broker) throws(KernelFailure) {
    self.descriptor = consume descriptor
    self.broker = broker
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    try broker.loop.watch(self.descriptor.number, [.readable], ticket)
  }

  func isReady(_ readiness: Readiness, side: UInt8) {
    for _ in 0..<Self.batch {
      var asker = sentinel_asker()
      let count = unsafe buffer.withUnsafeMutableBytes { raw in
        unsafe sentinel_receive_question(
          descriptor.number, raw.baseAddress, raw.count, &asker)
      }
      guard count >= 0 else { return }
      let answer = broker.answer(Array(buffer.prefix(count)), of: asker)
      guard let bytes = answer.bytes else { continue }
      broker.owners.whenKnown(answer.owner) { [weak self] in self?.send(bytes, to: asker) }
    }
  }

  private func send(_ answer: [UInt8], to asker: sentinel_asker) {
    guard ticket != nil else { return }
    var asker = asker
    // An answer that does not fit into the asker's buffer is asked for again.
    _ = unsafe sentinel_send_answer(descriptor.number, answer, answer.count, &asker)
  }

  /// Answers no more, for good.
  func stop() {
    guard let ticket else { return }
    broker.loop.change(descriptor.number, [], ticket)
    broker.loop.remove(ticket)
    self.ticket = nil
  }
}
