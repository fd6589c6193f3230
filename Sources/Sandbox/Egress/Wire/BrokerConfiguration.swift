/// What the broker is started with: the JSON in its first descriptor.
package struct BrokerConfiguration: Hashable, Sendable, Codable {
  /// The profile's name, for messages.
  package var profile: String
  /// The rules in their order.
  package var rules: [RuleDescription]
  /// Addresses of names that are not asked for, as in a hosts file.
  package var hosts: [String: [String]] = [:]
  /// The host's name servers in their order: `ADDRESS` or `ADDRESS:PORT`, IPv6 in brackets then.
  package var resolvers: [String] = []
  /// The credential grants that rules name.
  package var grants: [CarriedGrant] = []
  /// The certificates that servers under `tls-up` are judged by, as PEM; nil when no rule needs them.
  package var roots: String?
  /// Who signs for servers whose clients' TLS ends at the broker; nil when no rule needs it.
  package var authority: CarriedAuthority?
  /// The proxy of HTTP through which names are reached: `NAME:PORT` or `ADDRESS:PORT`; nil for none.
  package var proxy: String?
  /// What is done with attempts beyond the rules; nil to refuse them.
  package var learning: NetworkLearning?
  /// Every bound of the run.
  package var limits = EgressLimits()
  /// Whether the broker confines itself; only tests and debuggers do without.
  package var confine = true

  /// A configuration without hosts and name servers.
  package init(profile: String, rules: [RuleDescription]) {
    self.profile = profile
    self.rules = rules
  }
}

/// The order of the descriptors that the first message to the broker carries.
package enum BrokerCarried: Int, Sendable, CaseIterable {
  /// The configuration, in a sealed file.
  case configuration
  /// The broker's own seccomp program; empty for none.
  case filter
  /// The socket to the launcher.
  case launcher
}
