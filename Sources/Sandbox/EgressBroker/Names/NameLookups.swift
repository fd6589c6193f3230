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
  private let loop: EventLoop
  private let hosts: [HostName: [IPAddress]]
  private let servers: [Endpoint]
  private var cache = UpstreamCache()
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
    if let finding = cache.finding(of: name, at: loop.now) { return then(LookupResult(finding)) }
    if let lookup = running[name] {
      lookup.waiting.append(then)
      return
    }
    let lookup = NameLookup(name, servers: servers, loop: loop) { [weak self] in
      self?.finish(name, $0)
    }
    lookup.waiting.append(then)
    running[name] = lookup
    lookup.start()
  }

  private func finish(_ name: HostName, _ answers: NameLookup.Answers) {
    let found = UpstreamCache.combined(first: answers.v4, second: answers.v6)
    if let found {
      cache.note(found.finding, of: name, lifetimeSeconds: found.lifetimeSeconds, at: loop.now)
    }
    let result = found.map { LookupResult($0.finding) } ?? .failed("no name server answered")
    let waiting = running.removeValue(forKey: name)?.waiting ?? []
    for then in waiting { then(result) }
  }
}

extension LookupResult {
  /// What a finding means for whoever wants to connect.
  fileprivate init(_ finding: UpstreamCache.Finding) {
    self =
      switch finding {
      case .addresses(let addresses): .addresses(addresses)
      case .noAddress: .failed("it has no address")
      case .noName: .noName
      }
  }
}

/// One name that is being looked up: its two kinds of addresses side by side.
final class NameLookup: Watcher {
  /// How long to wait for the other kind when there are addresses of one (RFC 8305, section 3).
  private static let otherKindMilliseconds: UInt64 = 50

  /// What was answered about each kind; a failure until then.
  struct Answers {
    var v4 = UpstreamAnswer.failed(code: 2)
    var v6 = UpstreamAnswer.failed(code: 2)
  }

  /// Who wants to know.
  var waiting: [(LookupResult) -> Void] = []

  private let name: HostName
  private let servers: [Endpoint]
  private let loop: EventLoop
  private let done: (Answers) -> Void
  private var ticket: Ticket?
  private var exchanges: [NameExchange] = []
  private var answers = Answers()
  private var missing = 2

  init(
    _ name: HostName, servers: [Endpoint], loop: EventLoop, done: @escaping (Answers) -> Void
  ) {
    self.name = name
    self.servers = servers
    self.loop = loop
    self.done = done
  }

  func start() {
    ticket = loop.add(self)
    exchanges = [
      NameExchange(name, type: .a, servers: servers, loop: loop) { [weak self] in
        self?.take($0) { $0.v4 = $1 }
      },
      NameExchange(name, type: .aaaa, servers: servers, loop: loop) { [weak self] in
        self?.take($0) { $0.v6 = $1 }
      },
    ]
    // Where nobody can be asked, both have failed before they were kept.
    if missing == 0 { finish() }
  }

  func isReady(_ readiness: Readiness, side: UInt8) {}

  func isDue() { finish() }

  private func take(_ answer: UpstreamAnswer?, _ keep: (inout Answers, UpstreamAnswer) -> Void) {
    missing -= 1
    if let answer { keep(&answers, answer) }
    // A name that does not exist has neither kind.
    if answer == .noName { answers = Answers(v4: .noName, v6: .noName) }
    guard !exchanges.isEmpty else { return }
    if missing == 0 || answer == .noName { return finish() }
    if case .addresses = answer, let ticket {
      loop.schedule(ticket, at: loop.now.advanced(milliseconds: Self.otherKindMilliseconds))
    }
  }

  private func finish() {
    guard let ticket else { return }
    self.ticket = nil
    loop.remove(ticket)
    for exchange in exchanges { exchange.cancel() }
    exchanges = []
    done(answers)
  }
}
