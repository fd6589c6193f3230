package import Egress
internal import Policy
internal import Sandbox
internal import YAML

/// What a tool may reach while it works: names, with their ports and modes.
///
/// In the descriptor it is `network: {rules: [{allow: HOST, …}]}`, rules as those of a profile. A
/// descriptor is for every machine and every tree, so it names hosts one by one: no addresses, no
/// star alone, no star below a public suffix, nothing that resolves names past the resolver.
package struct ToolNetwork: Equatable, Sendable, CustomStringConvertible {
  /// No host: the tool runs without a network.
  package static let none = ToolNetwork(rules: [])

  /// The rules in their order.
  package let rules: [RuleDescription]

  /// What may be meant well, and lets through more than its writer may see.
  package let warnings: [String]

  /// The hosts, in their order.
  package var hosts: [String] { rules.map(\.target) }

  /// The hosts, for messages.
  package var description: String { rules.isEmpty ? "nothing" : hosts.joined(separator: ", ") }

  private init(rules: [RuleDescription]) {
    self.rules = rules
    let read = rules.compactMap { try? EgressRule($0) }
    warnings = EgressLint.warnings(for: read).filter { !Self.isMistake($0) }.map(Self.text)
  }

  /// Reads a descriptor's section; mistakes are reported where they stand.
  init(_ section: MappingReader) {
    let mark = section.mark(of: "rules") ?? section.mark
    let rules = NetworkRulesReader(section: section).read().enumerated().map { index, rule in
      var rule = rule
      rule.id = "network.rules[\(index)] of the descriptor"
      return rule
    }
    if section.mark(of: "rules") == nil { section.reportMissing("rules") }
    section.finish()
    for rule in rules {
      guard let mistake = Self.mistake(in: rule) else { continue }
      section.log.report(mark, mistake.reason, remedy: mistake.remedy)
    }
    for warning in EgressLint.warnings(for: rules.compactMap { try? EgressRule($0) })
    where Self.isMistake(warning) {
      section.log.report(mark, "\(warning.rule): \(warning.text)", remedy: warning.remedy)
    }
    self.init(rules: rules)
  }

  private static func mistake(in rule: RuleDescription) -> (reason: String, remedy: String)? {
    guard let read = try? EgressRule(rule), read.verdict == .allow else {
      return (
        "\"deny: \(rule.target)\": what is not named cannot be reached anyway",
        "name what the tool needs"
      )
    }
    if case .block = read.target {
      return ("\(rule.target) is an address, not the name of a service", "name the host")
    }
    if rule.addresses != nil {
      return (
        "addresses of \(rule.target) are a matter of one machine, not of the tool",
        "leave them out; a machine with a mirror has a profile for it"
      )
    }
    return nil
  }

  /// What a profile may have, and what no tool that everybody runs has use for.
  private static func isMistake(_ warning: LintWarning) -> Bool {
    switch warning.kind {
    case .everything, .publicSuffix, .resolver, .resolverPort, .shadowed: true
    default: false
    }
  }

  private static func text(_ warning: LintWarning) -> String {
    "\(warning.rule): \(warning.text); \(warning.remedy)"
  }
}
