/// Everything the broker is told before it serves: JSON in a sealed memory file.
///
/// The property names are the JSON keys.
package struct BrokerConfiguration: Hashable, Sendable, Codable {
  /// The profile's name, for what the payload is told.
  package var profile: String
  /// The rules in their order.
  package var rules: [RuleDescription]
  /// Addresses of names that are not asked for anywhere: the caller's hosts map.
  package var hosts: [String: [String]]
  /// The name servers of the host, as addresses; asked in this order.
  package var resolvers: [String]
  /// Every bound.
  package var limits: EgressLimits
  /// Whether the broker confines itself; false only where the front was told to accept that.
  package var confine: Bool

  /// A configuration.
  package init(
    profile: String, rules: [RuleDescription], hosts: [String: [String]], resolvers: [String],
    limits: EgressLimits = EgressLimits(), confine: Bool = true
  ) {
    self.profile = profile
    self.rules = rules
    self.hosts = hosts
    self.resolvers = resolvers
    self.limits = limits
    self.confine = confine
  }
}
