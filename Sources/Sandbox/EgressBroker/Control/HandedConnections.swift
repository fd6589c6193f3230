internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// Takes connections from the launcher where there is no gateway: each with the address that the payload
/// has dialled, which nobody but the launcher can say.
final class HandedConnections: Watcher {
  /// Taken at once, so that one flood leaves the others their turn.
  private static let batch = 64

  private let socket: Descriptor
  private unowned let broker: Broker
  private var ticket: Ticket?

  /// Watches a socket that does not block.
  init(_ socket: consuming Descriptor, broker: Broker) throws(KernelFailure) {
    self.socket = consume socket
    self.broker = broker
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    try broker.loop.watch(self.socket.number, [.readable], ticket)
  }

  func isReady(_ readiness: Readiness, side: UInt8) {
    for _ in 0..<Self.batch where ticket != nil {
      switch receive() {
      case .connection(let descriptor, let dialled, let process):
        broker.admit(Descriptor(owning: descriptor), to: dialled, by: process)
      case .wait: return
      // With the launcher the run is over; the command line ends this process.
      case .end: stop()
      }
    }
  }

  /// Takes no more, for good.
  func stop() {
    guard let ticket else { return }
    // At its end the socket would be ready for ever.
    broker.loop.release(socket.number)
    broker.loop.remove(ticket)
    self.ticket = nil
  }

  private enum Received {
    case connection(Int32, Endpoint, process: Int32)
    case wait
    case end
  }

  private func receive() -> Received {
    var record = sentinel_connection()
    var fds = [Int32](repeating: -1, count: 16)
    var found = 0
    let size = MemoryLayout<sentinel_connection>.size
    let count = unsafe sentinel_receive_descriptors(socket.number, &record, size, &fds, &found)
    if count < 0, errno == EAGAIN { return .wait }
    var dialled = sentinel_endpoint()
    (dialled.bytes, dialled.is_ipv6) = (record.address, record.is_ipv6 == 0 ? 0 : 1)
    guard count == size, found == 1, record.kind == UInt32(SENTINEL_LISTENER_CONNECTION.rawValue),
      let port = UInt16(exactly: record.port)
    else {
      for fd in fds.prefix(found) { close(fd) }
      return .end
    }
    dialled.port = port
    guard let endpoint = Endpoint(dialled) else {
      close(fds[0])
      return .end
    }
    return .connection(fds[0], endpoint, process: record.process)
  }
}
