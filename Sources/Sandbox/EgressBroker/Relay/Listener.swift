internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// A listener of the gateway: for connections to names, or for questions over TCP.
final class Listener: Watcher {
  /// Accepted at once, so that one flood leaves the others their turn.
  private static let batch = 64

  let port: UInt16
  private let descriptor: Descriptor
  private let isResolver: Bool
  private unowned let broker: Broker
  private var ticket: Ticket?

  init(
    _ descriptor: consuming Descriptor, port: UInt16, isResolver: Bool, broker: Broker
  ) throws(KernelFailure) {
    self.descriptor = consume descriptor
    self.port = port
    self.isResolver = isResolver
    self.broker = broker
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    try broker.loop.watch(self.descriptor.number, [.readable], ticket)
  }

  func isReady(_ readiness: Readiness, side: UInt8) {
    for _ in 0..<Self.batch {
      let fd = sentinel_accept(descriptor.number)
      guard fd < 0 else {
        let accepted = Descriptor(owning: fd)
        if isResolver {
          broker.admitQuestions(accepted)
        } else {
          broker.admit(accepted)
        }
        continue
      }
      switch errno {
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return broker.pauseListeners()
      case EAGAIN: return
      case EBADF, EINVAL, ENOTSOCK: return stop()
      // What a client has done to its own connection is its own matter (accept(2), "Error handling").
      default: continue
      }
    }
  }

  /// Accepts nothing more until ``resume()``; the kernel keeps the rest waiting.
  func pause() {
    if let ticket { broker.loop.change(descriptor.number, [], ticket) }
  }

  /// Accepts again.
  func resume() {
    if let ticket { broker.loop.change(descriptor.number, [.readable], ticket) }
  }

  /// Accepts no more, for good.
  func stop() {
    pause()
    if let ticket { broker.loop.remove(ticket) }
    ticket = nil
  }
}
