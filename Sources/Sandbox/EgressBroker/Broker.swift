internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// Everything that the broker knows and holds while it serves.
///
/// One thread owns it. Its memory is bounded by the limits: for each connection two sockets, one head
/// or hello and two times what one read of 64 KiB gave, and up to two pipes of 64 KiB, four of them of
/// 512 KiB, while a receiver is slow; under `tls-up`, in place of the pipes, what TLS holds, measured at 70 KiB for an idle
/// connection and less than 300 KiB for a client that does not read. Beside these the table of names,
/// the records and the answers that name servers gave. With the default limits that is 64 MiB and 32 MiB
/// in pipes at the very most, where 256 clients that do not read were measured at 24 MiB; the kernel
/// ends it at 256 MiB.
final class Broker {
  /// More conversations than this have no owner in the result.
  private static let seeksPerSecond = 200
  /// Clients of the resolver over TCP at one time.
  private static let mostQuestionStreams = 64

  let loop: EventLoop
  let limits: EgressLimits
  /// What is done with attempts beyond the rules; nil to refuse them.
  let learning: NetworkLearning?
  let lookups: NameLookups
  let check: DialCheck
  /// Lets refusals wait for what the command line learns of their owners.
  let owners: OwnerWait
  let pipes: PipePool
  let grants: GrantTable
  /// What servers under `tls-up` are verified by; nil when no rule has asked for it.
  let roots: TrustRoots?
  /// Signs for servers whose clients' TLS ends here; nil when no rule has asked for it.
  let authority: RunAuthority?
  /// The proxy through which names are reached whose addresses no rule lists.
  let proxy: HTTPAuthority?
  /// Counts what the grants are used for.
  var ledger = GrantUses()
  var resolver: DNSResolver
  var budget: EgressBudget
  var log = EgressLog()
  var connections: [Ticket: Connection] = [:]
  var connectionsPeak = 0
  /// What was read last; whoever reads uses it up at once.
  var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// Hears the line for the user.
  var tell: (String) -> Void = { _ in }
  /// Takes connections from the launcher, which needs no listeners then.
  var handed: HandedConnections?
  /// Clients of the proxy that have not said where they want to.
  var tunnels = 0
  /// Asks the command line whose a conversation is.
  var seek: (sentinel_seek) -> Void = { _ in }

  private(set) var ports: Set<UInt16> = []
  /// Whether one listener takes the connections to every port.
  var seesEveryPort = false
  private var listeners: [Listener] = []
  private var questionSockets: [QuestionSocket] = []
  private var questionStreams = 0
  private var dismissals = 0
  private var isPaused = false
  private var resumption: Resumption?
  private(set) var names: EagerNames?
  private var lastSeek: UInt32 = 0
  private var seeks: TokenBucket
  private var hits: [EgressLimit: UInt64] = [:]

  init(_ setup: BrokerSetup, loop: EventLoop, ownAddresses: Set<IPAddress>, pipes: PipePool) {
    self.loop = loop
    self.pipes = pipes
    limits = setup.limits
    learning = setup.learning
    check = DialCheck(ownAddresses: ownAddresses)
    owners = OwnerWait(loop)
    lookups = NameLookups(loop: loop, hosts: setup.hosts, servers: setup.resolvers)
    grants = GrantTable(setup.grants)
    roots = setup.roots
    authority = setup.authority
    proxy = setup.proxy
    let policy = EgressPolicy(profile: setup.profile, rules: setup.rules)
    resolver = DNSResolver(policy: policy, limits: setup.limits, at: loop.now)
    budget = EgressBudget(limits: setup.limits, at: loop.now)
    seeks = TokenBucket(
      perSecond: Self.seeksPerSecond, burst: Self.seeksPerSecond, at: loop.now)
    resumption = Resumption(self)
  }

  /// Serves listeners; the names of exact rules are looked up beside it.
  func serve(_ handed: consuming HandedListeners) throws(KernelFailure) {
    for listener in handed.all {
      switch listener.kind {
      case .connections, .connectionsToEveryPort:
        ports.insert(listener.port)
        if listener.kind == .connectionsToEveryPort { seesEveryPort = true }
        listeners.append(
          try Listener(
            listener.take(), port: listener.port, isResolver: false, broker: self))
      case .questionStreams:
        listeners.append(
          try Listener(listener.take(), port: listener.port, isResolver: true, broker: self))
      case .questions:
        questionSockets.append(try QuestionSocket(listener.take(), broker: self))
      }
    }
    lookUpExactNames()
  }

