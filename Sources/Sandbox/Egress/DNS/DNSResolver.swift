/// Answers questions from the policy and the table alone: nothing is ever sent on.
///
/// Denied names do not exist (NXDOMAIN with the extended error "Blocked"): it is the only answer after
/// which every libc fails at once. Allowed names have their synthetic addresses and no other records.
package struct DNSResolver: Sendable {
  /// What becomes of a message.
  package struct Reply: Sendable {
    /// The bytes to send; nil for silence.
    package let bytes: [UInt8]?
    /// What is to be recorded; nil for what concerns no name.
    package let event: Event?
  }

  /// A question and its verdict.
  package struct Event: Hashable, Sendable {
    /// The name, escaped and cut when it was none.
    package let name: String
    /// The number of the type that was asked for.
    package let type: UInt16
    /// Why there was no address; nil when there was one, or none of the kind asked for.
    package let refusal: EgressRefusal?
  }

  /// The rules that answer.
  package var policy: EgressPolicy

  /// The names that were given out.
  package var table: NameTable

  /// What is left to ask.
  package var budget: QuestionBudget

  /// Names that the host's own resolver has found not to exist.
  ///
  /// They are answered so instead of looking alive; only for names of exact rules.
  package var absentNames: Set<HostName> = []

  /// A resolver; the exact names of the policy are entered first, in their order.
  package init(policy: EgressPolicy, limits: EgressLimits, at now: MonotonicTime) {
    self.policy = policy
    table = NameTable(capacity: limits.names, namesPerWildcard: limits.namesPerWildcard)
    budget = QuestionBudget(limits: limits, at: now)
    for (name, rule) in policy.exactNames {
      _ = try? table.enter(name, rule: rule.id, isWildcard: false)
    }
  }

  /// Answers one message of a client from rules and table alone; no bytes where it deserves no
  /// answer.
  package mutating func answer(_ message: [UInt8], at now: MonotonicTime) -> Reply {
    switch DNSReading(message) {
    case .silence: return Reply(bytes: nil, event: nil)
    case .fault(let id, let opcode, let code):
      return Reply(bytes: DNSAnswer.fault(id: id, opcode: opcode, code: code), event: nil)
    case .question(let question):
      return answer(question, at: now)
    }
  }

  private mutating func answer(_ question: DNSQuestion, at now: MonotonicTime) -> Reply {
    do throws(EgressRefusal) {
      try budget.take(at: now)
    } catch {
      return denial(of: question, name: nil, code: .nameError, error)
    }
    if let edns = question.edns, edns.version != 0 {
      return Reply(bytes: DNSAnswer.answer(to: question, code: .badVersion), event: nil)
    }
    guard question.classNumber == DNSFormat.classInternet, !question.type.isMeta else {
      let refusal = EgressRefusal(.questionRefused, "only single types of class IN are answered")
      return denial(of: question, name: nil, code: .refused, refusal)
    }
    let name: HostName
    switch question.name {
    case .success(let read): name = read
    case .failure(let mistake):
      let refusal = EgressRefusal(.nameMalformed, "the name \(mistake.reason)")
      return denial(of: question, name: nil, code: .nameError, refusal)
    }
    do throws(EgressRefusal) {
      if name.isLocal { return local(question, name: name) }
      return try allowed(question, name: name)
    } catch {
      return denial(of: question, name: name, code: .nameError, error)
    }
  }

  private mutating func allowed(
    _ question: DNSQuestion, name: HostName
  ) throws(EgressRefusal) -> Reply {
    let rule = try policy.resolution(of: name)
    if absentNames.contains(name), !rule.isWildcard {
      throw EgressRefusal(.nameUnknown, "\(name) is allowed, and does not exist")
    }
    let entry: NameTable.Entry
    do throws(NameTable.Failure) {
      entry = try table.enter(name, rule: rule.id, isWildcard: rule.isWildcard)
    } catch {
      throw error.refusal(of: name)
    }
    // Without its own leave a name has no IPv6 address: no second family to try, no surprise.
    let addresses = rule.leniency.contains(.ipv6) ? [entry.v4, entry.v6] : [entry.v4]
    return Reply(
      bytes: DNSAnswer.answer(to: question, addresses: addresses),
      event: Event(name: name.text, type: question.type.rawValue, refusal: nil))
  }

  /// Names of the own machine stay inside the sandbox (RFC 6761, section 6.3).
  private func local(_ question: DNSQuestion, name: HostName) -> Reply {
    let loopback = [IPAddress(v4: 0x7f00_0001), IPAddress(high: 0, low: 1)]
    return Reply(
      bytes: DNSAnswer.answer(to: question, addresses: loopback),
      event: Event(name: name.text, type: question.type.rawValue, refusal: nil))
  }

  private func denial(
    of question: DNSQuestion, name: HostName?, code: DNSCode, _ refusal: EgressRefusal
  ) -> Reply {
    let raw = Array(question.labels.joined(separator: [UInt8(ascii: ".")]))
    return Reply(
      bytes: DNSAnswer.answer(to: question, code: code, blockedBecause: refusal.line),
      event: Event(
        name: name?.text ?? CappedText.visible(raw, limit: 253), type: question.type.rawValue,
        refusal: refusal))
  }
}

extension NameTable.Failure {
  /// The failure as a refusal of a name.
  fileprivate func refusal(of name: HostName) -> EgressRefusal {
    switch self {
    case .full(let limit):
      EgressRefusal(
        .tableFull, "\(name) gets no address: the run already uses \(limit) names", limit: .names)
    case .wildcardExhausted(let rule, let limit):
      EgressRefusal(
        .wildcardNames, "\(name) gets no address: \(rule) has already brought \(limit) names",
        limit: .wildcardNames)
    }
  }
}
