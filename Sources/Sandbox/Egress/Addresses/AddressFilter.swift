/// Decides which addresses of an upstream answer may be dialled.
///
/// Every address is judged by itself: those that are permitted may be dialled, the others never are,
/// and the caller dials the very value that was judged. A mixed answer is therefore usable; with
/// DNS64 on the host's network it is the usual one.
package struct AddressFilter: Sendable {
  /// Why an address is not dialled.
  package enum Objection: Hashable, Sendable {
    /// It is one of the host's own addresses.
    case ownAddress
    /// It lies in the synthetic ranges, which stand for names.
    case synthetic
    /// It is of a class that is not global.
    case notGlobal(AddressClass)
  }

  private let exemptions: [AddressBlock]
  private let ownAddresses: Set<IPAddress>

  /// A filter for one rule.
  ///
  /// Exemptions are the rule's `addresses`; the host's own addresses are those of all its interfaces.
  package init(exemptions: [AddressBlock], ownAddresses: Set<IPAddress>) {
    self.exemptions = exemptions
    self.ownAddresses = ownAddresses
  }

  /// Why an address may not be dialled; nil when it may.
  ///
  /// An exemption also covers the synthetic ranges: the broker dials from the host's network, where
  /// they lead to whatever the host has there and never back to its own listeners.
  package func objection(to address: IPAddress) -> Objection? {
    if exemptions.contains(where: { $0.contains(address) }) { return nil }
    if SyntheticRange.contains(address) { return .synthetic }
    if ownAddresses.contains(address) { return .ownAddress }
    let kind = address.addressClass
    return kind == .global ? nil : .notGlobal(kind)
  }

  /// The addresses that may be dialled, in the order given, and why the others may not.
  package func sort(
    _ addresses: [IPAddress]
  ) -> (permitted: [IPAddress], refused: [(address: IPAddress, objection: Objection)]) {
    var permitted: [IPAddress] = []
    var refused: [(address: IPAddress, objection: Objection)] = []
    for address in addresses {
      if let objection = objection(to: address) {
        refused.append((address, objection))
      } else {
        permitted.append(address)
      }
    }
    return (permitted, refused)
  }
}
