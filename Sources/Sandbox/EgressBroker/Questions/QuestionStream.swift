internal import Egress
internal import Glibc
internal import Kernel

/// One client of the resolver over TCP: some questions, one after the other.
final class QuestionStream: Watcher {
  private static let idleMilliseconds: UInt64 = 5000
  /// Read at once: some two hundred questions, whose answers are written before more are read.
  private static let batchBytes = 4 << 10

  private let broker: Broker
  /// Who asks, where that is known.
  private let process: Int32?
  private var socket: Descriptor?
  private var ticket: Ticket?
  private var frames = DNSFrames()
  private var unsent = Connection.Backlog()
  private var hasEnded = false

  init(_ socket: consuming Descriptor, by process: Int32?, broker: Broker) {
    self.socket = consume socket
    self.process = process
    self.broker = broker
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    guard (try? broker.loop.watch(socketFD, .everyChange, ticket)) != nil else {
      close()
      return
    }
    broker.loop.schedule(ticket, at: broker.loop.now.advanced(milliseconds: Self.idleMilliseconds))
  }

  private var socketFD: Int32 { socket?.number ?? -1 }

  func isReady(_ readiness: Readiness, side: UInt8) {
    while ticket != nil {
      switch unsent.flush(to: socketFD) {
      case 0: break
      case EAGAIN: return
      default: return close()
      }
      guard !hasEnded else { return close() }
      switch Socket.read(socketFD, into: &broker.buffer, limit: Self.batchBytes) {
      case .bytes(let count): answer(broker.buffer[..<count])
      case .wait: return
      case .end: hasEnded = true
      case .failed: return close()
      }
    }
  }

  /// The time from the first byte to the last: a client that trickles is no resolver.
  func isDue() { close() }

  private func answer(_ bytes: ArraySlice<UInt8>) {
    guard let messages = try? frames.append(bytes) else { return close() }
    for message in messages {
      guard let answer = broker.answer(message, by: process).bytes else { continue }
      unsent.append(DNSFrames.frame(answer))
    }
  }

  private func close() {
    guard let ticket else { return }
    self.ticket = nil
    socket = nil
    broker.loop.remove(ticket)
    broker.didCloseQuestions()
  }
}
