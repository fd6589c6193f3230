internal import Egress
internal import Glibc
internal import Kernel

extension Connection {
  /// How long a client has to read its last words.
  private static let lastMilliseconds: UInt64 = 1000

  /// Notes why it is refused or cut; the first reason stays.
  func note(_ refusal: EgressRefusal) {
    if self.refusal == nil { self.refusal = refusal }
  }

  /// Ends with a reason: with an answer to the client, or a reset without one.
  func refuse(_ refusal: EgressRefusal, answer: [UInt8] = []) {
    guard !isOver else { return }
    note(refusal)
    phase = .refused
    letGo()
    broker.owners.whenKnown(owner) { [weak self] in
      guard let self, phase == .refused else { return }
      if answer.isEmpty { reset() } else { end(with: answer) }
    }
  }

  /// Whether nothing passes any more.
  var isOver: Bool { [.refused, .ending, .closed].contains(phase) }

  /// What a client of HTTP that waits is told of a deadline; nothing to others.
  func words(for refusal: EgressRefusal) -> [UInt8] {
    guard let secure, secure.exchange.awaitsAnswer, phase != .looking else { return [] }
    return BlockedResponse.bytes(refusal, status: 504)
  }

  /// Whether it ends when it is known what it is for: no rule of the profile allows it.
  var isOnlySeen: Bool { rule.id == NetworkLearning.rule && broker.learning?.letsThrough != true }

  /// Ends a connection that is only learnt from, in its own protocol.
  func letGoNoFurther(_ mode: EgressMode) {
    spoken = mode == .auto ? nil : mode
    let refusal = EgressRefusal(
      .learning,
      "\(hostText) on port \(admission.port) was seen, and nothing leaves while learning",
      allowWith: EgressRule.line(host: hostText, port: admission.port))
    let answer: [UInt8] =
      switch mode {
      case .tls: TLSAlert.accessDenied.bytes
      case .http: BlockedResponse.bytes(refusal)
      default: []
      }
    refuse(refusal, answer: answer)
  }

  /// A socket has failed: the other side sees a reset too.
  func fail() {
    if phase != .closed { reset() }
  }

  /// The client has left before its server was reached.
  func abandon() { fail() }

  /// Says the last bytes and leaves the client a second to read them.
  ///
  /// Closing at once would reset the connection when something unread is left, and the client would
  /// never see them.
  func end(with bytes: [UInt8]) {
    var words = sealed(bytes)
    front?.finish()
    words += front?.takeOutput() ?? []
    letGo()
    phase = .ending
    // What a client does not take at once, it does not want.
    if case .bytes = Socket.write(clientFD, words[...]) { Socket.endWriting(clientFD) }
    extraDeadline = broker.loop.now.advanced(milliseconds: Self.lastMilliseconds)
    schedule()
    drain()
  }

  /// Throws away what still comes, until the client ends too.
  func drain() {
    for _ in 0..<16 {
      switch Socket.read(clientFD, into: &broker.buffer) {
      case .bytes: continue
      case .wait: return
      case .end, .failed: return close()
      }
    }
    // Who still sends that much has no ear.
    reset()
  }

  private func reset() {
    if clientFD >= 0 { Socket.resetOnClose(clientFD) }
    close()
  }

  /// Lets go of the server and of everything on its way.
  private func letGo() {
    server = nil
    gate = nil
    look = nil
    secure = nil
    upFlow = SpliceFlow()
    downFlow = SpliceFlow()
    backlog = Backlog()
  }

  /// Closes both sockets and leaves a record.
  func close() {
    guard phase != .closed else { return }
    phase = .closed
    client = nil
    front = nil
    letGo()
    if let ticket { broker.loop.remove(ticket) }
    broker.didClose(self)
    ticket = nil
  }

  /// What the result says about it.
  var record: EgressRecord {
    var address = tunnelRequest == nil ? upstream : nil
    if case .address(let dialled) = admission.host { address = dialled }
    var record = EgressRecord(
      name: Array(hostText.utf8), port: admission.port, address: address, refusal: refusal,
      generation: admission.generation)
    record.addressUnchecked = tunnelRequest == nil ? nil : true
    record.clientTLS = endsTLS ? true : nil
    record.rule = rule.id.text
    record.seek = owner
    record.mode = spoken ?? (rule.mode == .raw && hasReached ? .raw : nil)
    record.assurance = hasReached ? assurance : nil
    record.bytesUp = hasReached ? bytesUp : 0
    record.bytesDown = bytesDown
    record.milliseconds = broker.loop.now.milliseconds(since: startedAt)
    return record
  }
}
