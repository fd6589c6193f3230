/// Decides what a connection that has arrived at the gateway is: the steps between accepting it and
/// reading its first bytes.
package enum ConnectionGate {
  /// A connection that may go on.
  package struct Admission: Hashable, Sendable {
    /// What it is a connection to; never a string that the payload typed.
    package let host: HTTPAuthority.Host
    /// The port that the payload dialled.
    package let port: UInt16
    /// The rule that allows it.
    package let rule: EgressRule
    /// Which state of the policy allowed it.
    package let generation: Int
  }

  /// Finds the name behind an address, or the rule about the address itself.
  ///
  /// Synthetic addresses lead to their names and nowhere else; one that was not given out is refused,
  /// also where a rule means real addresses of the same range.
  package static func admit(
    _ address: IPAddress, port: UInt16, policy: EgressPolicy, table: NameTable,
    ownAddresses: Set<IPAddress>
  ) throws(EgressRefusal) -> Admission {
    if let entry = table.entry(at: address) {
      return Admission(
        host: .name(entry.name), port: port,
        rule: try policy.decision(name: entry.name, port: port), generation: policy.generation)
    }
    guard !SyntheticRange.contains(address) else {
      throw EgressRefusal(.addressUnassigned, "\(address) stands for no name that was looked up")
    }
    let rule = try policy.decision(address: address, port: port)
    var exemptions = rule.addresses
    if case .block(let block) = rule.target, block.isMeantSpecially(for: address) {
      exemptions.append(block)
    }
    let filter = AddressFilter(exemptions: exemptions, ownAddresses: ownAddresses)
    if let objection = filter.objection(to: address) {
      throw objection.refusal(of: address, for: "\(rule.target)")
    }
    return Admission(
      host: .address(address), port: port, rule: rule, generation: policy.generation)
  }

  /// Why a connection that was admitted ends under a later policy; nil when it goes on.
  ///
  /// It goes on only under the same rule for the same host: another mode or grant is another leave.
  package static func revocation(of admission: Admission, by policy: EgressPolicy) -> EgressRefusal?
  {
    do throws(EgressRefusal) {
      let rule =
        switch admission.host {
        case .name(let name): try policy.decision(name: name, port: admission.port)
        case .address(let address): try policy.decision(address: address, port: admission.port)
        }
      if rule == admission.rule { return nil }
    } catch {
      return EgressRefusal(
        .policyChanged, "the policy was changed, and now \(error.reason)",
        allowWith: error.allowWith)
    }
    return EgressRefusal(.policyChanged, "the policy was changed for \(admission.host)")
  }
}

extension AddressBlock {
  /// Whether whoever wrote the block must have meant an address's special range: all of the block
  /// lies in it, or it is the one address.
  ///
  /// `10.0.0.0/8` opens private addresses; `0.0.0.0/0` opens neither them nor metadata services.
  fileprivate func isMeantSpecially(for address: IPAddress) -> Bool {
    guard prefix < base.family.bits else { return base == address }
    return AddressClass.range(of: address)?.contains(self) ?? false
  }
}

extension AddressFilter.Objection {
  /// The objection as a refusal of an address that some name or rule led to.
  package func refusal(of address: IPAddress, for host: String) -> EgressRefusal {
    let shown = CappedText.visible(host.utf8, limit: 253)
    let reason =
      switch self {
      case .ownAddress: "\(shown) leads to \(address), an address of this machine"
      case .synthetic: "\(shown) leads to \(address), which stands for a name"
      case .notGlobal(let kind):
        "\(shown) leads to \(address), which is not global (\(kind.rawValue))"
      }
    return EgressRefusal(
      .addressNotGlobal, reason, allowWith: "addresses: [\(address)], in the rule")
  }
}
