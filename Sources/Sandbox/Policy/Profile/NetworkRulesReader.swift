package import Egress
package import YAML

/// Reads and writes the rules of a profile's network section.
///
/// A rule is a mapping with `allow: HOST` or `deny: HOST`, and what it needs of `ports`, `mode`,
/// `addresses`, `grant`, `upstreamPort`, `clientTLS`, `ipv6`, `upgrade` and `encryptedHello`;
/// `limits` holds the bounds of ``EgressLimit``.
package struct NetworkRulesReader {
  private let section: MappingReader

  /// Reads the list `rules` of a section.
  package init(section: MappingReader) { self.section = section }

  /// The rules in their order; mistakes are reported where they stand.
  package func read() -> [RuleDescription] { section.mappings("rules").compactMap(read) }

  /// The bounds of the broker under `limits`, each by its name; sizes and spans with their units.
  package func readLimits() -> [EgressLimit: UInt64] {
    guard let reader = section.mapping("limits") else { return [:] }
    var limits: [EgressLimit: UInt64] = [:]
    for limit in EgressLimit.allCases {
      let read: Located<UInt64>? =
        switch limit.unit {
        case .count:
          reader.whole(
            limit.rawValue, in: Int(limit.range.lowerBound)...Int(limit.range.upperBound)
          )
          .map { Located(UInt64($0.value), at: $0.mark) }
        case .bytes:
          reader.size(limit.rawValue).map { Located($0.value.bytes, at: $0.mark) }
        case .milliseconds:
          reader.duration(limit.rawValue).map { Located($0.value.milliseconds, at: $0.mark) }
        }
      guard let read else { continue }
      guard limit.range.contains(read.value) else {
        let (least, most) = (limit.range.lowerBound, limit.range.upperBound)
        reader.log.report(
          read.mark, "\"network.limits.\(limit.rawValue)\" is out of its range",
          remedy: "write a value from \(Self.text(least, limit)) to \(Self.text(most, limit))")
        continue
      }
      limits[limit] = read.value
    }
    reader.finish()
    return limits
  }

  /// A bound as it is read.
  static func text(_ value: UInt64, _ limit: EgressLimit) -> String {
    switch limit.unit {
    case .count: "\(value)"
    case .bytes: ByteCount(bytes: value).description
    case .milliseconds: TimeLimit(milliseconds: value).description
    }
  }

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
    rule.clientTLS = reader.boolean("clientTLS")?.value
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
  package static func numbered(_ rules: [RuleDescription]) -> [RuleDescription] {
    rules.enumerated().map { index, rule in
      var rule = rule
      rule.id = "network.rules[\(index)]"
      return rule
    }
  }

  /// A rule as it is read.
  package static func line(_ rule: RuleDescription) -> String {
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
      ("clientTLS", rule.clientTLS), ("ipv6", rule.ipv6), ("upgrade", rule.upgrade),
      ("encryptedHello", rule.encryptedHello),
    ] { if let flag { fields.append("\(name): \(flag)") } }
    return "{\(fields.joined(separator: ", "))}"
  }
}
