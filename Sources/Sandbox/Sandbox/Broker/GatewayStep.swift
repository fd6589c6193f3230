internal import Egress
internal import Policy

/// What the gateway listens on, and which real addresses lead to it.
struct GatewayStep {
  /// Ports that have listeners from the start.
  let ports: [UInt16]
  private let blocks: [AddressBlock]
  /// Ports that can be opened while the run goes on.
  private let spares: Int
  private let capture: Bool

  /// More listeners than this are no allow-list any more.
  static let mostPorts = 256

  /// Ports that one run can get from live orders; each costs two sockets from the start.
  static let mostSpares = 32

  /// Reads the rules of a profile in the mode `egress`; `isLive` when they may change during the run.
  ///
  /// While it is learnt what else is asked for, every address leads to the gateway, with every port
  /// that the kernel can lead there.
  init(
    _ profile: EffectiveProfile, isLive: Bool = false, learning: NetworkLearning? = nil
  ) throws(Refusal) {
    spares = isLive ? Self.mostSpares : 0
    let rules: [EgressRule]
    do throws(RuleMistake) {
      var read: [EgressRule] = []
      for rule in profile.networkRules { read.append(try EgressRule(rule)) }
      rules = read
    } catch {
      throw Refusal(error.reason, remedy: error.remedy)
    }
    if learning == nil, !rules.contains(where: { $0.verdict == .allow }) {
      throw Refusal(
        "the network mode is egress, and no rule allows anything",
        remedy: "name a host with --allow-host, or use --network none")
    }
    let policy = EgressPolicy(profile: profile.name, rules: rules)
    let watched = learning == nil ? PortSet.none : NetworkLearning.ports
    let ranges = policy.ports.union(watched).ranges
    guard ranges.reduce(0, { $0 + $1.count }) <= Self.mostPorts else {
      throw Refusal(
        "the rules allow more than \(Self.mostPorts) ports", remedy: "name the ports one by one")
    }
    ports = ranges.flatMap { Array($0) }
    blocks = learning == nil ? policy.blocks : NetworkLearning.everywhere
    capture = learning != nil
  }

  var json: PlanJSON.Value {
    .object([
      ("capture", .flag(capture)), ("ports", .list(ports.map { .number(UInt64($0)) })),
      ("blocks", .list(blocks.map { .text("\($0.base)/\($0.prefix)") })),
      ("spares", .number(UInt64(spares))),
    ])
  }

  /// What the supervisor lets pass where there is no gateway: every port while the rules may change.
  func withoutGateway(isLive: Bool) -> PlanJSON.Value {
    let blocks = [SyntheticRange.v4, SyntheticRange.v6] + blocks
    return .object([
      ("capture", .flag(capture || isLive)),
      ("ports", .list((ports + [SyntheticRange.proxyPort]).map { .number(UInt64($0)) })),
      ("blocks", .list(blocks.map { .text("\($0.base)/\($0.prefix)") })), ("spares", .number(0)),
    ])
  }

  /// Where programs look names up: at the gateway, and nowhere else.
  static let files: [(path: String, content: String)] = [
    ("/etc/resolv.conf", "nameserver \(SyntheticRange.resolver)\noptions timeout:5 attempts:1\n"),
    (
      "/etc/nsswitch.conf",
      ["passwd: files", "group: files", "hosts: files dns", "services: files", "protocols: files"]
        .map { $0 + "\n" }.joined()
    ),
  ]
}
