/// How the broker looks at a connection before and while it relays it.
package enum EgressMode: String, Sendable, Codable, CaseIterable {
  /// A TLS hello whose server name is the rule's name; what follows is opaque.
  case tls
  /// HTTP/1 in clear text; the Host of every request is the rule's name.
  case http
  /// HTTP/1 from the payload, verified TLS to the server; requests as with `http`.
  case tlsUp = "tls-up"
  /// A client that introduces itself as SSH 2; what follows is opaque.
  case ssh
  /// Any bytes.
  case raw
  /// `tls` or `http` when the first bytes say so, else `raw`; waits shortly for them.
  case auto

  /// The most that a connection under this mode can be assured of.
  package var assurance: Assurance {
    switch self {
    case .tls: .sni
    case .http, .tlsUp: .l7
    case .ssh, .raw, .auto: .name
    }
  }
}

/// What was checked of a connection besides its port; each level holds the ones before it.
package enum Assurance: String, Sendable, Codable, CaseIterable, Comparable {
  /// The connection went to the name's synthetic address, and to a checked address of the name.
  case name
  /// The hello of TLS asks for the name; fronting and coalescing inside TLS are not seen.
  case sni
  /// Every request was read and asks for the name.
  case l7

  /// In the order of strength.
  package static func < (left: Self, right: Self) -> Bool { left.strength < right.strength }

  private var strength: Int {
    switch self {
    case .name: 0
    case .sni: 1
    case .l7: 2
    }
  }
}
