internal import Egress
internal import Glibc
internal import Kernel

/// A client of the proxy, until it is known where it wants to: a name is asked for as the resolver would
/// be, and the connection is judged like any other to the name's address.
final class TunnelRequest: Watcher {
  private let broker: Broker
  private let process: Int32
  private var client: Descriptor?
  private var ticket: Ticket?
  private var head: [UInt8] = []

  init(_ client: consuming Descriptor, by process: Int32, broker: Broker) {
    self.client = consume client
    self.process = process
    self.broker = broker
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    guard (try? broker.loop.watch(clientFD, .everyChange, ticket)) != nil else {
      close()
      return
    }
    broker.loop.schedule(
      ticket, at: broker.loop.now.advanced(milliseconds: broker.limits.helloMilliseconds))
  }

  private var clientFD: Int32 { client?.number ?? -1 }

  func isReady(_ readiness: Readiness, side: UInt8) {
    while ticket != nil {
      let room = ProxyTunnel.headLimit - head.count
      switch Socket.read(clientFD, into: &broker.buffer, limit: room) {
      case .bytes(let count):
        head += broker.buffer[..<count]
        answer(ProxyTunnel.question(head))
      case .wait: return
      case .end, .failed: return close()
      }
    }
  }

  func isDue() { close() }

  private func answer(_ question: ProxyTunnel.Question) {
    switch question {
    case .needMore: break
    case .none:
      say(
        BlockedResponse.bytes(
          EgressRefusal(.requestMalformed, "the proxy of the sandbox understands CONNECT alone"),
          status: 400))
      close()
    case .way(.address(let address), let port): go(to: Endpoint(address, port: port))
    case .way(.name(let name), let port):
      switch broker.address(of: name, for: process) {
      case .success(let address): go(to: Endpoint(address, port: port))
      case .failure(let refusal):
        say(BlockedResponse.bytes(refusal))
        close()
      }
    }
  }

  private func go(to place: Endpoint) {
    guard case .bytes(ProxyTunnel.opening.count) = say(ProxyTunnel.opening),
      let client = client.take()
    else { return close() }
    broker.loop.release(client.number)
    leave()
    // The resolver and this proxy are not to be had through it.
    guard place.port != Broker.resolverPort, place != Broker.proxy else {
      return Socket.resetOnClose(client.number)
    }
    broker.admit(client, to: place, by: process)
  }

  @discardableResult
  private func say(_ bytes: [UInt8]) -> Socket.Writing {
    Socket.write(clientFD, bytes[...])
  }

  private func close() {
    client = nil
    leave()
  }

  private func leave() {
    guard let ticket else { return }
    self.ticket = nil
    broker.loop.remove(ticket)
    broker.didEndTunnel()
  }
}
