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

  /// A token of at most 20 bytes and a space start a request.
  private static func method(_ start: [UInt8]) -> FirstBytes {
    for (index, byte) in start.enumerated() {
      if byte == ASCII.space { return index > 0 ? .http : .other }
      guard ASCII.isToken(byte), index < 20 else { return .other }
    }
    return .needMore
  }
}
