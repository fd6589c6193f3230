import Egress
import TestSupport

extension SecureServer {
  /// A rule of mode tls-up that leads here, with a grant for it perhaps.
  func configuration(
    _ name: String = "api.test", grant: GrantDescription? = nil, secret: String = "",
    change: (inout RuleDescription) -> Void = { _ in },
    limits: (inout EgressLimits) -> Void = { _ in }
  ) -> BrokerConfiguration {
    var rule = RuleDescription(id: "rules[0]", target: name, ports: "80", mode: "tls-up")
    rule.addresses = ["127.0.0.0/8"]
    rule.upstreamPort = port
    rule.grant = grant?.name
    change(&rule)
    var configuration = BrokerConfiguration(profile: "probe", rules: [rule])
    configuration.hosts = [name: ["127.0.0.1"]]
    configuration.roots = roots
    if let grant { configuration.grants = [CarriedGrant(grant, secret: Array(secret.utf8))] }
    limits(&configuration.limits)
    return configuration
  }
}
