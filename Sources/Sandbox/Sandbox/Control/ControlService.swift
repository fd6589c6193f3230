internal import CKernel
internal import Egress
internal import FoundationEssentials
internal import Glibc
internal import Kernel

/// Hears the processes that change the rules of a run, one order of each at a time.
///
/// Nothing here waits: whoever does not read its answer loses it, and when there are too many, the one
/// that has said nothing for the longest time makes room.
final class ControlService {
  /// An order that was understood, and who gave it.
  struct Request {
    var order: BrokerOrder
    var client: Int
    var peer: ControlPeer
  }

  /// One that is connected.
  private final class Client {
    let number: Int
    let peer: ControlPeer
    let socket: Descriptor
    /// Whether it waits for an answer.
    var isWaiting = false

    init(number: Int, peer: ControlPeer, socket: consuming Descriptor) {
      self.number = number
      self.peer = peer
      self.socket = consume socket
    }
  }

  private static let mostClients = 8
  private static let mostOrderBytes = 16 << 10

  private let socket: ControlSocket
  private var clients: [Client] = []
  private var nextNumber = 0
  private var buffer = [UInt8](repeating: 0, count: mostOrderBytes + 1)

  init(_ socket: ControlSocket) { self.socket = socket }

  /// What to wait for: the listener, then each client.
  var watched: [pollfd] {
    [pollfd(fd: socket.listener, events: Int16(POLLIN), revents: 0)]
      + clients.map {
        // Who waits for an answer is asked for nothing more; that it has left is told all the same.
        pollfd(fd: $0.socket.number, events: $0.isWaiting ? 0 : Int16(POLLIN), revents: 0)
      }
  }

  /// Takes what has arrived at the descriptors of ``watched``: at most one order of each client.
  func hear(_ ready: ArraySlice<pollfd>) -> [Request] {
    var requests: [Request] = []
    for entry in ready.dropFirst() where entry.revents != 0 {
      guard let client = clients.first(where: { $0.socket.number == entry.fd }) else { continue }
      if let request = read(client) { requests.append(request) }
    }
    if ready.first?.revents ?? 0 != 0 { accept() }
    return requests
  }

  /// Sends the answer to an order; a client that has left, or does not take it, is forgotten.
  func answer(_ number: Int, _ document: PolicyDocument) {
    guard let client = clients.first(where: { $0.number == number }) else { return }
    client.isWaiting = false
    guard let bytes = try? Array(JSONEncoder().encode(document)),
      unsafe sentinel_send_message(client.socket.number, bytes, bytes.count, nil, 0) == 0
    else { return forget(client) }
    // Whoever spoke last is the last to make room.
    forget(client)
    clients.append(client)
  }

  private func forget(_ client: Client) { clients.removeAll { $0 === client } }

  private func accept() {
    let number = sentinel_local_accept(socket.listener)
    guard number >= 0 else { return }
    let accepted = Descriptor(owning: number)
    guard let peer = ControlPeer(accepted) else { return }
    if clients.count >= Self.mostClients {
      guard let idle = clients.first(where: { !$0.isWaiting }) else { return }
      forget(idle)
    }
    nextNumber += 1
    clients.append(Client(number: nextNumber, peer: peer, socket: accepted))
  }

  private func read(_ client: Client) -> Request? {
    let count = unsafe recv(client.socket.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN, !client.isWaiting { return nil }
    guard count > 0, !client.isWaiting else {
      forget(client)
      return nil
    }
    client.isWaiting = true
    guard count <= Self.mostOrderBytes,
      let order = try? JSONDecoder().decode(BrokerOrder.self, from: Data(buffer[..<count])),
      order.finish == nil
    else {
      answer(client.number, PolicyDocument(refused: "the order is not allow, deny or show"))
      return nil
    }
    return Request(order: order, client: client.number, peer: client.peer)
  }
}
