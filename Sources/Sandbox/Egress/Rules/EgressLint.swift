/// Reads a policy as an attacker would and says what it lets through that its writer may not mean.
package enum EgressLint {
  /// The warnings in the order of the rules; rules that deny are only looked at for their effect.
  ///
  /// With a proxy, rules whose addresses it finds are among them.
  package static func warnings(for rules: [EgressRule], hasProxy: Bool = false) -> [LintWarning] {
    var warnings: [LintWarning] = []
    for (index, rule) in rules.enumerated() {
      if rule.verdict == .allow {
        if hasProxy, rule.isReachedByProxy {
          warnings.append(
            LintWarning(
              rule: rule.id, kind: .addressUnchecked,
              text: "the proxy finds the address of \(rule.target), unchecked: a private one too",
              remedy: "trust the proxy to refuse those, or list addresses: to go past it"))
        }
        warnings += reachWarnings(rule)
        warnings += hostWarnings(rule)
        warnings += portWarnings(rule)
      }
      warnings += orderWarnings(rule, before: rules[..<index], all: rules)
    }
    return warnings
  }

  private static func reachWarnings(_ rule: EgressRule) -> [LintWarning] {
    var warnings: [LintWarning] = []
    switch rule.target {
    case .names(let pattern) where pattern.reach == .everything:
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .everything, text: "* allows every name there is",
          remedy: "name the hosts; the result of a run lists what it asked for"))
    case .names(let pattern):
      guard pattern.isWildcard, let base = pattern.base, KnownHosts.isPublicSuffix(base) else {
        break
      }
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .publicSuffix,
          text: "\(pattern) allows names that anybody can register under \(base)",
          remedy: "write the registered name, such as *.example.\(base)"))
    case .block(let block) where block.prefix < (block.base.family == .v4 ? 16 : 32):
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .wideBlock, text: "\(block) is a large part of the Internet",
          remedy: "write names, or the smallest block that is needed"))
    case .block(let block) where exposesHost(block):
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .exemption,
          text:
            "\(block) leads to the own machine or to a metadata service, which gives credentials",
          remedy: "remove the rule unless just that is meant"))
    case .block: break
    }
    for block in rule.addresses where exposesHost(block) {
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .exemption,
          text: "the exemption \(block) lets a name lead to the own machine or a metadata service",
          remedy: "exempt only the addresses that the host really has"))
    }
    return warnings
  }

  private static func exposesHost(_ block: AddressBlock) -> Bool {
    let sensitive = ["127.0.0.0/8", "::1", "169.254.169.254", "fd00:ec2::254"]
    return sensitive.compactMap { AddressBlock(parsing: $0) }.contains { $0.overlaps(block) }
  }

  private static func hostWarnings(_ rule: EgressRule) -> [LintWarning] {
    guard case .names(let pattern) = rule.target, let base = pattern.base else { return [] }
    var warnings: [LintWarning] = []
    if let suffix = KnownHosts.holds(KnownHosts.multiTenantSuffixes, orParentOf: base) {
      let text =
        pattern.isWildcard
        ? "\(pattern) allows hosts of every customer of \(suffix), an attacker's too"
        : "\(base) shares \(suffix) with other customers, whom inner names of TLS may reach"
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .multiTenant, text: text,
          remedy: pattern.isWildcard
            ? "name the one host"
            : "allow it only where what the command can read may leave"))
    }
    if pattern.touches(KnownHosts.uploadHosts) {
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .uploadHost,
          text: "\(pattern) takes uploads from any account, so data can leave to a stranger's",
          remedy: "allow it only where what the command can read may leave"))
    }
    if pattern.touches(KnownHosts.resolvers) {
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .resolver,
          text: "\(pattern) resolves names over HTTPS, so questions get past the resolver",
          remedy: "leave it out; programs in the sandbox need no resolver of their own"))
    }
    return warnings
  }

  private static func portWarnings(_ rule: EgressRule) -> [LintWarning] {
    var warnings: [LintWarning] = []
    for port: UInt16 in [53, 853] where rule.ports.contains(port) && rule.ports != .all {
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .resolverPort,
          text: "port \(port) is for resolvers, which carry any data in their questions",
          remedy: "leave the port out; names are resolved without a rule"))
    }
    if case .block = rule.target, [.tls, .tlsUp].contains(rule.mode) {
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .addressMode,
          text: "mode \(rule.mode.rawValue) needs a name, so no connection to an address passes it",
          remedy: "write the name, or mode raw"))
    }
    if case .names = rule.target, rule.ports.contains(443), [.raw, .auto].contains(rule.mode) {
      warnings.append(
        LintWarning(
          rule: rule.id, kind: .weakMode,
          text: "mode \(rule.mode.rawValue) on port 443 lets hellos without a server name through",
          remedy: "write a rule of its own for port 443 with mode tls"))
    }
    return warnings
  }

  private static func orderWarnings(
    _ rule: EgressRule, before earlier: ArraySlice<EgressRule>, all: [EgressRule]
  ) -> [LintWarning] {
    guard rule.verdict == .allow else { return [] }
    if let denying = all.first(where: { $0.verdict == .deny && $0.covers(rule) }) {
      return [
        LintWarning(
          rule: rule.id, kind: .deniedWhole, text: "\(denying.id) denies all that this rule allows",
          remedy: "remove one of the two")
      ]
    }
    let allowing = earlier.filter { $0.verdict == .allow }
    if let first = allowing.first(where: { $0.covers(rule) }) {
      return [
        LintWarning(
          rule: rule.id, kind: .shadowed,
          text: "\(first.id) comes first and means all that this rule does, so it never counts",
          remedy: "move the rule before it, or remove it")
      ]
    }
    guard let other = allowing.first(where: { $0.overlaps(rule) && $0.mode != rule.mode }) else {
      return []
    }
    return [
      LintWarning(
        rule: rule.id, kind: .overlap,
        text: "\(other.id) comes first for what both mean, with mode \(other.mode.rawValue)",
        remedy: "put the narrower rule first")
    ]
  }
}

extension NamePattern {
  /// Whether the pattern means one of the names, or is below one of them.
  fileprivate func touches(_ list: Set<String>) -> Bool {
    guard let base, !KnownHosts.isPublicSuffix(base) else { return false }
    if list.contains(base.text) { return true }
    return isWildcard && list.contains { HostName(checked: $0).isBelow(base) }
  }
}

extension EgressRule {
  /// Whether the rule means all targets and ports of another.
  fileprivate func covers(_ other: EgressRule) -> Bool {
    guard ports.contains(other.ports) else { return false }
    return switch (target, other.target) {
    case (.names(let mine), .names(let theirs)): mine.covers(theirs)
    case (.block(let mine), .block(let theirs)): mine.contains(theirs)
    default: false
    }
  }

  /// Whether some target and port is meant by both.
  fileprivate func overlaps(_ other: EgressRule) -> Bool {
    guard ports.overlaps(other.ports) else { return false }
    return switch (target, other.target) {
    case (.names(let mine), .names(let theirs)): mine.overlaps(theirs)
    case (.block(let mine), .block(let theirs)): mine.overlaps(theirs)
    default: false
    }
  }
}

extension NamePattern {
  /// Whether some name is meant by both.
  fileprivate func overlaps(_ other: NamePattern) -> Bool {
    if covers(other) || other.covers(self) { return true }
    guard let base, let theirs = other.base else { return true }
    // Of two wildcards the deeper one's names are names of both.
    return isWildcard && other.isWildcard && (base.isBelow(theirs) || theirs.isBelow(base))
  }
}