  /// Serves listeners that came later; each of a port that had none.
  func serve(brought: [Int32]) throws(KernelFailure) {
    var failure: KernelFailure?
    for number in brought {
      let descriptor = Descriptor(owning: number)
      guard let port = Socket.localEndpoint(number)?.port else { continue }
      do throws(KernelFailure) {
        listeners.append(try Listener(descriptor, port: port, isResolver: false, broker: self))
        ports.insert(port)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  // MARK: Connections

  /// Judges a connection by the address that was dialled, and begins it.
  func admit(_ accepted: consuming Descriptor) {
    guard let dialled = Socket.localEndpoint(accepted.number) else { return }
    let owner = seekOwner(of: accepted, to: dialled)
    admit(accepted, to: dialled, owner: owner)
  }

  /// Does so with what was dialled, and by whom.
  func admit(_ accepted: consuming Descriptor, to dialled: Endpoint, owner: UInt32?) {
    do throws(EgressRefusal) {
      let admission = try ConnectionGate.admit(
        dialled.address, port: dialled.port, policy: resolver.policy, table: resolver.table,
        ownAddresses: check.ownAddresses)
      switch admission.host {
      case .name(let name): try budget.open(name, rule: admission.rule, at: loop.now)
      case .address: try budget.open(rule: admission.rule, at: loop.now)
      }
      connectionsPeak = max(connectionsPeak, budget.open)
      Connection(accepted, admission: admission, owner: owner, broker: self).start()
    } catch {
      let name = resolver.table.entry(at: dialled.address)?.name.text
      var refused = EgressRecord(
        name: Array((name ?? dialled.address.description).utf8), port: dialled.port,
        address: dialled.address, refusal: error, generation: resolver.policy.generation)
      refused.seek = owner
      note(error)
      record(refused)
      dismiss(accepted, error, owner: owner)
    }
  }

  /// Tells a client why, or resets it: when budgets are used up nothing more is spent on it.
  private func dismiss(_ accepted: consuming Descriptor, _ refusal: EgressRefusal, owner: UInt32?) {
    let isPolicy = ![.connections, .opensPerSecond].contains(refusal.code)
    guard isPolicy, dismissals < Dismissal.most else {
      return Socket.resetOnClose(accepted.number)
    }
    dismissals += 1
    _ = Dismissal(accepted, refusal: refusal, owner: owner, broker: self)
  }

  /// A client that was refused is gone.
  func didDismiss() {
    dismissals -= 1
    resumeListeners()
  }

  /// A connection is gone: there is room for another.
  func didClose(_ connection: Connection) {
    if let ticket = connection.ticket { connections[ticket] = nil }
    budget.close()
    if let refusal = connection.refusal { note(refusal) }
    record(connection.record)
    resumeListeners()
  }

  /// Every limit, and how near the run came to it.
  var limitStatuses: [EgressLimitStatus] {
    let uses = budget.uses.map(\.use)
    let used: [EgressLimit: UInt64] = [
      .connections: UInt64(connectionsPeak), .upload: budget.bytesUp,
      .uploadPerName: uses.map(\.bytesUp).max() ?? 0,
      .downloadPerName: uses.map(\.bytesDown).max() ?? 0,
      .wildcardContacts: UInt64(budget.mostLabels),
      .wildcardNames: UInt64(resolver.table.mostWildcardNames),
      .names: UInt64(resolver.table.count), .questions: UInt64(resolver.budget.asked),
    ]
    return EgressLimit.allCases.map { limit in
      EgressLimitStatus(
        limit, most: limits[limit], used: used[limit], hits: hits[limit, default: 0])
    }
  }

  /// Counts what a limit has refused or cut.
  func note(_ refusal: EgressRefusal) {
    if let limit = refusal.limit { hits[limit, default: 0] += 1 }
  }

  /// Keeps a record; the user hears of each refused name once.
  func record(_ record: EgressRecord) {
    if let line = log.add(record) { tell(line) }
  }

  // MARK: Owners

  /// Asks whose a connection is, which is told to the command line alone, and later.
  private func seekOwner(of accepted: borrowing Descriptor, to dialled: Endpoint) -> UInt32? {
    guard seeks.take(at: loop.now), let peer = Socket.peerEndpoint(accepted.number) else {
      return nil
    }
    return seekOwner(from: peer.record, to: dialled.record, isDatagram: false)
  }

  /// Tells the command line who has dialled, where the launcher has said so.
  func seekOwner(_ process: Int32) -> UInt32? {
    guard seeks.take(at: loop.now), lastSeek < .max else { return nil }
    lastSeek += 1
    owners.didAsk(lastSeek)
    var record = sentinel_seek()
    (record.number, record.process) = (lastSeek, process)
    seek(record)
    return lastSeek
  }

  private func seekOwner(
    from: sentinel_endpoint, to: sentinel_endpoint, isDatagram: Bool
  ) -> UInt32? {
    guard lastSeek < .max else { return nil }
    lastSeek += 1
    owners.didAsk(lastSeek)
    seek(
      sentinel_seek(
        is_datagram: isDatagram ? 1 : 0, number: lastSeek, from: from, to: to, process: 0))
    return lastSeek
  }

  // MARK: Questions

  /// Answers a message at the resolver's port; of datagrams and of what the launcher hands over it is known
  /// who asks, and a refusal says under which number the command line looks for the owner.
  func answer(
    _ message: [UInt8], of asker: sentinel_asker? = nil, by process: Int32? = nil
  ) -> (bytes: [UInt8]?, owner: UInt32?) {
    var owner: UInt32?
    let reply = resolver.answer(message, at: loop.now)
    if let event = reply.event, event.refusal == nil, learning != nil { noteQuestion(event.name) }
    if let event = reply.event, let refusal = event.refusal {
      note(refusal)
      var refused = EgressRecord(
        name: Array(event.name.utf8), port: nil, refusal: refusal,
        generation: resolver.policy.generation)
      if let asker, seeks.take(at: loop.now) {
        var resolver = asker.to
        resolver.port = 53
        owner = seekOwner(from: asker.from, to: resolver, isDatagram: true)
      } else if let process {
        owner = seekOwner(process)
      }
      refused.seek = owner
      record(refused)
      if refusal.code == .nameUnknown { names?.ask(again: event.name) }
    }
    return (reply.bytes, owner)
  }

  /// Keeps that somebody asked for a name that no rule of the profile allows.
  func noteQuestion(_ text: String) {
    guard let name = try? HostName(parsing: text),
      resolver.table.entry(of: name)?.rule == NetworkLearning.rule
    else { return }
    var record = EgressRecord(
      name: Array(text.utf8), port: nil,
      refusal: EgressRefusal(.learning, "\(text) was asked for"))
    record.rule = NetworkLearning.rule.text
    self.record(record)
  }

  /// Begins with a client of the resolver over TCP.
  func admitQuestions(_ accepted: consuming Descriptor, by process: Int32? = nil) {
    guard questionStreams < Self.mostQuestionStreams else {
      return Socket.resetOnClose(accepted.number)
    }
    questionStreams += 1
    _ = QuestionStream(accepted, by: process, broker: self)
  }

  /// A client of the resolver over TCP is gone.
  func didCloseQuestions() {
    questionStreams -= 1
    resumeListeners()
  }

  /// Looks up names that the policy spells out, so that those that do not exist are said not to.
  func lookUpExactNames() {
    // Behind a proxy the host's name servers need not know the names.
    guard lookups.hasServers, proxy == nil else { return }
    let names = self.names ?? EagerNames(self)
    self.names = names
    names.ask(resolver.policy.exactNames.map(\.name))
  }

  // MARK: Descriptors run out

  /// Accepts nothing until a connection ends, or for a second.
  func pauseListeners() {
    guard !isPaused else { return }
    isPaused = true
    for listener in listeners { listener.pause() }
    resumption?.wait()
  }

  /// Accepts again.
  func resumeListeners() {
    guard isPaused else { return }
    isPaused = false
    for listener in listeners { listener.resume() }
  }

  /// Serves nothing more and closes every connection; their records are kept.
  func stop() {
    for listener in listeners { listener.stop() }
    handed?.stop()
    for socket in questionSockets { socket.stop() }
    for connection in connections.values { connection.close() }
  }
}

/// Tries again when descriptors ran out and no connection ends.
private final class Resumption: Watcher {
  private unowned let broker: Broker
  private var ticket: Ticket?

  init(_ broker: Broker) {
    self.broker = broker
    ticket = broker.loop.add(self)
  }

  func wait() {
    guard let ticket else { return }
    broker.loop.schedule(ticket, at: broker.loop.now.advanced(milliseconds: 1000))
  }

  func isReady(_ readiness: Readiness, side: UInt8) {}

  func isDue() { broker.resumeListeners() }
}
