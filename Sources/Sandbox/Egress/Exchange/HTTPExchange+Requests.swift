extension HTTPExchange {
  /// Reads as far as the client may go on before its answer.
  mutating func readRequests(_ step: inout Step, _ ledger: inout GrantUses, _ now: MonotonicTime) {
    do throws(Objection) {
      while asking == .head || asking == .body {
        switch try nextRequestEvent() {
        case .needMore: return
        case .head(let head): try begin(head, &step, &ledger, now)
        case .body(let bytes): try pass(bytes, &step, &ledger, now)
        case .end: try finishRequest(&step)
        }
      }
    } catch {
      stop(error, &step)
    }
  }

  private mutating func nextRequestEvent() throws(Objection) -> HTTPRequestReader.Event {
    do throws(HTTPMistake) {
      return try requests.next()
    } catch {
      throw Objection(error.refusal(host: terms.host.description), status: error.status)
    }
  }

  private mutating func begin(
    _ head: HTTPRequestHead, _ step: inout Step, _ ledger: inout GrantUses, _ now: MonotonicTime
  ) throws(Objection) {
    if let found = HTTPRequestCheck.check(
      head, expected: terms.host, port: terms.port, rule: terms.rule)
    {
      throw Objection(found.refusal, status: found.status)
    }
    if let refusal = terms.book.objection(to: head, for: terms.host) { throw Objection(refusal) }
    isLast = isLast || !head.keepsAlive
    var sent = head
    var handling = GitCheck.Handling.plain
    if let grant = try grantOfRule() {
      guard case .name(let name) = terms.host else {
        throw Objection(EgressRefusal(.grantHost, "grant \(grant.id) is for names"))
      }
      do throws(EgressRefusal) {
        let permitted = try ledger.permit(head, to: name, with: grant, at: now)
        (sent, handling) = (permitted.head, permitted.handling)
      } catch {
        throw Objection(error)
      }
    }
    addressed(&sent)
    close(behind: &sent)
    requestFraming = head.framing
    asking = .body
    step.heads += 1
    responses.expect(method: sent.method, mayUpgrade: !sent.upgrades.isEmpty)
    if case .advertisement = handling { advertisement = HeldAdvertisement() }
    guard case .push(let rules) = handling else {
      step.up += sent.bytes
      return
    }
    // Nothing is sent before all commands are read, so nobody else could tell the client to go on.
    if sent.fields.remove("Expect"), head.minorVersion == 1 {
      step.down += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    }
    push = HeldPush(head: sent, rules: rules)
  }

  /// The grant that the rule names; a rule whose grant is gone lets nothing through.
  private func grantOfRule() throws(Objection) -> CredentialGrant? {
    guard let id = terms.rule.grant else { return nil }
    guard let grant = terms.grant else {
      throw Objection(EgressRefusal(.grantHost, "there is no grant \(id) in this run"))
    }
    return grant
  }

  /// Writes Host as the server expects it: its own port, not the one inside.
  private func addressed(_ head: inout HTTPRequestHead) {
    let port = terms.rule.upstreamPort
    let text = port == 443 ? "\(terms.host)" : "\(terms.host):\(port)"
    head.fields.replace("Host", Array(text.utf8))
  }

  /// A request with a body is the last of its connection, and the server is told so: one that overlooks
  /// the body of a GET would read it as the next request, which nobody has judged.
  private mutating func close(behind head: inout HTTPRequestHead) {
    guard head.framing != .none, head.framing != .length(0), head.upgrades.isEmpty else { return }
    isLast = true
    head.fields.set("Connection", Array("close".utf8))
  }

  private mutating func pass(
    _ bytes: [UInt8], _ step: inout Step, _ ledger: inout GrantUses, _ now: MonotonicTime
  ) throws(Objection) {
    if let refusal = bodyWatch?.refusal(of: bytes) { throw Objection(refusal) }
    try charge(bytes.count, &ledger, now)
    guard var push = self.push else {
      step.up += requestFraming.wrap(bytes)
      return
    }
    // Taken out, so that what it holds has one owner and grows in place.
    self.push = nil
    if case .needMore = push.reader.append(bytes) {
      self.push = push
      return
    }
    try settle(&push, &step)
  }

  /// Sends what was held of a push whose commands are known, or refuses it.
  private func settle(_ push: inout HeldPush, _ step: inout Step) throws(Objection) {
    switch push.reader.finish() {
    case .needMore:
      throw Objection(EgressRefusal(.grantGit, "a push to \(terms.host) is not whole"))
    case .refused(let reason):
      let refusal = EgressRefusal(.grantGit, "a push to \(terms.host) \(reason)")
      throw Objection(refusal, answer: GitAnswer.refused(refusal, push.reader))
    case .commands(let updates):
      if let refusal = push.rules.objection(to: updates) {
        throw Objection(refusal, answer: GitAnswer.refused(refusal, push.reader))
      }
      step.up += push.head.bytes + requestFraming.wrap(push.reader.received)
    }
  }

  func charge(
    _ count: Int, _ ledger: inout GrantUses, _ now: MonotonicTime
  ) throws(Objection) {
    guard let grant = terms.grant else { return }
    do throws(EgressRefusal) {
      try ledger.charge(count, to: grant, at: now)
    } catch {
      throw Objection(error)
    }
  }

  private mutating func finishRequest(_ step: inout Step) throws(Objection) {
    if var push {
      self.push = nil
      try settle(&push, &step)
    }
    step.up += requestFraming.end
    asking = .answered
  }
}

extension HTTPFields {
  /// Puts a value in the place of the one field of its name; adds it when there is none.
  mutating func replace(_ name: String, _ value: [UInt8]) {
    let changed = fields.map {
      $0.name.lowercased() == name.lowercased() ? HTTPField(name: $0.name, value: value) : $0
    }
    self = HTTPFields(changed)
    if !contains(name) { append(HTTPField(name: name, value: value)) }
  }
}
