/// The smallest rules under which a run would have reached what it asked for; pure.
///
/// Each is about one name as it was asked for, or one address that was dialled as such; never about
/// more names than were seen. Document: `sentinel.profile-learn/1` holds it, property names are keys.
package struct LearnedRules: Hashable, Sendable, Codable {
  /// A rule and what it is for.
  package struct Proposal: Hashable, Sendable, Codable {
    /// The rule, without what it has by default.
    package fileprivate(set) var rule: RuleDescription
    /// What was seen, in one line.
    package let reason: String
    /// How the place was used, all ports of the rule together.
    package let use: PlaceUse
    /// What the rule lets through beyond what it seems to.
    package fileprivate(set) var warnings: [String]
  }

  /// Something that was asked for and is in no rule.
  package struct LeftOut: Hashable, Sendable, Codable {
    /// The name or address.
    package let name: String
    /// The port; nil for a name that was only asked for.
    package let port: UInt16?
    /// Why there is no rule.
    package let reason: String
  }

  /// The rules, by name.
  package let proposals: [Proposal]
  /// What is in none of them.
  package let leftOut: [LeftOut]
  /// Why something may be missing that would have been asked for.
  package let gaps: [String]

  /// Reads the records of a run under a ``NetworkLearning``, and proposes what its rules lack.
  package init(records: [EgressRecord], rules: [EgressRule]) {
    var sights: [PlaceUse.Place: Sight] = [:]
    for record in records where Sight.concerns(record) {
      sights[PlaceUse.Place(name: record.name, port: record.port), default: Sight()].add(record)
    }
    var groups: [Grant: (ports: [UInt16], uses: [Sight])] = [:]
    var leftOut: [LeftOut] = []
    let connected = Set(sights.keys.filter { $0.port != nil }.map(\.name))
    for (place, sight) in sights {
      guard let port = place.port else {
        if !connected.contains(place.name) {
          leftOut.append(LeftOut(name: place.name, port: nil, reason: sight.lookupReason))
        }
        continue
      }
      switch sight.grant(name: place.name, port: port) {
      case .success(let grant):
        groups[grant, default: ([], [])].ports.append(port)
        groups[grant]?.uses.append(sight)
      case .failure(let reason):
        leftOut.append(LeftOut(name: place.name, port: port, reason: reason.text))
      }
    }
    let proposals = groups.map { $0.key.proposal(ports: $0.value.ports, seen: $0.value.uses) }
    self.proposals = Self.warned(
      proposals.sorted {
        ($0.rule.target, $0.rule.ports ?? "") < ($1.rule.target, $1.rule.ports ?? "")
      },
      behind: rules)
    self.leftOut = leftOut.sorted { ($0.name, $0.port ?? 0) < ($1.name, $1.port ?? 0) }
    gaps = Self.gaps(records)
  }

  /// The rules as a profile has them.
  package var rules: [RuleDescription] { proposals.map(\.rule) }

  /// What the rules let through that is easily overlooked, each at its rule.
  private static func warned(_ proposals: [Proposal], behind rules: [EgressRule]) -> [Proposal] {
    var proposals = proposals
    for index in proposals.indices {
      proposals[index].rule.id = "proposal[\(index)]"
    }
    let added = proposals.compactMap { try? EgressRule($0.rule) }
    for warning in EgressLint.warnings(for: rules + added) {
      guard let index = proposals.firstIndex(where: { $0.rule.id == warning.rule.text }) else {
        continue
      }
      proposals[index].warnings.append("\(warning.text); \(warning.remedy)")
    }
    return proposals
  }

  /// Budgets that ran out: what came after is not known.
  private static func gaps(_ records: [EgressRecord]) -> [String] {
    let budgets: [EgressRefusal.Code] = [
      .tableFull, .wildcardNames, .labels, .connections, .opensPerSecond, .bytesUp, .bytesDown,
      .questions, .questionsPerSecond,
    ]
    let used = budgets.filter { code in records.contains { $0.code == code } }
    return used.map { "the run used up its budget (\($0.rawValue)); what came after was not seen" }
  }
}

/// What a rule grants, but for its ports.
private struct Grant: Hashable {
  enum Target: Hashable {
    case name(HostName)
    case address(IPAddress)
  }

  var target: Target
  /// What was heard; nil for the port's own.
  var mode: EgressMode?
  var addresses: [IPAddress]
  var encryptedHello: Bool
  var upgrade: Bool

