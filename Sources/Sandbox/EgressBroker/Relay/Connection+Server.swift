internal import Egress
internal import Glibc
internal import Kernel

extension Connection {
  /// How long one of several addresses may take.
  private static let attemptMilliseconds: UInt64 = 3000

  /// Finds the addresses that may be dialled.
  func findServer() {
    phase = .resolving
    extraDeadline = nil
    clock.enter(.connect, at: broker.loop.now)
    schedule()
    switch admission.host {
    // The gate has judged it as such.
    case .address(let address):
      candidates = [address]
      dialNext(after: 0)
    case .name(let name):
      if let proxy = broker.proxy, rule.isReachedByProxy { return findProxy(proxy, for: name) }
      broker.lookups.find(name) { [weak self] result in
        guard let self, phase == .resolving else { return }
        didFind(name, result)
      }
    }
  }

  // MARK: Proxies

  /// Finds the proxy, whose addresses nobody judges: the user has named it.
  private func findProxy(_ proxy: HTTPAuthority, for name: HostName) {
    tunnelRequest = Backlog()
    tunnelRequest?.append(ProxyTunnel.request(host: name, port: serverPort))
    switch proxy.host {
    case .address(let address):
      candidates = [address]
      dialNext(after: 0)
    case .name(let host):
      broker.lookups.find(host) { [weak self] result in
        guard let self, phase == .resolving else { return }
        guard case .addresses(let addresses) = result else {
          return fail(EgressRefusal(.upstreamFailed, "the proxy \(host) was not found"))
        }
        candidates = addresses
        dialNext(after: 0)
      }
    }
  }

  /// Asks the proxy for the server and reads its answer, not a byte of what is behind it.
  func tunnel() {
    switch tunnelRequest?.flush(to: serverFD) {
    case 0: break
    case EAGAIN: return
    default: return fail(EgressRefusal(.upstreamFailed, "the proxy has closed the connection"))
    }
    let seen = Socket.peekBytes(serverFD, most: ProxyTunnel.headLimit)
    switch ProxyTunnel.answer(seen) {
    case .needMore:
      if case .end = Socket.peek(serverFD) {
        fail(EgressRefusal(.upstreamFailed, "the proxy has closed the connection"))
      }
    case .refused(let reason):
      fail(EgressRefusal(.upstreamFailed, "\(hostText) was not reached: \(reason)"))
    case .open(let count):
      guard case .bytes(count) = Socket.read(serverFD, into: &broker.buffer, limit: count) else {
        return fail(EgressRefusal(.upstreamFailed, "the proxy has closed the connection"))
      }
      didReach()
    }
  }

  private func didFind(_ name: HostName, _ result: LookupResult) {
    switch result {
    case .addresses(let addresses):
      do throws(EgressRefusal) {
        candidates = try broker.check.permitted(addresses, of: name, rule: rule)
        dialNext(after: 0)
      } catch {
        upstream = addresses.first
        refuse(error, answer: isHTTP ? BlockedResponse.bytes(error) : [])
      }
    case .noName: fail(EgressRefusal(.nameUnknown, "\(name) is allowed, and does not exist"))
    case .failed(let reason):
      fail(EgressRefusal(.upstreamFailed, "\(name) was not found: \(reason)"))
    }
  }

  /// Dials the next address, or gives up.
  func dialNext(after error: Int32) {
    server = nil
    if error != 0 { lastError = error }
    while !candidates.isEmpty {
      let address = candidates.removeFirst()
      switch dial(address) {
      case .done: return didConnect()
      case .wait:
        extraDeadline =
          candidates.isEmpty
          ? nil : broker.loop.now.advanced(milliseconds: Self.attemptMilliseconds)
        return schedule()
      case .failed(let number): lastError = number
      }
    }
    server = nil
    let reason = KernelFailure(call: "connect", number: lastError).reason
    fail(
      EgressRefusal(
        .upstreamFailed,
        "\(hostText) was not reached on port \(dialledPort)"
          + "\(tunnelRequest == nil ? "" : " of the proxy"): \(reason)"))
  }

  /// The port of the server, or of the proxy in its place.
  private var dialledPort: UInt16 {
    tunnelRequest == nil ? serverPort : broker.proxy?.port ?? serverPort
  }

  private func dial(_ address: IPAddress) -> Socket.Connecting {
    guard let ticket else { return .failed(ECANCELED) }
    phase = .connecting
    upstream = address
    do throws(KernelFailure) {
      let socket = try Socket.make(address.family)
      let outcome = Socket.connect(socket.number, to: Endpoint(address, port: dialledPort))
      if case .failed = outcome { return outcome }
      try broker.loop.watch(socket.number, .everyChange, ticket, side: Side.server)
      server = consume socket
      return outcome
    } catch {
      return .failed(error.number)
    }
  }

  /// The server's socket has something to say about the connection in the making.
  func didConnect() {
    let error = Socket.error(serverFD)
    guard error == 0 else { return dialNext(after: error) }
    Socket.prepareRelay(serverFD)
    Socket.prepareRelay(clientFD)
    candidates = []
    extraDeadline = nil
    guard tunnelRequest == nil else {
      phase = .tunnelling
      schedule()
      return tunnel()
    }
    didReach()
  }

  /// The way to the server is open, from the first byte on.
  private func didReach() {
    guard secure == nil else { return secureServer() }
    phase = .relaying
    hasReached = true
    extraDeadline =
      look == nil ? nil : startedAt.advanced(milliseconds: broker.limits.helloMilliseconds)
    clock.enter(.relay, at: broker.loop.now)
    relay()
  }

  /// Whether the client speaks HTTP, as far as it was read.
  private var isHTTP: Bool { gate != nil || secure != nil }

  /// No server: HTTP clients are told why, others see a reset.
  private func fail(_ refusal: EgressRefusal) {
    refuse(refusal, answer: isHTTP ? BlockedResponse.bytes(refusal, status: 502) : [])
  }
}
