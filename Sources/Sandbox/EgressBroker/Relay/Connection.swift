internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// One connection of the payload, from its acceptance to its record.
///
/// It looks at the first bytes, finds a checked address, connects, and passes bytes on; whatever it
/// holds is bounded by the limits, and every phase ends by a deadline.
final class Connection: Watcher {
  /// What it does now.
  enum Phase {
    /// Reads the client's first bytes.
    case looking
    /// Waits for the name's addresses.
    case resolving
    /// Waits for a server.
    case connecting
    /// Has asked a proxy for a way to it.
    case tunnelling
    /// Speaks TLS with it, and has not verified it yet.
    case securing
    /// Passes bytes on.
    case relaying
    /// Is refused, and is told so when it is known whose it is; nothing passes any more.
    case refused
    /// Has said its last to the client and waits for it to leave, or a second.
    case ending
    /// Is gone.
    case closed
  }

  /// The numbers by which the loop tells the two sockets apart.
  enum Side {
    static let client: UInt8 = 0
    static let server: UInt8 = 1
  }

  /// What is left to write before anything else may go the same way.
  struct Backlog {
    private var bytes: [UInt8] = []
    private var position = 0

    var isEmpty: Bool { position == bytes.count }

    mutating func append(_ more: [UInt8]) {
      if isEmpty { (bytes, position) = ([], 0) }
      bytes += more
    }

    /// Writes what the socket takes; 0 when all is written, or an errno, EAGAIN among them.
    mutating func flush(to fd: Int32) -> Int32 {
      while !isEmpty {
        switch Socket.write(fd, bytes[position...]) {
        case .bytes(let count): position += count
        case .wait: return EAGAIN
        case .failed(let number): return number
        }
      }
      (bytes, position) = ([], 0)
      return 0
    }
  }

  let broker: Broker
  let admission: ConnectionGate.Admission
  let startedAt: MonotonicTime
  /// Under which the command line knows whose it is.
  let owner: UInt32?
  var client: Descriptor?
  var server: Descriptor?
  var ticket: Ticket?
  var phase = Phase.looking
  var clock: ConnectionClock
  /// A deadline of the phase's own: of `auto`, of one attempt to connect, of the last words.
  var extraDeadline: MonotonicTime?

  var look: FirstLook?
  var gate: RequestGate?
  /// What a client of TLS may still say in the clear.
  var watch: HelloWatch?
  /// Looks for placeholders where nothing else looks at the client's bytes.
  var placeholders: PlaceholderWatch?
  /// What there is under `tls-up`.
  var secure: SecureRelay?
  /// The client's side under `tls-up`, where it speaks TLS.
  var front: TLSEngine?
  /// Whether the client's TLS has ended here.
  var endsTLS = false
  /// What is left to say to the proxy; nil when the server is dialled.
  var tunnelRequest: Backlog?
  var candidates: [IPAddress] = []
  var upstream: IPAddress?
  var lastError: Int32 = 0
  var refusal: EgressRefusal?
  var assurance = Assurance.name
  /// What the client was heard to speak.
  var spoken: EgressMode?
  var hasReached = false

  var backlog = Backlog()
  var upFlow = SpliceFlow()
  var downFlow = SpliceFlow()
  var bytesUp: UInt64 = 0
  var bytesDown: UInt64 = 0
  var hasClientEnded = false
  var isUpDone = false
  var isDownDone = false
  /// Whether the server owes an answer to a request that was sent on.
  var awaitsAnswer = false
  /// The last words to the client, held back until the answers before them have come.
  var lastWords: [UInt8]?

  init(
    _ client: consuming Descriptor, admission: ConnectionGate.Admission, owner: UInt32?,
    broker: Broker
  ) {
    self.client = consume client
    self.admission = admission
    self.owner = owner
    self.broker = broker
    startedAt = broker.loop.now
    placeholders =
      [.raw, .ssh, .auto].contains(admission.rule.mode)
      ? broker.grants.watch(to: admission.host) : nil
    clock = ConnectionClock(limits: broker.limits, at: broker.loop.now)
  }

  /// The rule that allows it.
  var rule: EgressRule { admission.rule }

  /// The name or address as records have it.
  var hostText: String { admission.host.description }

  /// The client's socket; -1 when it is closed.
  var clientFD: Int32 { client?.number ?? -1 }

  /// The server's socket; -1 when there is none.
  var serverFD: Int32 { server?.number ?? -1 }

