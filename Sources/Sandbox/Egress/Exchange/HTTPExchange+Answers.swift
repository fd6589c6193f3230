extension HTTPExchange {
  /// Reads answers, and the requests that waited behind them.
  mutating func readAnswers(_ step: inout Step, _ ledger: inout GrantUses, _ now: MonotonicTime) {
    do throws(Objection) {
      while asking != .over {
        switch try nextAnswerEvent() {
        case .needMore: return
        case .head(let head): try pass(head, &step)
        case .body(let bytes): try passAnswer(bytes, &step, &ledger, now)
        case .end: try finishAnswer(&step, &ledger, now)
        }
      }
    } catch {
      // Who has asked nothing is told nothing.
      if asking == .head { end(.refused(error.refusal), &step) } else { stop(error, &step) }
    }
  }

  private mutating func nextAnswerEvent() throws(Objection) -> HTTPResponseReader.Event {
    do throws(HTTPMistake) {
      return try responses.next()
    } catch {
      throw Objection(error.refusal(server: terms.host), status: 502)
    }
  }

  private mutating func pass(
    _ answer: HTTPResponseHead, _ step: inout Step
  ) throws(Objection) {
    var head = answer
    if let grant = terms.grant {
      if let refusal = grant.objection(to: head) { throw Objection(refusal, status: 502) }
      // Whoever has the cookie of a session that the credential has opened needs no credential.
      head.fields.remove("Set-Cookie", "Set-Cookie2")
    }
    // What speaks of the server's own TLS means nothing to a client without.
    head.fields.remove("Alt-Svc", "Strict-Transport-Security", "Public-Key-Pins")
    let isLastByServer = !head.keepsAlive
    if let named = terms.grant?.answerFields { head.reduce(to: named) }
    if head.isInterim {
      try scan(head)
      step.down += head.bytes
      return
    }
    let isUpgrade = head.status == 101
    if !isUpgrade {
      isLast = isLast || isLastByServer || asking == .body
      head.fields.remove("Keep-Alive", "Proxy-Connection")
      if isLast { head.fields.set("Connection", Array("close".utf8)) }
    }
    try scan(head)
    answerFraming = isReduced ? .none : head.framing
    scanner = terms.book.scanner
    // Of other statuses git reads no capabilities.
    guard advertisement == nil || head.status != 200 else {
      advertisement?.head = head
      return
    }
    advertisement = nil
    hasAnswered = true
    step.down += head.bytes
    guard isUpgrade else { return }
    answerFraming = .untilClose
    asking = .opaque
    step.up += requests.takeRest()
  }

  /// Whether the client gets no more of answers than their status and some fields.
  private var isReduced: Bool { terms.grant?.answerFields != nil }

  /// Refuses a head that holds a credential.
  private func scan(_ head: HTTPResponseHead) throws(Objection) {
    guard var scanner = terms.book.scanner else { return }
    guard case .pass = scanner.scan(head.bytes) else {
      throw Objection(reflected, status: 502)
    }
  }

  private var reflected: EgressRefusal {
    EgressRefusal(
      .secretReflected, "the server of \(terms.host) gave a credential back, which was cut")
  }

  private mutating func passAnswer(
    _ bytes: [UInt8], _ step: inout Step, _ ledger: inout GrantUses, _ now: MonotonicTime
  ) throws(Objection) {
    if terms.grant != nil { try charge(bytes.count, &ledger, now) }
    if isReduced { return }
    guard let bytes = try filtered(bytes, &step) else { return }
    guard var scanner = self.scanner else {
      step.down += answerFraming.wrap(bytes)
      return
    }
    self.scanner = nil
    let outcome = scanner.scan(bytes)
    self.scanner = scanner
    switch outcome {
    case .pass(let harmless): step.down += answerFraming.wrap(harmless)
    case .cut(let harmless):
      step.down += answerFraming.wrap(harmless)
      throw Objection(reflected)
    }
  }

  /// Bytes of an answer as they may go on, behind the head that was held; nil while it is held.
  private mutating func filtered(
    _ bytes: [UInt8], _ step: inout Step
  ) throws(Objection) -> [UInt8]? {
    guard var held = advertisement, var head = held.head else { return bytes }
    switch held.reader.append(bytes) {
    case .needMore:
      advertisement = held
      return nil
    case .refused: throw Objection(unoffered, status: 502)
    case .pass(let offered, let removed):
      if case .length(let count) = answerFraming {
        answerFraming = .length(count - UInt64(removed))
        head.fields.set("Content-Length", Array("\(count - UInt64(removed))".utf8))
      }
      advertisement = nil
      hasAnswered = true
      step.down += head.bytes
      return offered
    }
  }

  private var unoffered: EgressRefusal {
    EgressRefusal(
      .grantGit, "the server of \(terms.host) offers a push in a form that cannot be judged")
  }

  private mutating func finishAnswer(
    _ step: inout Step, _ ledger: inout GrantUses, _ now: MonotonicTime
  ) throws(Objection) {
    guard advertisement == nil else { throw Objection(unoffered, status: 502) }
    step.down += answerFraming.wrap(scanner?.finish() ?? []) + answerFraming.end
    // Who answers before the request is through wants no more of it.
    guard !isLast, asking == .answered else { return end(.finished, &step) }
    hasAnswered = false
    scanner = nil
    asking = .head
    readRequests(&step, &ledger, now)
  }
}
