/// How a way through an HTTP proxy is asked for (RFC 9110, section 9.3.6), and what it answers.
package enum ProxyTunnel {
  /// What a proxy has said so far.
  package enum Answer: Hashable, Sendable {
    /// The head is not whole.
    case needMore
    /// The tunnel is open behind a head of so many bytes.
    case open(headBytes: Int)
    /// There is none, and why, as the end of a sentence.
    case refused(String)
  }

  /// What a client has asked for so far.
  package enum Question: Hashable, Sendable {
    /// The head is not whole.
    case needMore
    /// A way to a host, at a port.
    case way(HTTPAuthority.Host, port: UInt16)
    /// Nothing that is understood.
    case none
  }

  /// The most bytes of a head.
  package static let headLimit = 8 << 10

  /// The answer that lets a client begin.
  package static let opening = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)

  /// Reads what a client asks for; fields do not matter, and nothing may follow the head before the answer.
  package static func question(_ bytes: [UInt8]) -> Question {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      return bytes.count < headLimit ? .needMore : .none
    }
    let parts = bytes.prefix { $0 != ASCII.carriageReturn }
      .split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard end.upperBound == bytes.count, parts.count == 3, parts[0].elementsEqual("CONNECT".utf8),
      let asked = HTTPAuthority(parsing: parts[1]), let port = asked.port,
      parts[2].elementsEqual("HTTP/1.1".utf8) || parts[2].elementsEqual("HTTP/1.0".utf8)
    else { return .none }
    return .way(asked.host, port: port)
  }

  /// The request for a tunnel to a name of the table; never to what a payload has typed.
  package static func request(host: HostName, port: UInt16) -> [UInt8] {
    Array("CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n".utf8)
  }

  /// Reads the first bytes of an answer; nothing behind its head is looked at.
  package static func answer(_ bytes: [UInt8]) -> Answer {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      return bytes.count < headLimit
        ? .needMore : .refused("the proxy's answer has a head above the limit")
    }
    let line = Array(bytes.prefix { $0 != ASCII.carriageReturn })
    guard let status = try? HTTPStatusLine(line) else {
      return .refused("the proxy speaks no HTTP/1")
    }
    guard (200..<300).contains(status.status) else {
      let words = CappedText.visible(status.reason, limit: 100)
      return .refused("the proxy answers \(status.status) \(words)")
    }
    return .open(headBytes: end.upperBound)
  }
}
