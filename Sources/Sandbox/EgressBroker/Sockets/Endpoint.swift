internal import CKernel
internal import Egress

/// An address and a port to dial, or that was dialled.
struct Endpoint: Hashable, Sendable {
  var address: IPAddress
  var port: UInt16

  init(_ address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Reads `ADDRESS` or `ADDRESS:PORT`, an IPv6 address before a port in brackets.
  init?(parsing text: String, defaultPort: UInt16) {
    if let address = IPAddress(parsing: text) {
      self.init(address, port: defaultPort)
      return
    }
    guard let authority = HTTPAuthority(parsing: Array(text.utf8)),
      case .address(let address) = authority.host
    else { return nil }
    self.init(address, port: authority.port ?? defaultPort)
  }

  init?(_ record: sentinel_endpoint) {
    let bytes = unsafe withUnsafeBytes(of: record.bytes) { unsafe Array($0) }
    guard let address = IPAddress(bytes: bytes.prefix(record.is_ipv6 != 0 ? 16 : 4)) else {
      return nil
    }
    self.init(address, port: record.port)
  }

  /// The endpoint as system calls take it.
  var record: sentinel_endpoint {
    var record = sentinel_endpoint()
    record.port = port
    record.is_ipv6 = address.family == .v6 ? 1 : 0
    let bytes = address.bytes
    unsafe withUnsafeMutableBytes(of: &record.bytes) { unsafe $0.copyBytes(from: bytes) }
    return record
  }
}