  func proposal(ports: [UInt16], seen: [Sight]) -> LearnedRules.Proposal {
    let set = PortSet(ports.map { $0...$0 })
    let text =
      switch target {
      case .name(let name): name.text
      case .address(let address): address.description
      }
    var rule = RuleDescription(id: "", target: text)
    if set != PortSet(443) { rule.ports = set.description }
    if let mode, let read = try? EgressRule.Target(parsing: text),
      mode != EgressRule.defaultMode(for: set, target: read)
    {
      rule.mode = mode.rawValue
    }
    if !addresses.isEmpty { rule.addresses = addresses.map(\.description) }
    if encryptedHello { rule.encryptedHello = true }
    if upgrade { rule.upgrade = true }
    let use = seen.reduce(into: PlaceUse()) { $0.add($1.use) }
    return LearnedRules.Proposal(
      rule: rule, reason: reason(use, isHeard: seen.allSatisfy(\.isHeard)), use: use, warnings: [])
  }

  private func reason(_ use: PlaceUse, isHeard: Bool) -> String {
    var words = [use.words.isEmpty ? "asked for" : use.words]
    if !isHeard { words.append("the client said nothing, so the mode follows from the port") }
    if !addresses.isEmpty {
      let shown = addresses.map { "\($0) (\($0.addressClass.rawValue))" }.joined(separator: ", ")
      words.append("leads to \(shown), which only this exemption opens")
    }
    if case .address(let address) = target {
      let kind = address.addressClass
      words.append(
        "dialled as an address\(kind == .global ? "" : " (\(kind.rawValue))"), so no name is checked"
      )
    }
    return words.joined(separator: "; ")
  }
}

/// Everything that was seen of one place.
private struct Sight {
  struct Reason: Error {
    var text: String
  }

  var use = PlaceUse()
  private var refusals: [EgressRefusal.Code: String] = [:]
  private var addresses: [IPAddress] = []
  private var hasReachedGlobal = false

  var isHeard: Bool { !use.modes.isEmpty }

  /// Whether a record tells of something that no rule of the profile allows.
  static func concerns(_ record: EgressRecord) -> Bool {
    record.rule == NetworkLearning.rule.text || record.rule == nil
  }

  mutating func add(_ record: EgressRecord) {
    use.add(record)
    if let code = record.code, refusals[code] == nil { refusals[code] = record.reason ?? "" }
    guard let text = record.address, let address = IPAddress(parsing: text) else { return }
    if address.addressClass == .global {
      hasReachedGlobal = hasReachedGlobal || record.verdict == .allowed
    } else if !addresses.contains(address), addresses.count < 8 {
      addresses.append(address)
    }
  }

  /// Why a name that was only asked for needs no rule.
  var lookupReason: String {
    refusals.first { $0.key != .learning }?.value ?? "it was asked for, and nobody connected to it"
  }

  /// What a rule would have to grant for this place.
  func grant(name: String, port: UInt16) -> Result<Grant, Reason> {
    // Whoever asks for another name than it dialled is refused under any rule.
    let hopeless: [EgressRefusal.Code] = [
      .deniedByRule, .nameUnknown, .addressUnassigned, .serverNameMismatch, .hostMismatch,
      .helloMalformed, .helloTooLarge, .requestMalformed, .requestTooLarge, .methodNotAllowed,
      .nameMalformed, .localName,
    ]
    let isUsable = use.connections > 0 || refusals.keys.contains { !hopeless.contains($0) }
    if !isUsable, let (_, reason) = refusals.min(by: { $0.key.rawValue < $1.key.rawValue }) {
      return .failure(Reason(text: reason))
    }
    let mode = use.modes.count == 1 ? use.modes.first : use.modes.isEmpty ? nil : .auto
    if let address = IPAddress(parsing: name) {
      guard NetworkLearning.mayPropose(address) else {
        return .failure(Reason(text: "\(address) is of the own machine, its link or its services"))
      }
      return .success(
        Grant(
          target: .address(address), mode: nil, addresses: [], encryptedHello: false,
          upgrade: false))
    }
    guard let host = try? HostName(parsing: name), !host.isLocal else {
      return .failure(Reason(text: "it is not a name that a rule can hold"))
    }
    let needed = hasReachedGlobal ? [] : addresses.sorted()
    if needed.isEmpty, !hasReachedGlobal, let reason = refusals[.addressNotGlobal] {
      return .failure(Reason(text: reason))
    }
    if let closed = needed.first(where: { !NetworkLearning.mayPropose($0) }) {
      return .failure(
        Reason(text: "it leads to \(closed), which is of the own machine, its link or its services")
      )
    }
    return .success(
      Grant(
        target: .name(host), mode: mode ?? EgressRule.defaultMode(for: port), addresses: needed,
        encryptedHello: refusals[.encryptedHello] != nil,
        upgrade: refusals[.upgradeNotAllowed] != nil))
  }
}

extension EgressRule {
  /// The mode that a rule about a name has on one port.
  fileprivate static func defaultMode(for port: UInt16) -> EgressMode {
    switch port {
    case 443: .tls
    case 80: .http
    case 22: .ssh
    default: .auto
    }
  }
}
