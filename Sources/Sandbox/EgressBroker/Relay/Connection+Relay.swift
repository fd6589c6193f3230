internal import Egress
internal import Glibc
internal import Kernel

extension Connection {
  /// How long an answer may pause before the last words are said behind it.
  private static let quietMilliseconds: UInt64 = 500

  /// Passes on what there is, in both directions.
  func relay() {
    let before = bytesUp &+ bytesDown
    var goesOn = false
    if !isUpDone { goesOn = relayUp() }
    if phase == .relaying, !isDownDone, gate?.awaitsUpgrade != true {
      goesOn = relayDown() || goesOn
    }
    guard phase == .relaying else { return }
    if isUpDone, isDownDone, lastWords == nil { return close() }
    if bytesUp &+ bytesDown != before { clock.didMove(at: broker.loop.now) }
    if goesOn, let ticket { broker.loop.again(ticket) }
    schedule()
  }

  /// Queues bytes for the server, within the budget.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    do throws(EgressRefusal) {
      try broker.budget.send(bytes.count, to: admission.account)
      bytesUp += UInt64(bytes.count)
      backlog.append(bytes)
    } catch {
      refuse(error, answer: gate == nil ? [] : BlockedResponse.bytes(error))
    }
  }

  /// Queues bytes that no protocol is read from, unless they hold a placeholder.
  func sendUnjudged(_ bytes: ArraySlice<UInt8>) {
    if let refusal = placeholders?.refusal(of: bytes) { return refuse(refusal) }
    if placeholders?.isOver == true { placeholders = nil }
    send(Array(bytes))
  }

  /// Queues what the gate let through, and ends the requests with its refusal.
  func follow(_ passage: RequestGate.Passage) {
    if passage.heads > 0 { awaitsAnswer = true }
    send(passage.forward)
    guard let refusal = passage.refusal, !isOver else { return }
    note(refusal.reason)
    lastWords = BlockedResponse.bytes(refusal.reason, status: refusal.status)
    hasClientEnded = true
  }

  /// Queues what the watch let through; a hello for another server ends the connection.
  func follow(_ passage: HelloWatch.Passage) {
    if passage.isOver { watch = nil }
    guard let refusal = passage.refusal else { return send(passage.forward) }
    refuse(refusal.reason, answer: refusal.answer)
  }

  // MARK: Up

  /// True when there is more to do right away.
  private func relayUp() -> Bool {
    for _ in 0..<16 {
      switch backlog.flush(to: serverFD) {
      case 0: break
      case EAGAIN: return false
      default:
        fail()
        return false
      }
      if hasClientEnded, readsClient || lastWords != nil {
        finishUp()
        return false
      }
      guard readsClient else { return spliceUp() }
      if gate?.awaitsUpgrade == true {
        guard settleUpgrade() else { return false }
        // What the gate held back is written before more is read.
        continue
      }
      guard readUp(), phase == .relaying else { return false }
    }
    return true
  }

  /// Whether the client's bytes are looked at on their way.
  private var readsClient: Bool {
    look != nil || gate != nil || watch != nil || placeholders != nil
  }

  private func spliceUp() -> Bool {
    let account = admission.account
    let outcome = upFlow.move(
      from: clientFD, to: serverFD, pool: broker.pipes,
      allowance: { Int(clamping: broker.budget.remainingUp(to: account)) },
      count: { count in
        bytesUp += UInt64(count)
        return (try? broker.budget.send(count, to: account)) != nil
      })
    switch outcome {
    case .wait: return false
    case .again: return true
    case .ended: finishUp()
    case .exhausted:
      refuse(exceeded { () throws(EgressRefusal) in try broker.budget.send(1 << 62, to: account) })
    case .failed: fail()
    }
    return false
  }

  /// Reads from the client what is to be judged; false when there is nothing now.
  private func readUp() -> Bool {
    switch Socket.read(clientFD, into: &broker.buffer) {
    case .bytes(let count):
      let bytes = broker.buffer[..<count]
      if var look = self.look {
        self.look = nil
        let verdict = look.append(bytes)
        self.look = look
        act(on: verdict)
        if look.isOver(verdict) { extraDeadline = nil }
      } else if let passage = gate?.take(bytes) {
        follow(passage)
      } else if let passage = watch?.take(bytes) {
        follow(passage)
      } else {
        sendUnjudged(bytes)
      }
      return true
    case .wait: return false
    case .end:
      hasClientEnded = true
      return true
    case .failed:
      fail()
      return false
    }
  }

  /// Looks whether the server has changed the protocol; false while it has not answered.
  private func settleUpgrade() -> Bool {
    let expected = Array("HTTP/1.1 101".utf8)
    var isAccepted = false
    if bytesDown == 0, downFlow.isEmpty {
      let start = Socket.peekBytes(serverFD, most: expected.count)
      isAccepted = start == expected
      // A server that ends without an answer is seen by the other direction.
      if !isAccepted, start.count < expected.count, expected.starts(with: start) {
        guard case .end = Socket.peek(serverFD) else { return false }
      }
    }
    let rest = gate?.finishUpgrade(isAccepted: isAccepted) ?? []
    if isAccepted {
      gate = nil
      assurance = .name
      send(rest)
    } else if let passage = gate?.take([]) {
      follow(passage)
    }
    return phase == .relaying
  }

  private func finishUp() {
    isUpDone = true
    if let lastWords {
      // The answers to what was asked before come first.
      if !awaitsAnswer, downFlow.isEmpty { return sayLastWords() }
      self.lastWords = lastWords
      extraDeadline = clock.deadline
      return
    }
    Socket.endWriting(serverFD)
  }

  // MARK: Down

  private func relayDown() -> Bool {
    let account = admission.account
    let outcome = downFlow.move(
      from: serverFD, to: clientFD, pool: broker.pipes, allowance: { .max },
      count: { count in
        bytesDown += UInt64(count)
        awaitsAnswer = false
        return (try? broker.budget.fetch(count, from: account)) != nil
      })
    if lastWords != nil, isUpDone, !awaitsAnswer {
      extraDeadline = broker.loop.now.advanced(milliseconds: Self.quietMilliseconds)
    }
    switch outcome {
    case .wait: return false
    case .again: return true
    case .ended:
      isDownDone = true
      if lastWords != nil { sayLastWords() } else { Socket.endWriting(clientFD) }
    case .exhausted:
      refuse(
        exceeded { () throws(EgressRefusal) in try broker.budget.fetch(1 << 62, from: account) })
    case .failed: fail()
    }
    return false
  }

  /// Says why no further request is let through, and ends.
  func sayLastWords() {
    guard let words = lastWords else { return }
    lastWords = nil
    end(with: words)
  }

  /// The refusal that a budget throws for more than there is.
  private func exceeded(_ take: () throws(EgressRefusal) -> Void) -> EgressRefusal {
    do throws(EgressRefusal) {
      try take()
      return EgressRefusal(.bytesUp, "the budget of bytes of \(hostText) is used up")
    } catch {
      return error
    }
  }
}

extension FirstLook {
  /// Whether nothing more is to be looked at after a verdict.
  fileprivate func isOver(_ verdict: Verdict) -> Bool {
    if case .needMore = verdict { false } else { true }
  }
}
