internal import Egress
internal import Kernel

/// Does what the command line orders a running broker to.
final class Orders {
  private let broker: Broker
  private let channel: ControlChannel
  /// Denials of live orders, which a later live order may take back.
  private var liveDenials: Set<RuleID> = []

  init(broker: Broker, channel: ControlChannel) {
    self.broker = broker
    self.channel = channel
    channel.follow = { [weak self] order in self?.follow(order) }
    broker.tell = { [weak channel] line in channel?.tell(line) }
  }

  private func follow(_ order: Result<BrokerOrder, BrokerSetup.Mistake>) {
    do throws(BrokerSetup.Mistake) {
      let order = try order.get()
      let parts = [order.allow != nil, order.deny != nil, order.show == true, order.finish == true]
      guard parts.count(where: { $0 }) == 1 else {
        throw BrokerSetup.Mistake(reason: "an order is one of allow, deny, show and finish")
      }
      if let description = order.allow { try allow(description) }
      if let description = order.deny { try deny(description) }
      if order.show == true { show() }
      if order.finish == true { finish() }
    } catch {
      var message = BrokerMessage()
      message.failed = error.reason
      channel.send(message)
    }
  }

  private func allow(_ description: RuleDescription) throws(BrokerSetup.Mistake) {
    var description = description
    description.verdict = EgressRule.Verdict.allow.rawValue
    let rule = try BrokerSetup.rule(description)
    guard case .names = rule.target else {
      throw BrokerSetup.Mistake(
        reason: "\(rule.id): a running gateway has no route to \(rule.target); start anew with it")
    }
    for range in rule.ports.ranges {
      guard let absent = range.first(where: { !broker.ports.contains($0) }) else { continue }
      throw BrokerSetup.Mistake(
        reason: "\(rule.id): port \(absent) has no listener in this run; start anew with the rule")
    }
    let policy = broker.resolver.policy
    let kept = policy.rules.filter { old in
      !(liveDenials.contains(old.id) && old.target == rule.target && rule.ports.contains(old.ports))
    }
    replace(kept + [rule])
  }

  private func deny(_ description: RuleDescription) throws(BrokerSetup.Mistake) {
    var description = description
    description.verdict = EgressRule.Verdict.deny.rawValue
    let rule = try BrokerSetup.rule(description)
    liveDenials.insert(rule.id)
    replace(broker.resolver.policy.rules + [rule])
  }

  /// Puts a policy into force at once: what it forbids is cut before the answer is sent.
  private func replace(_ rules: [EgressRule]) {
    guard rules.count <= 10_000 else { return }
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
    var message = BrokerMessage()
    message.policy = policy
    message.policy?.cut = cut
    channel.send(message)
  }

  private var policy: BrokerMessage.Policy {
    let policy = broker.resolver.policy
    return BrokerMessage.Policy(
      profile: policy.profile, generation: policy.generation, connections: broker.connections.count)
  }

  private func show() {
    var message = BrokerMessage()
    var shown = self.policy
    var rules = broker.resolver.policy.rules.map { RuleDescription($0) }
    while true {
      shown.rules = rules
      message.policy = shown
      let size = ControlChannel.encode(message)?.count ?? 0
      if size <= BrokerMessage.limitBytes || rules.count <= 1 { break }
      rules.removeFirst(rules.count / 2)
    }
    channel.send(message)
  }

  private func finish() {
    broker.stop()
    var rest = broker.log.records[...]
    while !rest.isEmpty {
      channel.send(rest.prefix(64))
      rest = rest.dropFirst(64)
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
    summary.generation = broker.resolver.policy.generation
    var message = BrokerMessage()
    message.end = summary
    channel.send(message)
    channel.endWhenSent()
  }
}
