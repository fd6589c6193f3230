package import Egress

/// Reads and writes the rules of a profile's network section.
///
/// A rule is a mapping with `allow: HOST` or `deny: HOST`, and what it needs of `ports`, `mode`,
/// `addresses`, `grant`, `upstreamPort`, `ipv6`, `upgrade` and `encryptedHello`.
package struct NetworkRulesReader {
  private let section: MappingReader

  /// Reads the list `rules` of a section.
  package init(section: MappingReader) { self.section = section }

  /// The rules in their order; mistakes are reported where they stand.
  package func read() -> [RuleDescription] { section.mappings("rules").compactMap(read) }

  private func read(_ reader: MappingReader) -> RuleDescription? {
    let allow = reader.text("allow")
    let deny = reader.text("deny")
    var rule = RuleDescription(id: "", target: "")
    rule.ports = reader.text("ports")?.value
    rule.mode = reader.text("mode")?.value
    let addresses = reader.texts("addresses").map(\.value)
    if !addresses.isEmpty { rule.addresses = addresses }
    rule.grant = reader.text("grant")?.value
    rule.upstreamPort = reader.whole("upstreamPort", in: 1...65_535).map { UInt16($0.value) }
    rule.ipv6 = reader.boolean("ipv6")?.value
    rule.upgrade = reader.boolean("upgrade")?.value
    rule.encryptedHello = reader.boolean("encryptedHello")?.value
    reader.finish()
    guard let target = allow ?? deny, (allow == nil) != (deny == nil) else {
      reader.log.report(
        reader.mark, "a rule allows or denies one thing",
        remedy: "write \"allow: HOST\" or \"deny: HOST\"")
      return nil
    }
    rule.target = target.value
    rule.verdict = allow == nil ? "deny" : "allow"
    do {
      _ = try EgressRule(rule)
    } catch {
      reader.log.report(target.mark, error.reason, remedy: error.remedy)
      return nil
    }
    return rule
  }

  /// A list with numbers of its own, by which a result names its rules.
  static func numbered(_ rules: [RuleDescription]) -> [RuleDescription] {
    rules.enumerated().map { index, rule in
      var rule = rule
      rule.id = "network.rules[\(index)]"
      return rule
    }
  }

  /// A rule as it is read.
  static func line(_ rule: RuleDescription) -> String {
    var fields = ["\(rule.verdict ?? "allow"): \(YAMLText.quoted(rule.target))"]
    if let ports = rule.ports { fields.append("ports: \(YAMLText.quoted(ports))") }
    if let mode = rule.mode { fields.append("mode: \(YAMLText.quoted(mode))") }
    if let addresses = rule.addresses {
      let blocks = addresses.map { YAMLText.quoted($0) }.joined(separator: ", ")
      fields.append("addresses: [\(blocks)]")
    }
    if let grant = rule.grant { fields.append("grant: \(YAMLText.quoted(grant))") }
    if let port = rule.upstreamPort { fields.append("upstreamPort: \(port)") }
    for (name, flag) in [
      ("ipv6", rule.ipv6), ("upgrade", rule.upgrade), ("encryptedHello", rule.encryptedHello),
    ] { if let flag { fields.append("\(name): \(flag)") } }
    return "{\(fields.joined(separator: ", "))}"
  }
}
