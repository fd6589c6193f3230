/// A host and perhaps a port, as in Host and in the target of CONNECT.
package struct HTTPAuthority: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address.
  package enum Host: Hashable, Sendable, CustomStringConvertible {
    /// A name.
    case name(HostName)
    /// An address; IPv6 in brackets.
    case address(IPAddress)

    /// The name or address, without brackets.
    package var description: String {
      switch self {
      case .name(let name): name.text
      case .address(let address): address.description
      }
    }
  }

  /// The name in lower case, or the address.
  package let host: Host
  /// The port; nil when none is written.
  package let port: UInt16?

  /// Reads `NAME[:PORT]`, `A.B.C.D[:PORT]` or `[IPV6][:PORT]`; nil for anything else.
  ///
  /// User information, empty ports, zones, spaces and percent signs are none of it.
  package init?(parsing bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(300))
    let hostEnd: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
        let address = IPAddress(parsing: String(decoding: bytes[1..<close], as: UTF8.self)),
        bytes[1..<close].contains(UInt8(ascii: ":"))
      else { return nil }
      host = .address(address)
      hostEnd = close + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      if let address = IPAddress(parsing: String(decoding: bytes[..<hostEnd], as: UTF8.self)) {
        host = .address(address)
      } else if let name = try? HostName(parsing: bytes[..<hostEnd]) {
        host = .name(name)
      } else {
        return nil
      }
    }
    guard hostEnd < bytes.count else {
      port = nil
      return
    }
    let digits = bytes[(hostEnd + 1)...]
    guard bytes[hostEnd] == UInt8(ascii: ":"), digits.count <= 5,
      digits.first != UInt8(ascii: "0"), let number = ASCII.decimal(digits),
      let value = UInt16(exactly: number)
    else { return nil }
    port = value
  }

  /// The form that is read.
  package var description: String {
    let name =
      if case .address(let address) = host, address.family == .v6 { "[\(host)]" } else { "\(host)" }
    return port.map { "\(name):\($0)" } ?? name
  }
}
