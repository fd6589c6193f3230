/// One line of a network policy.
package struct EgressRule: Hashable, Sendable {
  /// Whom a rule is about.
  package enum Target: Hashable, Sendable, CustomStringConvertible {
    /// Names, reached through their synthetic addresses.
    case names(NamePattern)
    /// Real addresses, reached as such.
    case block(AddressBlock)

    /// The pattern or the block, as it is written.
    package var description: String {
      switch self {
      case .names(let pattern): pattern.description
      case .block(let block): block.description
      }
    }
  }

  /// What a rule says.
  package enum Verdict: String, Sendable, CaseIterable {
    case allow, deny
  }

  /// What a rule permits beyond the strict default; nothing by default.
  package struct Leniency: OptionSet, Hashable, Sendable {
    /// One bit for each leniency; bits without a meaning permit nothing.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Hellos with encrypted_client_hello, whose inner name nobody sees; many browsers send a
    /// meaningless one (GREASE), which looks the same.
    package static let encryptedHello = Leniency(rawValue: 1)
    /// Upgrades of HTTP/1, such as WebSocket, after which bytes are opaque; never to h2c.
    package static let upgrade = Leniency(rawValue: 2)
    /// Answers to AAAA questions, so that programs prefer IPv6 inside the sandbox.
    package static let ipv6 = Leniency(rawValue: 4)
  }

  /// Where it stands, for messages and results.
  package let id: RuleID
  /// The names or addresses that it is about.
  package let target: Target
  /// The ports inside the sandbox that it is about.
  package let ports: PortSet
  /// How connections are looked at.
  package let mode: EgressMode
  /// Whether it allows or denies; a denial wins over every other rule.
  package let verdict: Verdict
  /// Addresses that may be dialled for these names although they are not global.
  package let addresses: [AddressBlock]
  /// The credential grant that goes with its requests.
  package let grant: String?
  /// The port of the server that is dialled under `tls-up`; under other modes it is the client's.
  package let upstreamPort: UInt16
  /// Whether clients speak TLS under `tls-up`, which ends at the broker; else they speak clear HTTP.
  package let clientTLS: Bool
  /// What it permits beyond the strict default.
  package let leniency: Leniency

  /// A rule as the reader of a profile found it.
  ///
  /// Without ports it is about 443, about 80 where clients speak clear HTTP under `tls-up`, a denying one
  /// about all; without a mode the ports decide: see ``defaultMode(for:target:)``.
  package init(
    id: RuleID, target: Target, ports: PortSet? = nil, mode: EgressMode? = nil,
    verdict: Verdict = .allow, addresses: [AddressBlock] = [], grant: String? = nil,
    upstreamPort: UInt16 = 443, clientTLS: Bool = false, leniency: Leniency = []
  ) {
    self.id = id
    self.target = target
    let ports =
      ports ?? (verdict == .deny ? .all : PortSet(mode == .tlsUp && !clientTLS ? 80 : 443))
    self.ports = ports
    self.mode = mode ?? Self.defaultMode(for: ports, target: target)
    self.verdict = verdict
    self.addresses = addresses
    self.grant = grant
    self.upstreamPort = upstreamPort
    self.clientTLS = clientTLS
    self.leniency = leniency
  }

  /// The mode of a rule that names none: 443 is `tls`, 80 is `http`, 22 is `ssh`, the rest `auto`.
  ///
  /// Rules about addresses are `raw`: a client that dials an address sends no server name.
  package static func defaultMode(for ports: PortSet, target: Target) -> EgressMode {
    guard case .names = target else { return .raw }
    return switch ports.single {
    case 443: .tls
    case 80: .http
    case 22: .ssh
    default: .auto
    }
  }

  /// Whether its hosts are reached through the proxy, when there is one: names whose addresses are
  /// listed, and addresses themselves, lie on this side of it.
  package var isReachedByProxy: Bool {
    if case .names = target { addresses.isEmpty } else { false }
  }

  /// Whether the rule means more than one name.
  package var isWildcard: Bool {
    if case .names(let pattern) = target { pattern.isWildcard } else { false }
  }
}
