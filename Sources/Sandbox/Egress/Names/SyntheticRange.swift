/// The addresses that stand for names inside a sandbox.
///
/// IPv4 from the benchmark range (RFC 2544), which no network routes: 198.18.0.0/24 belongs to the
/// gateway (`.1`), the payload (`.2`) and the resolver (`.53`), the last /24 stays free, and what is
/// between stands for names. IPv6 from one fixed unique local /64, whose last 32 bits are the IPv4
/// address of the same name; its second byte on spell "Senti".
package enum SyntheticRange {
  /// All of the IPv4 range, to be routed to the gateway.
  package static let v4 = AddressBlock(clamped: IPAddress(v4: 0xc612_0000), prefix: 15)

  /// All of the IPv6 range, to be routed to the gateway.
  package static let v6 = AddressBlock(clamped: IPAddress(high: v6High, low: 0), prefix: 64)

  /// The gateway's own address, 198.18.0.1.
  package static let gateway = IPAddress(v4: 0xc612_0001)

  /// The payload's address, 198.18.0.2.
  package static let payload = IPAddress(v4: 0xc612_0002)

  /// The resolver's address, 198.18.0.53.
  package static let resolver = IPAddress(v4: 0xc612_0035)

  /// The port at ``gateway`` of the proxy for programs that resolve names in ways of their own, where the
  /// payload has no network of its own; the one that proxies of HTTP are usually found at.
  package static let proxyPort: UInt16 = 3128

  /// Addresses that can stand for names: 130,560.
  package static let capacity = 0x2_0000 - 0x200

  /// Whether an address is in either range, given out or not.
  package static func contains(_ address: IPAddress) -> Bool {
    v4.contains(address) || v6.contains(address)
  }

  /// The IPv4 address of a slot from 0 to ``capacity`` - 1.
  static func v4(slot: Int) -> IPAddress { IPAddress(v4: first + UInt32(slot % capacity)) }

  /// The IPv6 address of a slot from 0 to ``capacity`` - 1.
  static func v6(slot: Int) -> IPAddress {
    IPAddress(high: v6High, low: UInt64(first + UInt32(slot % capacity)))
  }

  /// The slot of an address; nil for what cannot stand for a name.
  static func slot(of address: IPAddress) -> Int? {
    guard contains(address), address.low >= UInt64(first), address.low <= UInt64(UInt32.max) else {
      return nil
    }
    let slot = Int(address.low) - Int(first)
    return slot < capacity ? slot : nil
  }

  private static let first: UInt32 = 0xc612_0100
  private static let v6High: UInt64 = 0xfd53_656e_7469_0000
}

extension AddressBlock {
  /// A block whose prefix is brought into the range of its family.
  init(clamped address: IPAddress, prefix: Int) {
    self = AddressBlock(address, prefix: prefix) ?? AddressBlock(address)
  }
}
