internal import Egress
internal import Glibc
internal import Kernel

/// What a connection under `tls-up` holds besides: requests on one side, TLS on the other.
struct SecureRelay {
  /// Judges requests and answers.
  var exchange: HTTPExchange
  /// The server's side, once its socket is connected.
  var tls: TLSEngine?
  /// Requests that wait for the server's side.
  var waiting: [UInt8] = []
  /// What is left to write to the client.
  var answers = Connection.Backlog()
  /// How it ends when that is written.
  var ending: HTTPExchange.Ending?
  /// Whether the client has said nothing yet.
  var isUnheard = true
  /// Whether the server takes nothing more; it may still have answered.
  var isServerDeaf = false
}

extension Connection {
  /// The reader and judge of a connection under `tls-up`.
  func makeSecureRelay() -> SecureRelay {
    SecureRelay(
      exchange: HTTPExchange(
        HTTPExchange.Terms(
          host: admission.host, port: admission.port, rule: rule, book: broker.grants,
          limits: broker.limits)))
  }

  /// The port that is dialled.
  var serverPort: UInt16 { rule.mode == .tlsUp ? rule.upstreamPort : admission.port }

  /// Reads the first request; its server is looked for when it was judged.
  func lookAtRequests() {
    while phase == .looking {
      switch Socket.read(clientFD, into: &broker.buffer) {
      case .bytes(let count):
        followRequest(broker.buffer[..<count])
        guard phase == .looking else { return }
        _ = secure?.answers.flush(to: clientFD)
        if let ending = secure?.ending { return finishSecurely(ending) }
        if secure?.waiting.isEmpty == false { findServer() }
      case .wait: return
      case .end:
        hasClientEnded = true
        follow { exchange, _, _ in exchange.endRequest() }
        return abandon()
      case .failed: return abandon()
      }
    }
  }

  /// Speaks TLS with a server whose socket is connected.
  func secureServer() {
    guard case .name(let name) = admission.host, let roots = broker.roots,
      let tls = try? TLSEngine(roots, name: name)
    else {
      return refuseServer("there is nothing to verify it by", .certificateRefused)
    }
    secure?.tls = tls
    phase = .securing
    backlog.append(tls.takeOutput())
    relaySecurely()
  }

  /// Passes on what there is, in both directions; every byte is judged before it is written.
  func relaySecurely() {
    let before = bytesUp &+ bytesDown
    var turns = 0
    while isSecure, turnSecurely(), isSecure {
      turns += 1
      guard turns < 16 else {
        if let ticket { broker.loop.again(ticket) }
        break
      }
    }
    guard isSecure else { return }
    if bytesUp &+ bytesDown != before { clock.didMove(at: broker.loop.now) }
    schedule()
  }

  private var isSecure: Bool { phase == .securing || phase == .relaying }

  /// Writes what waits and reads once from either side; false when nothing moved.
  ///
  /// Nothing is read from a side while the other has not taken what came before.
  private func turnSecurely() -> Bool {
    switch backlog.flush(to: serverFD) {
    case 0, EAGAIN: break
    default:
      // An answer that came before the server closed can still be read.
      secure?.isServerDeaf = true
      backlog = Backlog()
    }
    switch secure?.answers.flush(to: clientFD) {
    case 0: break
    case EAGAIN: return false
    default:
      fail()
      return false
    }
    if let ending = secure?.ending {
      finishSecurely(ending)
      return false
    }
    let hasHeard = readServer()
    guard isSecure, phase == .relaying, backlog.isEmpty, secure?.ending == nil, !hasClientEnded,
      secure?.isServerDeaf == false, secure?.exchange.wantsRequest == true
    else { return hasHeard }
    return readRequests() || hasHeard
  }

  // MARK: The two sides

  private func readServer() -> Bool {
    switch Socket.read(serverFD, into: &broker.buffer) {
    case .bytes(let count): hear(broker.buffer[..<count])
    case .wait: return false
    case .end, .failed:
      secure?.tls?.receiveEnd()
      settle([])
    }
    return true
  }

  private func hear(_ bytes: ArraySlice<UInt8>) {
    guard let tls = secure?.tls else { return }
    let plain = tls.receive(bytes)
    backlog.append(tls.takeOutput())
    settle(plain)
  }

  /// Follows what the server's side of TLS has come to.
  private func settle(_ plain: [UInt8]) {
    guard let tls = secure?.tls else { return }
    if phase == .securing {
      if case .failed(let reason) = tls.state {
        // The server may know why, too.
        _ = backlog.flush(to: serverFD)
        return refuseServer(reason, .certificateRefused)
      }
      guard tls.state != .shaking else { return }
      beginRelay(tls)
    }
    if !plain.isEmpty {
      follow { exchange, ledger, now in exchange.receiveAnswer(plain[...], &ledger, at: now) }
    }
    switch tls.state {
    case .ended: follow { exchange, _, _ in exchange.endAnswer(isWhole: true) }
    case .failed: follow { exchange, _, _ in exchange.endAnswer(isWhole: false) }
    case .shaking, .ready: break
    }
  }

  private func beginRelay(_ tls: TLSEngine) {
    phase = .relaying
    hasReached = true
    clock.enter(.relay, at: broker.loop.now)
    tls.send(secure?.waiting ?? [])
    secure?.waiting = []
    backlog.append(tls.takeOutput())
  }

