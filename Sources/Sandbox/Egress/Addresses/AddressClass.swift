/// What an address is for, by the registries of special-purpose addresses.
///
/// Only `global` may be dialled unless a rule exempts the address.
package enum AddressClass: String, Sendable, CaseIterable {
  /// Reachable over the Internet.
  case global
  /// `0.0.0.0` and `::`, which Linux takes for the own machine.
  case unspecified
  /// The own machine.
  case loopback
  /// RFC 1918 and unique local addresses (RFC 4193), also the old site-local ones (RFC 3879).
  case `private`
  /// Only on the own link.
  case linkLocal
  /// Shared address space of carriers (RFC 6598).
  case cgnat
  /// Where clouds give credentials and user data to their machines.
  case metadata
  /// To many at once.
  case multicast
  /// To all on the own link.
  case broadcast
  /// IPv4 translated by the network (RFC 6052, RFC 8215).
  case nat64
  /// IPv4 in a 6to4 tunnel (RFC 3056), and its old relays (RFC 7526).
  case sixToFour
  /// IPv4 in a Teredo tunnel (RFC 4380).
  case teredo
  /// For benchmarks (RFC 2544, RFC 5180); our synthetic IPv4 addresses lie here.
  case benchmark
  /// For examples in documents.
  case documentation
  /// Anything else that the registries reserve, and IPv6 beyond `2000::/3`.
  case reserved

  /// The class of an address.
  package init(of address: IPAddress) {
    let match = Self.table.first { $0.block.contains(address) }
    if let match {
      self = match.class
    } else {
      // 2000::/3 is the only space that IANA gives out for IPv6 unicast.
      self = address.family == .v4 || address.high >> 61 == 1 ? .global : .reserved
    }
  }

  /// The special range that an address lies in; nil for addresses that lie in none.
  static func range(of address: IPAddress) -> AddressBlock? {
    table.first { $0.block.contains(address) }?.block
  }

  private typealias Row = (block: AddressBlock, class: AddressClass)

  private static func rows(_ class: AddressClass, _ texts: [String]) -> [Row] {
    texts.compactMap { text in AddressBlock(parsing: text).map { ($0, `class`) } }
  }

  /// The first row that holds an address counts.
  ///
  /// Sources: IANA's IPv4 and IPv6 special-purpose address registries, the multicast registries, and
  /// for metadata the manuals of AWS (also `fd00:ec2::254`, and `.170.2`, `.170.23`, `fd00:ec2::23`
  /// for containers), Azure (`168.63.129.16`), Alibaba (`100.100.100.200`), Oracle
  /// (`192.0.0.192`) and Google (`fd20:ce::254`).
  private static let table: [Row] =
    rows(
      .metadata,
      [
        "169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16", "100.100.100.200",
        "192.0.0.192", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
      ])
    + rows(.unspecified, ["0.0.0.0", "::"])
    + rows(.loopback, ["127.0.0.0/8", "::1"])
    + rows(.private, ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"])
    + rows(.linkLocal, ["169.254.0.0/16", "fe80::/10"])
    + rows(.cgnat, ["100.64.0.0/10"])
    + rows(.broadcast, ["255.255.255.255"])
    + rows(.multicast, ["224.0.0.0/4", "ff00::/8"])
    + rows(.nat64, ["64:ff9b::/96", "64:ff9b:1::/48"])
    + rows(.sixToFour, ["2002::/16", "192.88.99.0/24"])
    + rows(.teredo, ["2001::/32"])
    + rows(.benchmark, ["198.18.0.0/15", "2001:2::/48"])
    + rows(
      .documentation,
      ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"])
    // The rest of 2001::/23 is for protocols, among them identifiers that route nowhere.
    + rows(.reserved, ["0.0.0.0/8", "192.0.0.0/24", "240.0.0.0/4", "2001::/23"])
}

extension IPAddress {
  /// What the address is for by the registries of IANA; only global ones are dialled without being
  /// listed.
  package var addressClass: AddressClass { AddressClass(of: self) }

  /// The IPv4 address inside an IPv6 address of a transition technique; nil where there is none.
  ///
  /// Of Teredo the client's address, whose bits are stored inverted (RFC 4380, section 4).
  package var embeddedV4: IPAddress? {
    guard family == .v6 else { return nil }
    switch addressClass {
    case .nat64: return IPAddress(v4: UInt32(low & 0xffff_ffff))
    case .sixToFour: return IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16))
    case .teredo: return IPAddress(v4: ~UInt32(low & 0xffff_ffff))
    // The old IPv4-compatible (RFC 4291, 2.5.5.1) and IPv4-translated forms (RFC 2765).
    case .reserved where high == 0 && (low >> 32 == 0 || low >> 32 == 0xffff_0000):
      return IPAddress(v4: UInt32(low & 0xffff_ffff))
    default: return nil
    }
  }
}
