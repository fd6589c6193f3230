/// The rules of one run in their order: a denying rule wins over all, then the first that allows.
///
/// An empty policy allows nothing.
package struct EgressPolicy: Sendable {
  /// The profile's name, for messages.
  package let profile: String

  /// The rules in their order.
  package let rules: [EgressRule]

  /// Counts live changes; a connection is judged by one generation.
  package let generation: Int

  /// Makes a policy; generation 0 is the one that a run starts with.
  package init(profile: String, rules: [EgressRule], generation: Int = 0) {
    self.profile = profile
    self.rules = rules
    self.generation = generation
  }

  /// The policy after a live change, of the next generation.
  package func replacing(rules: [EgressRule]) -> EgressPolicy {
    EgressPolicy(profile: profile, rules: rules, generation: generation + 1)
  }

  /// The rule that allows connections to a name and port.
  package func decision(name: HostName, port: UInt16) throws(EgressRefusal) -> EgressRule {
    let matching = rules.filter { $0.matches(name) }
    return try decide(matching, host: name.text, port: port, absent: .nameNotAllowed)
  }

  /// The rule that allows connections to a real address and port.
  package func decision(address: IPAddress, port: UInt16) throws(EgressRefusal) -> EgressRule {
    let matching = rules.filter { $0.matches(address) }
    return try decide(matching, host: address.description, port: port, absent: .addressNotAllowed)
  }

  /// The rule for whose sake a name gets an address: the first that allows it on some port.
  ///
  /// A name whose every allowed port is denied gets none.
  package func resolution(of name: HostName) throws(EgressRefusal) -> EgressRule {
    let matching = rules.filter { $0.matches(name) }
    let denied = matching.filter { $0.verdict == .deny }
    let closed = denied.reduce(PortSet.none) { $0.union($1.ports) }
    if let rule = matching.first(where: { $0.verdict == .allow && !closed.contains($0.ports) }) {
      return rule
    }
    if let rule = denied.first { throw deniedBy(rule, host: name.text) }
    throw absent(.nameNotAllowed, host: name.text, port: 443)
  }

  /// The exact names that are allowed, in the order of the text: to be entered into the table first.
  package var exactNames: [(name: HostName, rule: EgressRule)] {
    var found: [HostName: EgressRule] = [:]
    for rule in rules {
      guard case .names(let pattern) = rule.target, pattern.reach == .exact,
        let name = pattern.base,
        let rule = try? resolution(of: name)
      else { continue }
      found[name] = rule
    }
    return found.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
  }

  /// Real addresses for which the gateway needs routes.
  package var blocks: [AddressBlock] {
    rules.compactMap { rule in
      guard rule.verdict == .allow, case .block(let block) = rule.target else { return nil }
      return block
    }
  }

  /// All ports on which something may be allowed: those that need listeners.
  package var ports: PortSet {
    rules.filter { $0.verdict == .allow }.reduce(PortSet.none) { $0.union($1.ports) }
  }

  private func decide(
    _ matching: [EgressRule], host: String, port: UInt16, absent code: EgressRefusal.Code
  ) throws(EgressRefusal) -> EgressRule {
    if let rule = matching.first(where: { $0.verdict == .deny && $0.ports.contains(port) }) {
      throw deniedBy(rule, host: "\(host) on port \(port)")
    }
    let allowing = matching.filter { $0.verdict == .allow }
    if let rule = allowing.first(where: { $0.ports.contains(port) }) { return rule }
    guard !allowing.isEmpty else { throw absent(code, host: host, port: port) }
    let open = allowing.reduce(PortSet.none) { $0.union($1.ports) }
    throw EgressRefusal(
      .portNotAllowed,
      "port \(port) of \(host) is not on the allow-list of profile \(shownProfile), only "
        + CappedText.visible(Array(open.description.utf8), limit: 60),
      allowWith: EgressRule.line(host: host, port: port))
  }

  private func deniedBy(_ rule: EgressRule, host: String) -> EgressRefusal {
    EgressRefusal(.deniedByRule, "\(host) is denied by \(rule.id) of profile \(shownProfile)")
  }

  private func absent(_ code: EgressRefusal.Code, host: String, port: UInt16) -> EgressRefusal {
    EgressRefusal(
      code, "\(host) is not on the allow-list of profile \(shownProfile)",
      allowWith: EgressRule.line(host: host, port: port))
  }

  private var shownProfile: String { CappedText.visible(Array(profile.utf8), limit: 80) }
}

extension EgressRule {
  /// Whether the rule is about a name, on whatever port.
  package func matches(_ name: HostName) -> Bool {
    if case .names(let pattern) = target { pattern.matches(name) } else { false }
  }

  /// Whether the rule is about a real address, on whatever port.
  package func matches(_ address: IPAddress) -> Bool {
    if case .block(let block) = target { block.contains(address) } else { false }
  }
}
