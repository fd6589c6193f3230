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
      broker.lookups.find(name) { [weak self] result in
        guard let self, phase == .resolving else { return }
        didFind(name, result)
      }
    }
  }

  private func didFind(_ name: HostName, _ result: LookupResult) {
    switch result {
    case .addresses(let addresses):
      do throws(Refusal) {
        candidates = try broker.check.permitted(addresses, of: name, rule: rule)
        dialNext(after: 0)
      } catch {
        refuse(error, answer: isHTTP ? BlockedResponse.bytes(error) : [])
      }
    case .noName: fail(Refusal(.nameUnknown, "\(name) is allowed, and does not exist"))
    case .failed(let reason):
      fail(Refusal(.upstreamFailed, "\(name) was not found: \(reason)"))
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
      Refusal(.upstreamFailed, "\(hostText) was not reached on port \(serverPort): \(reason)"))
  }

  private func dial(_ address: IPAddress) -> Socket.Connecting {
    guard let ticket else { return .failed(ECANCELED) }
    phase = .connecting
    upstream = address
    do throws(KernelFailure) {
      let socket = try Socket.make(address.family)
      let outcome = Socket.connect(socket.number, to: Endpoint(address, port: serverPort))
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
    guard secure == nil else {
      candidates = []
      extraDeadline = nil
      return secureServer()
    }
    phase = .relaying
    hasReached = true
    candidates = []
    extraDeadline =
      look == nil ? nil : startedAt.advanced(milliseconds: broker.limits.helloMilliseconds)
    clock.enter(.relay, at: broker.loop.now)
    relay()
  }

  /// Whether the client speaks HTTP, as far as it was read.
  private var isHTTP: Bool { gate != nil || secure != nil }

  /// No server: HTTP clients are told why, others see a reset.
  private func fail(_ refusal: Refusal) {
    refuse(refusal, answer: isHTTP ? BlockedResponse.bytes(refusal, status: 502) : [])
  }
}