  /// Begins.
  func start() {
    let ticket = broker.loop.add(self)
    self.ticket = ticket
    broker.connections[ticket] = self
    guard (try? broker.loop.watch(clientFD, .everyChange, ticket, side: Side.client)) != nil else {
      return refuse(EgressRefusal(.upstreamFailed, "the broker cannot watch another connection"))
    }
    switch rule.mode {
    case .raw: findServer()
    case .ssh:
      // The server speaks first; the client is looked at when it answers.
      look = makeLook()
      findServer()
    case .auto:
      look = makeLook()
      extraDeadline = broker.loop.now.advanced(milliseconds: broker.limits.autoMilliseconds)
    case .tls, .http: look = makeLook()
    case .tlsUp:
      secure = makeSecureRelay()
      if rule.clientTLS { look = makeLook() }
    }
    schedule()
  }

  private func makeLook() -> FirstLook {
    FirstLook(
      host: admission.host, port: admission.port, rule: rule, grants: broker.grants,
      limits: broker.limits)
  }

  // MARK: Events

  func isReady(_ readiness: Readiness, side: UInt8) {
    let isGone = !readiness.isDisjoint(with: [.failed, .hungUp])
    switch phase {
    case .looking where secure != nil: lookAtRequests()
    case .looking: lookOn()
    case .tunnelling:
      if isGone, side == Side.client { abandon() } else { tunnel() }
    case .securing, .relaying:
      if secure == nil {
        relay()
      } else if isGone, side == Side.client {
        fail()
      } else {
        relaySecurely()
      }
    case .resolving:
      if isGone { abandon() }
    case .connecting where side == Side.server:
      if !readiness.isDisjoint(with: [.writable, .failed, .hungUp]) { didConnect() }
    case .connecting:
      if isGone { abandon() }
    case .ending: drain()
    case .refused, .closed: break
    }
  }

  func goOn() {
    if secure != nil, phase == .relaying || phase == .securing {
      relaySecurely()
    } else if phase == .relaying {
      relay()
    }
  }

  func isDue() {
    let now = broker.loop.now
    if phase == .refused { return }
    if phase == .ending { return close() }
    if let refusal = clock.refusal(at: now) { return refuse(refusal, answer: words(for: refusal)) }
    if let extraDeadline, extraDeadline <= now {
      self.extraDeadline = nil
      switch phase {
      case .looking:
        // A broker that was kept waiting may have words before it that came in time.
        lookOn()
        if phase == .looking, let verdict = look?.silence() { act(on: verdict) }
      case .connecting: dialNext(after: ETIMEDOUT)
      case .relaying where lastWords != nil: sayLastWords()
      case .relaying where look != nil:
        refuse(
          EgressRefusal(
            .deadline,
            "no complete hello came in \(broker.limits.helloMilliseconds) milliseconds",
            limit: .helloTime))
      default: break
      }
    }
    schedule()
  }

  /// Asks to be called when the next deadline comes.
  func schedule() {
    guard let ticket else { return }
    let deadline = phase == .ending ? extraDeadline : min(clock.deadline, extraDeadline ?? .never)
    broker.loop.schedule(ticket, at: deadline)
  }

  // MARK: First bytes

  private func lookOn() {
    while phase == .looking {
      switch Socket.read(clientFD, into: &broker.buffer) {
      case .bytes(let count):
        guard var look = self.look else { return }
        self.look = nil
        let verdict = look.append(broker.buffer[..<count])
        self.look = look
        act(on: verdict)
      case .wait: return
      case .end:
        hasClientEnded = true
        guard let look else { return abandon() }
        if let verdict = look.silence() { return act(on: verdict) }
        return refuse(look.unfinished)
      case .failed: return abandon()
      }
    }
  }

  /// Does what the first bytes have decided, now or, with `ssh`, while relaying.
  func act(on verdict: FirstLook.Verdict) {
    if isOnlySeen, let mode = verdict.heard { return letGoNoFurther(mode) }
    switch verdict {
    case .needMore: return
    case .pass(let assurance, let bytes):
      self.assurance = assurance
      spoken = bytes.isEmpty ? nil : verdict.heard
      look = nil
      sendUnjudged(bytes[...])
    case .hello(let watch, let passage):
      assurance = .sni
      spoken = .tls
      look = nil
      placeholders = nil
      self.watch = watch
      follow(passage)
    case .requests(let gate, let passage):
      assurance = .l7
      spoken = .http
      look = nil
      placeholders = nil
      self.gate = gate
      follow(passage)
    case .refuse(let refusal, let answer): return refuse(refusal, answer: answer)
    }
    if phase == .looking { findServer() }
  }
}

extension ConnectionGate.Admission {
  /// Under which name the budget counts it.
  var account: String {
    if case .name(let name) = host { name.text } else { rule.id.text }
  }
}

extension MonotonicTime {
  /// Later than every other.
  static let never = MonotonicTime(nanoseconds: .max)
}
