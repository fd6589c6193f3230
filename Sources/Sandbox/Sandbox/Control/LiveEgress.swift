internal import CKernel
internal import Egress
internal import Glibc
internal import Kernel

/// The network of a run while it goes on: the broker, and those who change its rules.
final class LiveEgress {
  /// What is left of it in the end.
  struct Report {
    /// What the broker told.
    var broker: BrokerSession.Report
    /// Changes of the rules.
    var changes: [PolicyChange]
  }

  /// Roughly the maximum number of distinct records.
  private static let mostOwners = 16_384
  /// More changes than this are counted by the totals' generation alone.
  private static let mostChanges = 4096

  private var broker: BrokerSession?
  private let control: ControlService?
  private let sockets = GatewaySockets()
  /// Ports with a listener; nil where none needs one.
  private var ports: Set<UInt16>?
  private var changes: [PolicyChange] = []
  private var owners: SocketOwners?
  private var found: [UInt32: SocketOwners.Owner] = [:]
  /// Orders in their turn; the first is with the broker.
  private var waiting: [ControlService.Request] = []
  private let tell: (String) -> Void

  init(
    _ broker: consuming BrokerSession, ports: [UInt16]?, control: ControlSocket?,
    tell: @escaping (String) -> Void
  ) {
    self.broker = consume broker
    self.ports = ports.map { Set($0) }
    self.control = control.map { ControlService($0) }
    self.tell = tell
  }

  /// The launcher's end of the broker's socket; -1 when it was handed over.
  var launcherNumber: Int32 { broker?.launcherNumber ?? -1 }

  /// Closes the own copy of it; the sandbox's processes will be below the launcher's.
  func handedOver(to launcher: Int32) {
    broker?.handedOver()
    owners = SocketOwners(supervisor: launcher)
  }

  // MARK: While it goes on

  /// What to wait for.
  var watched: [pollfd] {
    [pollfd(fd: broker?.number ?? -1, events: Int16(POLLIN), revents: 0)]
      + (control?.watched ?? [])
  }

  /// Does what has become possible at the descriptors of ``watched``.
  func serve(_ ready: ArraySlice<pollfd>) {
    if let control {
      for request in control.hear(ready.dropFirst()) {
        waiting.append(request)
        if waiting.count == 1 { passOn() }
      }
    }
    if ready.first?.revents ?? 0 != 0 { hearBroker() }
  }

  private func hearBroker() {
    guard let heard = broker?.hear() else { return }
    switch heard {
    case .sockets(let numbers): for number in numbers { sockets.take(number) }
    case .seek(let seek):
      if found.count < Self.mostOwners {
        found[seek.number] = owners?.find(seek, by: sockets.diagnosis)
      }
      broker?.didSeek(seek.number)
    case .message(let message):
      if let line = message.denied { tell(line) }
      if message.policy != nil || message.refused != nil { answered(message) }
    case .end:
      let all = waiting
      waiting = []
      for request in all {
        control?.answer(request.client, PolicyDocument(refused: "the network broker has ended"))
      }
    }
  }

  // MARK: Orders

  /// Hands the first order to the broker, with a listener for each port that needs one.
  private func passOn() {
    while var request = waiting.first {
      do throws(Refusal) {
        var listeners: [Int32] = []
        defer { for number in listeners { close(number) } }
        if let rule = request.order.allow ?? request.order.deny {
          let named = try Self.named(rule, isAllowed: request.order.allow != nil)
          if request.order.allow != nil { request.order.allow = named.description }
          if request.order.deny != nil { request.order.deny = named.description }
          if request.order.allow != nil { listeners = try open(named.rule) }
        }
        waiting[0] = request
        if broker?.send(request.order, carrying: listeners) == true { return }
        throw Refusal("the network broker does not answer", remedy: "try again")
      } catch {
        waiting.removeFirst()
        control?.answer(request.client, PolicyDocument(refused: error.description))
      }
    }
  }