  private func readRequests() -> Bool {
    switch Socket.read(clientFD, into: &broker.buffer) {
    case .bytes(let count): followRequest(broker.buffer[..<count])
    case .wait: return false
    case .end:
      hasClientEnded = true
      follow { exchange, _, _ in exchange.endRequest() }
    case .failed: fail()
    }
    return true
  }

  // MARK: A client's TLS

  /// Takes bytes of the client: requests, or what holds them.
  private func followRequest(_ bytes: ArraySlice<UInt8>) {
    guard rule.clientTLS else {
      if secure?.isUnheard == true, FirstLook.isHandshake(bytes) { return refuseHandshake() }
      secure?.isUnheard = false
      return judge(bytes)
    }
    guard let front else { return greet(bytes) }
    let plain = front.receive(bytes)
    secure?.answers.append(front.takeOutput())
    if case .failed = front.state {
      // Many end without a word that can be read, since their keys are not made yet.
      return refuse(
        EgressRefusal(
          .certificateRefused,
          "the client of \(hostText) has broken TLS off; "
            + "it may not read SSL_CERT_FILE, by which it would trust the certificate of this run"))
    }
    if !plain.isEmpty { judge(plain[...]) }
    if front.state == .ended, secure != nil { follow { exchange, _, _ in exchange.endRequest() } }
  }

  private func refuseHandshake() {
    refuse(
      EgressRefusal(
        .notHTTP,
        "the client of \(hostText) on port \(admission.port) speaks TLS, and its rule is for clear HTTP",
        allowWith: "clientTLS: true, in the rule \(rule.id)"),
      answer: TLSAlert.accessDenied.bytes)
  }

  private func judge(_ bytes: ArraySlice<UInt8>) {
    follow { exchange, ledger, now in exchange.receiveRequest(bytes, &ledger, at: now) }
  }

  /// Looks at the client's hello as under `tls`, and answers it with a certificate of this run.
  private func greet(_ bytes: ArraySlice<UInt8>) {
    guard var look = look.take() else { return }
    let verdict = look.append(bytes)
    switch verdict {
    case .needMore: self.look = look
    case .refuse(let refusal, let answer): refuse(refusal, answer: answer)
    case .hello(_, let passage):
      guard case .name(let name) = admission.host, let authority = broker.authority,
        let identity = try? authority.identity(of: name),
        let front = try? TLSEngine(answering: identity)
      else {
        return refuse(
          EgressRefusal(.upstreamFailed, "no certificate could be made for \(hostText)"),
          answer: TLSAlert.accessDenied.bytes)
      }
      self.front = front
      endsTLS = true
      followRequest(passage.forward[...])
    case .pass, .requests: refuse(look.unfinished)
    }
  }

  /// Plain words to the client, as its connection carries them.
  func sealed(_ plain: [UInt8]) -> [UInt8] {
    guard let front else { return plain }
    front.send(plain)
    return front.takeOutput()
  }

  // MARK: What was judged

  private func follow(
    _ take: (inout HTTPExchange, inout GrantUses, MonotonicTime) -> HTTPExchange.Step
  ) {
    guard secure != nil, secure?.ending == nil, var relay = secure.take() else { return }
    // Taken out, so that what it holds has one owner and grows in place.
    let step = take(&relay.exchange, &broker.ledger, broker.loop.now)
    queue(step, &relay)
    secure = relay
  }

  private func queue(_ step: HTTPExchange.Step, _ relay: inout SecureRelay) {
    if step.heads > 0 { assurance = .l7 }
    if relay.exchange.isOpaque { assurance = .name }
    do throws(EgressRefusal) {
      try broker.budget.send(step.up.count, to: admission.account)
      try broker.budget.fetch(step.down.count, from: admission.account)
    } catch {
      let stopped = relay.exchange.stop(error)
      relay.answers.append(sealed(stopped.down))
      return queue(stopped.ending ?? .broken(error), &relay)
    }
    bytesUp += UInt64(step.up.count)
    bytesDown += UInt64(step.down.count)
    relay.answers.append(sealed(step.down))
    if let tls = relay.tls, phase == .relaying {
      tls.send(step.up)
      backlog.append(tls.takeOutput())
    } else {
      relay.waiting += step.up
    }
    if let ending = step.ending { queue(ending, &relay) }
  }

  private func queue(_ ending: HTTPExchange.Ending, _ relay: inout SecureRelay) {
    relay.ending = ending
    switch ending {
    case .finished: break
    case .refused(let refusal), .broken(let refusal):
      note(refusal)
      if let grant = rule.grant.flatMap({ broker.grants[$0] }) {
        broker.ledger.note(refusal, of: grant)
      }
    }
  }

  private func finishSecurely(_ ending: HTTPExchange.Ending) {
    switch ending {
    case .finished, .refused: end(with: [])
    case .broken(let refusal): refuse(refusal)
    }
  }

  /// Tells the client that its server cannot be spoken to.
  private func refuseServer(_ reason: String, _ code: EgressRefusal.Code) {
    let refusal = EgressRefusal(code, "\(hostText) was not reached safely: \(reason)")
    refuse(refusal, answer: BlockedResponse.bytes(refusal, status: 502))
  }
}
