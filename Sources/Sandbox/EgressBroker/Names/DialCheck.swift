internal import Egress

/// Decides which addresses of a name may be dialled; what it returns is dialled, nothing else.
struct DialCheck {
  /// The addresses of the host's interfaces.
  let ownAddresses: Set<IPAddress>

  /// The addresses that may be dialled, eight at most.
  func permitted(
    _ addresses: [IPAddress], of name: HostName, rule: EgressRule
  ) throws(EgressRefusal) -> [IPAddress] {
    let filter = AddressFilter(exemptions: rule.addresses, ownAddresses: ownAddresses)
    let sorted = filter.sort(addresses)
    guard sorted.permitted.isEmpty else { return Array(sorted.permitted.prefix(8)) }
    guard let first = sorted.refused.first else {
      throw EgressRefusal(.upstreamFailed, "\(name) has no address")
    }
    throw first.objection.refusal(of: first.address, for: name.text)
  }
}
