internal import Egress
internal import Glibc
internal import Kernel

/// Does what the command line orders a running broker to.
final class Orders {
  /// More rules than anybody needs; each is looked at for every name.
  private static let mostRules = 10_000

  private let broker: Broker
  private let channel: ControlChannel
  /// Denials of live orders, which a later live order may take back.
  private var liveDenials: Set<RuleID> = []

  init(broker: Broker, channel: ControlChannel) {
    self.broker = broker
    self.channel = channel
    channel.follow = { [weak self] order, descriptors in self?.follow(order, descriptors) }
    channel.learn = { [broker] number in broker.owners.didLearn(number) }
    broker.tell = { [weak channel] line in channel?.tell(line) }
    broker.seek = { [weak channel] seek in channel?.ask(seek) }
  }

  private func follow(_ order: Result<BrokerOrder, BrokerSetup.Mistake>, _ descriptors: [Int32]) {
    var answer = BrokerMessage()
    do throws(BrokerSetup.Mistake) {
      let order = try order.get()
      let parts = [order.allow != nil, order.deny != nil, order.show == true, order.finish == true]
      guard parts.count(where: { $0 }) == 1, order.allow != nil || descriptors.isEmpty else {
        throw BrokerSetup.Mistake(reason: "an order is one of allow, deny, show and finish")
      }
      if order.finish == true { return finish() }
      if let description = order.allow {
        answer.policy = try allow(description, descriptors)
      } else {
        for descriptor in descriptors { close(descriptor) }
        if let description = order.deny { answer.policy = try deny(description) }
        if order.show == true { answer.policy = shown }
      }
    } catch {
      answer.refused = error.reason
    }
    channel.send(answer)
  }

  // MARK: Changes

  private func allow(
    _ description: RuleDescription, _ descriptors: [Int32]
  ) throws(BrokerSetup.Mistake) -> BrokerMessage.Policy {
    var unused = descriptors
    defer { for descriptor in unused { close(descriptor) } }
    var description = description
    description.verdict = EgressRule.Verdict.allow.rawValue
    let rule = try BrokerSetup.rule(description)
    try BrokerSetup.check(
      rule, grants: broker.grants.all, hasRoots: broker.roots != nil,
      hasAuthority: broker.authority != nil)
    guard case .names(let pattern) = rule.target else {
      throw BrokerSetup.Mistake(
        reason: "\(rule.id): a running gateway has no route to \(rule.target); start anew with it")
    }
    let brought = descriptors.compactMap { Socket.localEndpoint($0)?.port }
    for range in rule.ports.ranges {
      let isServed = { [broker] (port: UInt16) in
        broker.isHandedConnections || broker.ports.contains(port) || brought.contains(port)
      }
      guard let absent = range.first(where: { !isServed($0) }) else { continue }
      throw BrokerSetup.Mistake(
        reason: "\(rule.id): port \(absent) has no listener in this run; start anew with the rule")
    }
    let policy = broker.resolver.policy
    let kept = policy.rules.filter { old in
      !(liveDenials.contains(old.id) && old.target == rule.target && rule.ports.contains(old.ports))
    }
    try expectEffect(of: rule, pattern, among: kept)
    if kept.count == policy.rules.count, kept.contains(rule) { return self.policy }
    // Whatever has a listener is refused until the rule is there, and after it if it is not.
    unused = []
    do throws(KernelFailure) {
      try broker.serve(brought: descriptors)
    } catch {
      throw BrokerSetup.Mistake(reason: "\(rule.id): its port cannot be served: \(error)")
    }
    return try replace(kept + [rule])
  }

  /// An order that an earlier rule makes void is refused, not followed without effect.
  private func expectEffect(
    of rule: EgressRule, _ pattern: NamePattern, among rules: [EgressRule]
  ) throws(BrokerSetup.Mistake) {
    let before = rules.filter { other in
      guard other.ports.overlaps(rule.ports) else { return false }
      if other.target == rule.target { return true }
      guard pattern.reach == .exact, let name = pattern.base else { return false }
      return other.matches(name)
    }
    if let denial = before.first(where: { $0.verdict == .deny }) {
      throw BrokerSetup.Mistake(
        reason: "\(rule.target) is denied by \(denial.id), which no live order lifts")
    }
    if let other = before.first(where: { $0.mode != rule.mode }) {
      throw BrokerSetup.Mistake(
        reason: "\(rule.target) is allowed by \(other.id) with the mode \(other.mode.rawValue), "
          + "and the first rule decides")
    }
  }

  private func deny(_ description: RuleDescription) throws(BrokerSetup.Mistake)
    -> BrokerMessage.Policy
  {
    var description = description
    description.verdict = EgressRule.Verdict.deny.rawValue
    let rule = try BrokerSetup.rule(description)
    if broker.resolver.policy.rules.contains(rule) { return policy }
    let changed = try replace(broker.resolver.policy.rules + [rule])
    liveDenials.insert(rule.id)
    return changed
  }

  /// Puts a policy into force at once: what it forbids is cut before the answer is sent.
  private func replace(_ rules: [EgressRule]) throws(BrokerSetup.Mistake) -> BrokerMessage.Policy {
    guard rules.count <= Self.mostRules else {
      throw BrokerSetup.Mistake(reason: "there are already \(Self.mostRules) rules")
    }
    broker.resolver.policy = broker.resolver.policy.replacing(rules: rules)
    var cut = 0
    for connection in broker.connections.values {
      let policy = broker.resolver.policy
      guard let refusal = ConnectionGate.revocation(of: connection.admission, by: policy) else {
        continue
      }
      cut += 1
      connection.refuse(refusal)
    }
    broker.lookUpExactNames()
    var changed = policy
    changed.cut = cut
    return changed
  }

  // MARK: Answers

  private var policy: BrokerMessage.Policy {
    let policy = broker.resolver.policy
    return BrokerMessage.Policy(
      profile: policy.profile, generation: policy.generation, connections: broker.connections.count)
  }

  private var shown: BrokerMessage.Policy {
    var message = BrokerMessage()
    var shown = self.policy
    var rules = broker.resolver.policy.rules.map { RuleDescription($0) }
    while true {
      shown.rules = rules
      message.policy = shown
      let size = ControlChannel.encode(message)?.count ?? 0
      if size <= BrokerMessage.limitBytes || rules.count <= 1 { return shown }
      rules.removeFirst(rules.count / 2)
    }
  }

  private func finish() {
    broker.stop()
    var rest = broker.log.records[...]
    while !rest.isEmpty {
      channel.send(rest.prefix(64))
      rest = rest.dropFirst(64)
    }
    for use in broker.ledger.uses(of: broker.grants) {
      var message = BrokerMessage()
      message.grants = [use]
      channel.send(message)
    }
    var summary = BrokerSummary()
    summary.unrecorded = broker.log.unrecorded
    summary.connections = broker.budget.opened
    summary.connectionsPeak = broker.connectionsPeak
    summary.questions = broker.resolver.budget.asked
    summary.bytesUp = broker.budget.bytesUp
    summary.bytesDown = broker.budget.bytesDown
    summary.wildcardNames = broker.budget.labelsContacted
    summary.leakCeilingBytes = broker.budget.leakCeilingBytes
    summary.sawEveryPort = broker.learning.map { _ in broker.seesEveryPort }
    summary.generation = broker.resolver.policy.generation
    summary.limits = broker.limitStatuses
    var message = BrokerMessage()
    message.end = summary
    channel.send(message)
    channel.endWhenSent()
  }
}