  /// The rule of an order, under a name that says where it came from.
  private static func named(
    _ description: RuleDescription, isAllowed: Bool
  ) throws(Refusal) -> (rule: EgressRule, description: RuleDescription) {
    do throws(RuleMistake) {
      var named = description
      named.verdict = isAllowed ? "allow" : "deny"
      named.id = "sentinel egress \(isAllowed ? "allow" : "deny")"
      let rule = try EgressRule(named)
      named.id += " \(rule.target):\(CappedText.visible(rule.ports.description.utf8, limit: 60))"
      return (try EgressRule(named), named)
    } catch {
      throw Refusal(error.reason, remedy: error.remedy)
    }
  }

  /// Listeners for the ports of a rule that have none; nothing is opened when one cannot be had.
  private func open(_ rule: EgressRule) throws(Refusal) -> [Int32] {
    guard let ports, case .names = rule.target else { return [] }
    let count = rule.ports.ranges.reduce(0) { $0 + $1.count }
    guard count <= GatewayStep.mostPorts else {
      throw Refusal(
        "\(rule.target): more than \(GatewayStep.mostPorts) ports", remedy: "name them one by one")
    }
    let absent = rule.ports.ranges.joined().filter { !ports.contains($0) }
    guard !absent.contains(Self.resolverPort) else {
      throw Refusal(
        "\(rule.target): port \(Self.resolverPort) belongs to the resolver",
        remedy: "name another port")
    }
    guard absent.count <= sockets.left else {
      throw Refusal(
        "\(rule.target): \(absent.count) of its ports have no listener, and this run can open "
          + "\(sockets.left) more",
        remedy: "start anew with the rule")
    }
    var listeners: [Int32] = []
    for port in absent {
      do {
        listeners += try sockets.listen(on: port)
      } catch {
        for number in listeners { close(number) }
        throw Refusal(
          "\(rule.target): port \(port) cannot be opened: \(error.reason)",
          remedy: "start anew with the rule")
      }
    }
    return listeners
  }

  private static let resolverPort: UInt16 = 53

  /// Notes a change, answers whoever has ordered it, and goes on to the next.
  private func answered(_ message: BrokerMessage) {
    guard !waiting.isEmpty else { return }
    let request = waiting.removeFirst()
    if let policy = message.policy {
      note(request, policy)
      control?.answer(request.client, PolicyDocument(policy))
    } else {
      control?.answer(request.client, PolicyDocument(refused: message.refused ?? ""))
    }
    passOn()
  }

  private func note(_ request: ControlService.Request, _ policy: BrokerMessage.Policy) {
    guard let rule = request.order.allow ?? request.order.deny else { return }
    if request.order.allow != nil, let read = try? EgressRule(rule) {
      ports?.formUnion(read.ports.ranges.joined())
    }
    // Without a cut there was no change: the rule was there already.
    guard let cut = policy.cut, changes.count < Self.mostChanges else { return }
    changes.append(
      PolicyChange(
        generation: policy.generation, at: Timestamp.now(), rule: rule, cut: cut,
        pid: request.peer.pid, uid: request.peer.uid))
  }

  // MARK: The end

  /// Asks for the records and waits for the broker's end.
  func finish() -> Report? {
    guard let broker = broker.take() else { return nil }
    var report = broker.finish()
    // A change in the last moment is one too.
    if let answer = report.answer { answered(answer) }
    for index in report.records.indices { attribute(&report.records[index]) }
    return Report(broker: report, changes: changes)
  }

  private func attribute(_ record: inout EgressRecord) {
    if let owner = record.seek.flatMap({ found[$0] }) {
      record.attribute(pid: owner.pid, inside: owner.inside, executable: owner.executable)
    }
    record.seek = nil
  }

  /// Ends a broker whose run never began.
  func abandon() { broker.take()?.abandon() }
}
