internal import Egress

/// A configuration that was read and found to be one.
struct BrokerSetup {
  /// Why a configuration is none.
  struct Mistake: Error {
    var reason: String
  }

  var profile: String
  var rules: [EgressRule]
  var hosts: [HostName: [IPAddress]]
  var resolvers: [Endpoint]
  var limits: EgressLimits
  var confine: Bool

  init(_ configuration: BrokerConfiguration) throws(Mistake) {
    profile = configuration.profile
    limits = configuration.limits
    confine = configuration.confine
    rules = []
    for description in configuration.rules { rules.append(try Self.rule(description)) }
    hosts = [:]
    for (text, addresses) in configuration.hosts {
      let shown = CappedText.visible(Array(text.utf8), limit: 80)
      guard let name = try? HostName(parsing: text) else {
        throw Mistake(reason: "hosts: \"\(shown)\" is no name")
      }
      let read = addresses.compactMap { IPAddress(parsing: $0) }
      guard read.count == addresses.count else {
        throw Mistake(reason: "hosts: \"\(shown)\" has an address that is none")
      }
      hosts[name] = read
    }
    resolvers = configuration.resolvers.compactMap { Endpoint(parsing: $0, defaultPort: 53) }
    guard resolvers.count == configuration.resolvers.count else {
      throw Mistake(reason: "resolvers: one of them is no address")
    }
    // The resolver of libc asks three as well.
    resolvers = Array(resolvers.prefix(3))
  }

  /// A rule that this broker can hold connections to.
  static func rule(_ description: RuleDescription) throws(Mistake) -> EgressRule {
    let rule: EgressRule
    do {
      rule = try EgressRule(description)
    } catch {
      let id = CappedText.visible(Array(description.id.utf8), limit: 80)
      throw Mistake(reason: "\(id): \(error.reason); \(error.remedy)")
    }
    guard rule.mode != .tlsUp || rule.verdict == .deny else {
      throw Mistake(
        reason:
          "\(rule.id): mode tls-up is not offered by this broker; use tls, or http for port 80")
    }
    return rule
  }
}
