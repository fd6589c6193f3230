/// The head of a response that was judged by its form.
package struct HTTPResponseHead: Hashable, Sendable {
  /// The status code, 100 to 599.
  package let status: UInt16

  /// The words behind the status, any bytes but control bytes.
  package private(set) var reason: [UInt8]

  /// The minor version of HTTP/1: 0 or 1.
  package let minorVersion: UInt8

  /// The fields in their order.
  package var fields: HTTPFields

  /// Where the body ends.
  package let framing: HTTPFraming

  /// Leaves of the head its status and the fields of the names, which are in small letters, for an answer
  /// whose body is not passed on.
  mutating func reduce(to names: Set<String>) {
    reason = []
    fields = HTTPFields(fields.fields.filter { names.contains($0.name.lowercased()) })
    if framing != .none { fields.set("Content-Length", Array("0".utf8)) }
  }

  /// Whether another head follows for the same request.
  package var isInterim: Bool { status < 200 && status != 101 }

  /// Whether the server wants to go on after the answer.
  package var keepsAlive: Bool {
    let options = fields.members(of: "Connection")
    if options.contains("close") || framing == .untilClose { return false }
    return minorVersion == 1 || options.contains("keep-alive")
  }

  /// The head as it is sent on.
  package var bytes: [UInt8] {
    Array("HTTP/1.\(minorVersion) \(status) ".utf8) + reason + Array("\r\n".utf8) + fields.bytes
      + Array("\r\n".utf8)
  }

  /// Judges a complete head as the answer to a request of a method.
  init(line: HTTPStatusLine, fields: HTTPFields, method: String) throws(HTTPMistake) {
    let stated = try HTTPFraming(fields)
    let isBare =
      method == "HEAD" || line.status < 200 || line.status == 204 || line.status == 304
    guard stated != .chunked || line.minorVersion == 1 else { throw .framingConflict }
    status = line.status
    reason = line.reason
    minorVersion = line.minorVersion
    self.fields = fields
    framing = isBare ? .none : stated ?? .untilClose
  }
}

/// A status line.
struct HTTPStatusLine: Sendable {
  let status: UInt16
  let reason: [UInt8]
  let minorVersion: UInt8

  /// Reads `HTTP/1.x SP STATUS [SP REASON]`.
  init(_ line: [UInt8]) throws(HTTPMistake) {
    let parts = line.split(
      separator: ASCII.space, maxSplits: 2, omittingEmptySubsequences: false)
    guard let version = parts.first, parts.count >= 2 else { throw .statusLine }
    switch String(decoding: version, as: UTF8.self) {
    case "HTTP/1.1": minorVersion = 1
    case "HTTP/1.0": minorVersion = 0
    case let text where text.hasPrefix("HTTP/"): throw .version
    default: throw .statusLine
    }
    guard parts[1].count == 3, let number = ASCII.decimal(parts[1]), (100...599).contains(number)
    else { throw .statusLine }
    status = UInt16(number)
    reason = parts.count > 2 ? Array(parts[2]) : []
  }
}
