internal import Egress

/// Whom a connection is for, known by the address that the payload dialled and nothing else.
struct Peer {
  /// A name behind a synthetic address, or a real address.
  let host: HTTPAuthority.Host
  /// The port that was dialled.
  let port: UInt16

  /// The name as budgets and records have it.
  var text: String { host.description }

  /// What the policy says about it now.
  func decision(_ policy: EgressPolicy) throws(Refusal) -> EgressRule {
    switch host {
    case .name(let name): try policy.decision(name: name, port: port)
    case .address(let address): try policy.decision(address: address, port: port)
    }
  }
}
