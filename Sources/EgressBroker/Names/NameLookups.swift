internal import Egress

/// What was found about a name.
enum LookupResult: Equatable {
  /// Its addresses, IPv4 first.
  case addresses([IPAddress])
  /// It does not exist.
  case noName
  /// Nothing was found, for a reason that ends a sentence about the name.
  case failed(String)
}

/// Finds the addresses of names for the broker itself: in the hosts map, or by asking the host's name
/// servers, each name once for as long as its answer lives.
final class NameLookups {
  private struct Known {
    var result: LookupResult
    var until: Moment
  }

  private static let most = 4096

  private let loop: EventLoop
  private let hosts: [HostName: [IPAddress]]
  private let servers: [Endpoint]
  private var known: [HostName: Known] = [:]
  private var running: [HostName: NameLookup] = [:]

  init(loop: EventLoop, hosts: [HostName: [IPAddress]], servers: [Endpoint]) {
    self.loop = loop
    self.hosts = hosts
    self.servers = servers
  }

  /// Whether there is anybody to ask.
  var hasServers: Bool { !servers.isEmpty }

  /// Finds a name; `then` is called at once when it is known.
  func find(_ name: HostName, then: @escaping (LookupResult) -> Void) {
    if let addresses = hosts[name] { return then(.addresses(addresses)) }
    guard hasServers else { return then(.failed("no name server is known")) }
    if let found = known[name], found.until > loop.now { return then(found.result) }
    if let lookup = running[name] {
      lookup.waiting.append(then)
      return
    }
    let lookup = NameLookup(name, servers: servers, loop: loop) { [weak self] result, seconds in
      self?.finish(name, result, seconds)
    }
    lookup.waiting.append(then)
    running[name] = lookup
    lookup.start()
  }

  private func finish(_ name: HostName, _ result: LookupResult, _ seconds: UInt64) {
    if known.count >= Self.most { known = known.filter { $0.value.until > loop.now } }
    if known.count >= Self.most { known = [:] }
    known[name] = Known(result: result, until: loop.now.advanced(milliseconds: seconds * 1000))
    let waiting = running.removeValue(forKey: name)?.waiting ?? []
    for then in waiting { then(result) }
  }
}

/// One name that is being looked up: its two kinds of addresses side by side.
final class NameLookup: Watcher {
  /// How long to wait for the other kind when there are addresses of one (RFC 8305, section 3).
  private static let otherKindMilliseconds: UInt64 = 50

  /// Who wants to know.
  var waiting: [(LookupResult) -> Void] = []

  private let name: HostName
  private let servers: [Endpoint]
  private let loop: EventLoop
  private let done: (LookupResult, UInt64) -> Void
  private var ticket: Ticket?
  private var exchanges: [NameExchange] = []
  private var answers: [UpstreamAnswer?] = []
  private var addresses: [IPAddress] = []
  private var lifetime = UInt32.max

  init(
    _ name: HostName, servers: [Endpoint], loop: EventLoop,
    done: @escaping (LookupResult, UInt64) -> Void
  ) {
    self.name = name
    self.servers = servers
    self.loop = loop
    self.done = done
  }

  func start() {
    ticket = loop.add(self)
    for type in [DNSType.a, .aaaa] {
      exchanges.append(
        NameExchange(name, type: type, servers: servers, loop: loop) { [weak self] in
          self?.take($0)
        })
    }
  }

  func isReady(_ readiness: Readiness, side: UInt8) {}

  func isDue() { finish() }

  private func take(_ answer: UpstreamAnswer?) {
    answers.append(answer)
    if case .addresses(let found, let seconds) = answer {
      addresses += found
      lifetime = min(lifetime, seconds)
    }
    if answers.count == 2 || answer == .noName { return finish() }
    if !addresses.isEmpty, let ticket {
      loop.schedule(ticket, at: loop.now.advanced(milliseconds: Self.otherKindMilliseconds))
    }
  }

  private func finish() {
    guard let ticket else { return }
    self.ticket = nil
    loop.remove(ticket)
    for exchange in exchanges { exchange.cancel() }
    exchanges = []
    if !addresses.isEmpty {
      done(.addresses(addresses.sorted()), UInt64(min(max(lifetime, 1), 600)))
    } else if answers.contains(.noName) {
      done(.noName, 10)
    } else if answers.contains(.noAddress) {
      done(.failed("it has no address"), 10)
    } else {
      done(.failed("no name server answered"), 1)
    }
  }
}
