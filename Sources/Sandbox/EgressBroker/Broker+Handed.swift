internal import Egress
internal import Kernel

// Where there is no gateway: the launcher hands over each connection with what was dialled.

extension Broker {
  /// Clients of the proxy at one time that have not said where they want to.
  private static let mostTunnels = 64
  /// Where the resolver is asked, at whatever address.
  static let resolverPort: UInt16 = 53
  /// Where the proxy is asked.
  static let proxy = Endpoint(SyntheticRange.gateway, port: SyntheticRange.proxyPort)

  /// Whether connections come from the launcher, so that no port needs a listener.
  var isHandedConnections: Bool { handed != nil }

  /// Serves the connections that a launcher hands over, to every port.
  func serve(connectionsOf launcher: consuming Descriptor) throws(KernelFailure) {
    seesEveryPort = true
    handed = try HandedConnections(launcher, broker: self)
  }

  /// Begins with a connection; at one port there is the resolver, at another a proxy for programs that
  /// resolve names in ways of their own.
  func admit(_ accepted: consuming Descriptor, to dialled: Endpoint, by process: Int32) {
    guard dialled.port != Self.resolverPort else {
      return admitQuestions(accepted, by: process)
    }
    guard dialled != Self.proxy else { return admitTunnel(accepted, by: process) }
    admit(accepted, to: dialled, owner: seekOwner(process))
  }

  private func admitTunnel(_ accepted: consuming Descriptor, by process: Int32) {
    guard tunnels < Self.mostTunnels else { return Socket.resetOnClose(accepted.number) }
    tunnels += 1
    _ = TunnelRequest(accepted, by: process, broker: self)
  }

  /// A client of the proxy is gone, or has got its connection.
  func didEndTunnel() { tunnels -= 1 }

  /// The address that stands for a name which a client of the proxy asks for, as the resolver gives it; or
  /// why there is none.
  func address(of name: HostName, for process: Int32) -> Result<IPAddress, EgressRefusal> {
    let reply = resolver.answer(UpstreamQuery(name, type: .a, id: 0).bytes, at: loop.now)
    if let refusal = reply.event?.refusal {
      note(refusal)
      var refused = EgressRecord(
        name: Array(name.text.utf8), port: nil, refusal: refusal,
        generation: resolver.policy.generation)
      refused.seek = seekOwner(process)
      record(refused)
      if refusal.code == .nameUnknown { names?.ask(again: name.text) }
      return .failure(refusal)
    }
    guard let entry = resolver.table.entry(of: name) else {
      return .failure(EgressRefusal(.nameUnknown, "\(name) has no address"))
    }
    if learning != nil { noteQuestion(name.text) }
    return .success(entry.v4)
  }
}
