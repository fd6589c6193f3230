/// An address of either family; an IPv4-mapped IPv6 address is its IPv4 address.
package struct IPAddress: Hashable, Comparable, Sendable {
  /// The family of an address.
  package enum Family: UInt8, Sendable {
    case v4 = 4
    case v6 = 6

    /// Bits of an address: 32 or 128.
    package var bits: Int { self == .v4 ? 32 : 128 }
  }

  /// The family, after mapped addresses were normalised.
  package let family: Family

  /// The upper 64 bits; 0 for IPv4.
  let high: UInt64

  /// The lower 64 bits; of IPv4 all 32 bits.
  let low: UInt64

  /// An IPv4 address, most significant byte first.
  package init(v4: UInt32) {
    family = .v4
    high = 0
    low = UInt64(v4)
  }

  /// An IPv6 address by its halves; `::ffff:0:0/96` becomes IPv4 (RFC 4291, section 2.5.5.2).
  package init(high: UInt64, low: UInt64) {
    let isMapped = high == 0 && low >> 32 == 0xffff
    family = isMapped ? .v4 : .v6
    self.high = high
    self.low = isMapped ? low & 0xffff_ffff : low
  }

  /// An address from its 4 or 16 bytes in network order; nil for any other length.
  package init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4: self.init(v4: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    case 16:
      self.init(
        high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
        low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
    default: return nil
    }
  }

  /// The 4 or 16 bytes in network order.
  package var bytes: [UInt8] {
    let words =
      family == .v4 ? [UInt32(low)] : [high, low].flatMap { [$0 >> 32, $0].map(Self.word) }
    return words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// The number of an IPv4 address; nil for IPv6.
  package var v4: UInt32? { family == .v4 ? UInt32(low) : nil }

  /// The address in 128 bits as a socket of both families shows it: IPv4 mapped.
  var wide: (high: UInt64, low: UInt64) {
    family == .v4 ? (0, 0xffff_0000_0000 | low) : (high, low)
  }

  /// IPv4 before IPv6, then by number.
  package static func < (left: Self, right: Self) -> Bool {
    (left.family.rawValue, left.high, left.low) < (right.family.rawValue, right.high, right.low)
  }

  private static func word(_ value: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: value) }
}

extension IPAddress: CustomStringConvertible {
  /// Dotted decimal, or the one form of RFC 5952: small letters, the first longest run of zeros as `::`.
  package var description: String {
    if family == .v4 { return bytes.map { String($0) }.joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    let text = groups.map { String($0, radix: 16) }
    guard let run = Self.longestRunOfZeros(groups) else { return text.joined(separator: ":") }
    return text[..<run.lowerBound].joined(separator: ":") + "::"
      + text[run.upperBound...].joined(separator: ":")
  }

  private static func longestRunOfZeros(_ groups: [UInt16]) -> Range<Int>? {
    var longest: Range<Int>?
    var start = 0
    while start < groups.count {
      var end = start
      while end < groups.count, groups[end] == 0 { end += 1 }
      // A single zero is never shortened (RFC 5952, section 4.2.2).
      if end - start > max(1, longest?.count ?? 0) { longest = start..<end }
      start = end + 1
    }
    return longest
  }
}
