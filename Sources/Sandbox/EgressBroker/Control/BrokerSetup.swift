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
  var learning: NetworkLearning?
  var confine: Bool
  var grants: [CredentialGrant]
  var roots: TrustRoots?
  var authority: RunAuthority?
  /// The proxy through which names are reached.
  var proxy: HTTPAuthority?

  init(_ configuration: BrokerConfiguration) throws(Mistake) {
    profile = configuration.profile
    limits = configuration.limits
    confine = configuration.confine
    rules = []
    for description in configuration.rules { rules.append(try Self.rule(description)) }
    grants = try configuration.grants.map(Self.grant)
    do throws(TrustRoots.Mistake) {
      if let pem = configuration.roots { roots = try TrustRoots(pem: pem) }
    } catch {
      throw Mistake(reason: "roots: \(error.reason)")
    }
    if let carried = configuration.authority {
      do {
        authority = try RunAuthority(carried)
      } catch {
        throw Mistake(reason: "authority: \(error)")
      }
    }
    if let text = configuration.proxy {
      guard let read = HTTPAuthority(parsing: Array(text.utf8)), read.port != nil else {
        throw Mistake(reason: "proxy: not a host and port")
      }
      proxy = read
    }
    for rule in rules {
      try Self.check(
        rule, grants: grants, hasRoots: roots != nil, hasAuthority: authority != nil)
    }
    learning = configuration.learning
    do throws(RuleMistake) {
      rules += try learning?.rules ?? []
    } catch {
      throw Mistake(reason: "learning: \(error.reason); \(error.remedy)")
    }
    hosts = [:]
    for (text, addresses) in configuration.hosts {
      let shown = CappedText.visible(Array(text.utf8), limit: 80)
      guard let name = try? HostName(parsing: text) else {
        throw Mistake(reason: "hosts: \"\(shown)\" is not a name")
      }
      let read = addresses.compactMap { IPAddress(parsing: $0) }
      guard read.count == addresses.count else {
        throw Mistake(reason: "hosts: \"\(shown)\" has an invalid address")
      }
      hosts[name] = read
    }
    resolvers = configuration.resolvers.compactMap { Endpoint(parsing: $0, defaultPort: 53) }
    guard resolvers.count == configuration.resolvers.count else {
      throw Mistake(reason: "resolvers: one of them is not an address")
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
    return rule
  }

  /// Refuses a rule whose connections could not be verified, or whose grant is not there.
  static func check(
    _ rule: EgressRule, grants: [CredentialGrant], hasRoots: Bool, hasAuthority: Bool
  ) throws(Mistake) {
    guard rule.mode == .tlsUp, rule.verdict == .allow else { return }
    guard hasRoots else {
      throw Mistake(reason: "\(rule.id): this run has no certificates to verify servers by")
    }
    guard hasAuthority || !rule.clientTLS else {
      throw Mistake(reason: "\(rule.id): this run has no authority that signs certificates")
    }
    guard let id = rule.grant else { return }
    guard let grant = grants.first(where: { $0.id == id }), case .names(let pattern) = rule.target,
      let name = pattern.base, pattern.reach == .exact, grant.hosts.contains(name)
    else {
      throw Mistake(reason: "\(rule.id): there is no grant of that name for \(rule.target)")
    }
  }

  /// A grant with its credential; its time runs from now on.
  private static func grant(_ carried: CarriedGrant) throws(Mistake) -> CredentialGrant {
    guard let secret = Secret(carried.secret) else {
      let name = CappedText.visible(Array(carried.terms.name.utf8), limit: 80)
      throw Mistake(reason: "grant \(name): its credential is not valid; \(Secret.form)")
    }
    do throws(RuleMistake) {
      return try CredentialGrant(carried.terms, secret: secret, at: .now)
    } catch {
      throw Mistake(reason: "\(error.reason); \(error.remedy)")
    }
  }
}
