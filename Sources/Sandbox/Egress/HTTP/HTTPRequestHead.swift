/// The head of a request that was judged by its form.
package struct HTTPRequestHead: Hashable, Sendable {
  /// The method: a token, as it was written.
  package let method: String

  /// The target: `/` and what follows, or `*` with OPTIONS; visible ASCII without `#`.
  package var target: [UInt8]

  /// The minor version of HTTP/1: 0 or 1.
  package let minorVersion: UInt8

  /// The fields in their order.
  package var fields: HTTPFields

  /// The host of the only Host field, which HTTP/1.0 needs here too.
  package let authority: HTTPAuthority

  /// Where the body ends.
  package let framing: HTTPFraming

  /// Protocols that the client wants to change to; empty when it does not.
  package var upgrades: [String] { fields.members(of: "Upgrade") }

  /// Whether the client wants to go on after the answer.
  package var keepsAlive: Bool {
    let options = fields.members(of: "Connection")
    if options.contains("close") { return false }
    return minorVersion == 1 || options.contains("keep-alive")
  }

  /// The path without the query.
  package var path: ArraySlice<UInt8> { target.prefix { $0 != UInt8(ascii: "?") } }

  /// What follows the first `?`; nil without one.
  package var query: ArraySlice<UInt8>? {
    target.firstIndex(of: UInt8(ascii: "?")).map { target[($0 + 1)...] }
  }

  /// The head as it is sent on: exactly what was judged, no byte of the original line ends.
  package var bytes: [UInt8] {
    Array("\(method) ".utf8) + target + Array(" HTTP/1.\(minorVersion)\r\n".utf8) + fields.bytes
      + Array("\r\n".utf8)
  }
}

/// A request line.
struct HTTPRequestLine: Sendable {
  let method: String
  let target: [UInt8]
  let minorVersion: UInt8

  /// Reads `METHOD SP TARGET SP HTTP/1.x`, with one space each.
  init(_ line: [UInt8]) throws(HTTPMistake) {
    let parts = line.split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard parts.count == 3, (1...20).contains(parts[0].count), parts[0].allSatisfy(ASCII.isToken)
    else { throw .requestLine }
    method = String(decoding: parts[0], as: UTF8.self)
    target = Array(parts[1])
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": minorVersion = 1
    case "HTTP/1.0": minorVersion = 0
    case "HTTP/2.0": throw .http2
    case let version where version.hasPrefix("HTTP/"): throw .version
    default: throw .requestLine
    }
    // Servers that ignore case would take the small form for the same.
    guard !Self.forbidden.contains(method.uppercased()) else { throw .method }
    let isWhole = target == [UInt8(ascii: "*")] && method == "OPTIONS"
    guard target.first == UInt8(ascii: "/") || isWhole,
      target.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
    else { throw .targetForm }
  }

  /// Methods that reach past the host or echo what was sent, with what the broker added.
  private static let forbidden: Set<String> = ["CONNECT", "TRACE", "TRACK", "DEBUG", "PRI"]
}

extension HTTPRequestHead {
  /// Judges a complete head.
  init(line: HTTPRequestLine, fields: HTTPFields) throws(HTTPMistake) {
    let hosts = fields.values(of: "Host")
    guard let host = hosts.first else { throw .hostMissing }
    guard hosts.count == 1 else { throw .hostRepeated }
    guard let authority = HTTPAuthority(parsing: host) else { throw .hostMalformed }
    guard !fields.contains("HTTP2-Settings") else { throw .http2 }
    let framing = try HTTPFraming(fields) ?? .none
    // HTTP/1.0 knows no chunks (RFC 9112, section 6.1).
    guard framing != .chunked || line.minorVersion == 1 else { throw .framingConflict }
    // A field that Connection names is dropped on the way; these never may be.
    let dropped = Set(fields.members(of: "Connection"))
    guard
      dropped.isDisjoint(with: ["host", "content-length", "transfer-encoding", "authorization"])
    else { throw .connection }
    self.init(
      method: line.method, target: line.target, minorVersion: line.minorVersion, fields: fields,
      authority: authority, framing: framing)
  }
}
