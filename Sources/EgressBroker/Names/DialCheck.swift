internal import Egress

/// Decides which addresses a connection may go to; what it returns is dialled, nothing else.
struct DialCheck {
  private let ownAddresses: Set<IPAddress>

  init(ownAddresses: Set<IPAddress>) { self.ownAddresses = ownAddresses }

  /// The addresses of a name that may be dialled, eight at most.
  func permitted(
    _ addresses: [IPAddress], of name: HostName, rule: EgressRule
  ) throws(Refusal) -> [IPAddress] {
    let filter = AddressFilter(exemptions: rule.addresses, ownAddresses: ownAddresses)
    let sorted = filter.sort(addresses)
    guard sorted.permitted.isEmpty else { return Array(sorted.permitted.prefix(8)) }
    guard let first = sorted.refused.first else {
      throw Refusal(.upstreamFailed, "\(name) has no address")
    }
    throw Refusal(
      .addressNotGlobal, "\(name) leads to \(first.address), \(first.objection.reason)",
      allowWith: "addresses: [\(first.address)], in the rule \(rule.id)")
  }

  /// An address that the payload dialled under a rule about addresses.
  ///
  /// Who writes a block of a special kind means addresses of this kind; the own machine's and
  /// metadata services must be written out.
  func permit(_ address: IPAddress, rule: EgressRule) throws(Refusal) {
    let filter = AddressFilter(exemptions: rule.addresses, ownAddresses: ownAddresses)
    guard let objection = filter.objection(to: address) else { return }
    if case .block(let block) = rule.target {
      if block.base == address, block.prefix == address.family.bits { return }
      if case .notGlobal(let kind) = objection, kind == block.base.addressClass,
        ![.unspecified, .loopback, .metadata].contains(kind)
      {
        return
      }
    }
    throw Refusal(
      .addressNotGlobal, "\(address) is \(objection.reason)",
      allowWith: "addresses: [\(address)], in the rule \(rule.id)")
  }
}

extension AddressFilter.Objection {
  /// What the address is, as the end of a sentence about it.
  var reason: String {
    switch self {
    case .ownAddress: "an address of this machine"
    case .synthetic: "an address that stands for a name"
    case .notGlobal(let kind): "an address of the kind \(kind.rawValue)"
    }
  }
}
