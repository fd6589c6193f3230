/// Tells what a client speaks by its first bytes, for rules of mode `auto` and `ssh`.
package enum FirstBytes: Hashable, Sendable {
  /// More bytes must come first.
  case needMore
  /// A TLS record, or SSL 2.
  case tls
  /// A request line of HTTP/1, or the preface of HTTP/2.
  case http
  /// The banner of SSH 2.
  case ssh
  /// Anything else.
  case other

  /// Judges the start of a stream; the verdict on a longer start is the same once it stands.
  package init(_ bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(32))
    guard let first = start.first else {
      self = .needMore
      return
    }
    if first == 22 {
      self = start.count < 2 ? .needMore : start[1] == 3 ? .tls : .other
      return
    }
    let banner = Array("SSH-2.0-".utf8)
    if start.starts(with: banner) {
      self = .ssh
      return
    }
    if banner.starts(with: start) {
      self = .needMore
      return
    }
    self = Self.method(start)
  }

  /// A known method and a space start a request; another token does when a path follows.
  ///
  /// Other protocols start with a word and a space too, such as EHLO.
  private static func method(_ start: [UInt8]) -> FirstBytes {
    let word = start.prefix { ASCII.isToken($0) }
    guard word.count <= 20, word.count < start.count else {
      return word.count <= 20 ? .needMore : .other
    }
    guard !word.isEmpty, start[word.count] == ASCII.space else { return .other }
    if knownMethods.contains(String(decoding: word, as: UTF8.self)) { return .http }
    guard start.count > word.count + 1 else { return .needMore }
    return [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(start[word.count + 1]) ? .http : .other
  }

  private static let knownMethods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE",
  ]
}

extension EgressMode {
  /// The mode that a connection is looked at from now on; nil while more bytes must come.
  ///
  /// `auto` becomes what the client speaks, and `raw` when that is neither TLS nor HTTP; the caller
  /// ends its wait for a client that says nothing, and takes `raw` then too. Other modes stay, or
  /// refuse what they are not for.
  package func settled(by first: FirstBytes, host: String) throws(EgressRefusal) -> EgressMode? {
    let shown = CappedText.visible(host.utf8, limit: 253)
    switch (self, first) {
    case (.raw, _): return .raw
    case (_, .needMore): return nil
    case (.tls, .tls), (.auto, .tls): return .tls
    case (.http, .http), (.auto, .http): return .http
    case (.tlsUp, .http): return .tlsUp
    case (.ssh, .ssh): return .ssh
    case (.auto, .ssh), (.auto, .other): return .raw
    case (.tls, _): throw EgressRefusal(.notTLS, "the client of \(shown) did not start with TLS")
    case (.ssh, _): throw EgressRefusal(.notSSH, "the client of \(shown) did not start with SSH 2")
    case (.http, _), (.tlsUp, _):
      throw EgressRefusal(.notHTTP, "the client of \(shown) did not start with an HTTP/1 request")
    }
  }
}
