/// A range of addresses with one prefix, such as `10.0.0.0/8`; a single address is a block too.
package struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
  /// The first address; every bit behind the prefix is 0.
  package let base: IPAddress

  /// Bits that all its addresses share: 0 to 32 or 0 to 128.
  package let prefix: Int

  /// The block of a prefix that holds an address; nil when the prefix does not fit the family.
  package init?(_ address: IPAddress, prefix: Int) {
    guard (0...address.family.bits).contains(prefix) else { return nil }
    self.prefix = prefix
    base = Self.masked(address, prefix)
  }

  /// The block of one address.
  package init(_ address: IPAddress) {
    base = address
    prefix = address.family.bits
  }

  /// Reads `ADDRESS` or `ADDRESS/PREFIX`; nil when bits behind the prefix are set, a likely mistake.
  ///
  /// A mapped block such as `::ffff:10.0.0.0/104` is the IPv4 block `10.0.0.0/8`.
  package init?(parsing text: some StringProtocol) {
    // 45 bytes of address, a slash and three digits.
    guard text.utf8.count <= 49 else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(parsing: first) else { return nil }
    guard parts.count > 1 else {
      self.init(address)
      return
    }
    let digits = Array(parts[1].utf8)
    guard parts.count == 2, digits.count <= 3,
      digits.count == 1 || digits.first != UInt8(ascii: "0"),
      let number = ASCII.decimal(digits)
    else { return nil }
    let isMapped = address.family == .v4 && first.utf8.contains(UInt8(ascii: ":"))
    self.init(address, prefix: Int(number) - (isMapped ? 96 : 0))
    guard base == address else { return nil }
  }

  /// Whether an address lies in the block; one of the other family never does.
  package func contains(_ address: IPAddress) -> Bool {
    address.family == base.family && Self.masked(address, prefix) == base
  }

  /// Whether every address of another block lies in this one.
  package func contains(_ other: AddressBlock) -> Bool {
    other.prefix >= prefix && contains(other.base)
  }

  /// Whether the two share an address.
  package func overlaps(_ other: AddressBlock) -> Bool { contains(other) || other.contains(self) }

  /// `ADDRESS/PREFIX`, and just the address for a single one.
  package var description: String {
    prefix == base.family.bits ? base.description : "\(base)/\(prefix)"
  }

  private static func masked(_ address: IPAddress, _ prefix: Int) -> IPAddress {
    // Smart shifts by 64 give 0, as they should.
    switch address.family {
    case .v4: IPAddress(v4: UInt32(address.low) & ~(UInt32.max >> UInt32(prefix)))
    case .v6:
      IPAddress(
        high: address.high & ~(UInt64.max >> UInt64(min(prefix, 64))),
        low: address.low & ~(UInt64.max >> UInt64(max(prefix, 64) - 64)))
    }
  }
}
