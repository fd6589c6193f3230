internal import Egress
internal import Glibc
internal import Kernel

/// One question to the host's name servers, in turn, until one of them answers it.
///
/// Every attempt has a socket, a port, a number and a spelling of its own; a cut answer is asked for
/// over TCP, and so is one whose server does not repeat the spelling: there nobody else can answer.
final class NameExchange: Watcher {
  private static let rounds = 2
  private static let datagramMilliseconds: UInt64 = 1500
  private static let streamMilliseconds: UInt64 = 4000

  private let loop: EventLoop
  private let name: HostName
  private let type: DNSType
  private let servers: [Endpoint]
  private var done: ((UpstreamAnswer?) -> Void)?
  private var ticket: Ticket?
  private var attempt = 0
  private var query: UpstreamQuery
  private var socket: Descriptor?
  private var frames: DNSFrames?
  private var unsent: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Asks; `done` gets nil when no server answered.
  init(
    _ name: HostName, type: DNSType, servers: [Endpoint], loop: EventLoop,
    done: @escaping (UpstreamAnswer?) -> Void
  ) {
    self.loop = loop
    self.name = name
    self.type = type
    self.servers = servers
    self.done = done
    query = UpstreamQuery(name, type: type, id: 0)
    ticket = loop.add(self)
    ask()
  }

  func isReady(_ readiness: Readiness, side: UInt8) {
    guard socketFD >= 0 else { return }
    if frames != nil, !sendRest() { return tryNext() }
    while socketFD >= 0 {
      switch Socket.read(socketFD, into: &buffer) {
      case .bytes(let count): take(Array(buffer.prefix(count)))
      case .wait: return
      case .end, .failed: return tryNext()
      }
    }
  }

  func isDue() { tryNext() }

  /// Gives up without an answer.
  func cancel() { finish(nil, isCancelled: true) }

  private var socketFD: Int32 { socket?.number ?? -1 }

  private var server: Endpoint { servers[attempt % servers.count] }

  private func ask() {
    guard let ticket, attempt < servers.count * Self.rounds else { return finish(nil) }
    query = UpstreamQuery(
      name, type: type, id: .random(in: 0 ... .max), caseBits: .random(in: 0 ... .max))
    frames = nil
    guard open(isDatagram: true, ticket) else { return tryNext() }
    if case .failed = Socket.write(socketFD, query.bytes[...]) { return tryNext() }
    loop.schedule(ticket, at: loop.now.advanced(milliseconds: Self.datagramMilliseconds))
  }

  private func askOverTCP() {
    guard let ticket else { return }
    frames = DNSFrames(limit: 65_535)
    unsent = DNSFrames.frame(query.bytes)
    guard open(isDatagram: false, ticket) else { return tryNext() }
    loop.schedule(ticket, at: loop.now.advanced(milliseconds: Self.streamMilliseconds))
  }

  private func open(isDatagram: Bool, _ ticket: Ticket) -> Bool {
    socket = nil
    guard let made = try? Socket.make(server.address.family, isDatagram: isDatagram) else {
      return false
    }
    if case .failed = Socket.connect(made.number, to: server) { return false }
    let wanted: Readiness = isDatagram ? [.readable] : [.readable, .writable, .edges]
    guard (try? loop.watch(made.number, wanted, ticket)) != nil else { return false }
    socket = consume made
    return true
  }

  private func sendRest() -> Bool {
    guard !unsent.isEmpty else { return true }
    switch Socket.write(socketFD, unsent[...]) {
    case .bytes(let count): unsent.removeFirst(count)
    case .wait: break
    // A connection in the making is not there yet.
    case .failed(ENOTCONN): break
    case .failed: return false
    }
    return true
  }

  private func take(_ bytes: [UInt8]) {
    guard frames != nil else {
      let answer = UpstreamAnswer(bytes, to: query)
      let plain = UpstreamQuery(name, type: type, id: query.id)
      guard answer == .foreign, UpstreamAnswer(bytes, to: plain) != .foreign else {
        return judge(answer)
      }
      query = plain
      return askOverTCP()
    }
    guard let messages = try? frames?.append(bytes) else { return tryNext() }
    for message in messages where socket != nil {
      judge(UpstreamAnswer(message, to: query, overTCP: true))
    }
  }

  private func judge(_ answer: UpstreamAnswer) {
    switch answer {
    case .foreign: break
    case .truncated: askOverTCP()
    case .failed, .malformed: tryNext()
    case .addresses, .noAddress, .noName: finish(answer)
    }
  }

  private func tryNext() {
    attempt += 1
    ask()
  }

  private func finish(_ answer: UpstreamAnswer?, isCancelled: Bool = false) {
    socket = nil
    guard let ticket, let done else { return }
    (self.ticket, self.done) = (nil, nil)
    loop.remove(ticket)
    if !isCancelled { done(answer) }
  }
}
