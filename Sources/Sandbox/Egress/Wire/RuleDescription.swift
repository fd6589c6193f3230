/// A rule in text, as it travels between processes and stands in results.
///
/// The property names are the JSON keys. What is nil has its default; see ``EgressRule``.
package struct RuleDescription: Hashable, Sendable, Codable {
  /// Where the rule stands.
  package var id: String
  /// A name, a pattern, an address or a block.
  package var target: String
  /// Ports, ranges and lists of both.
  package var ports: String?
  /// The raw value of an ``EgressMode``.
  package var mode: String?
  /// `allow` or `deny`; `allow` when absent.
  package var verdict: String?
  /// Addresses and blocks that may be dialled although they are not global.
  package var addresses: [String]?
  /// The name of a credential grant.
  package var grant: String?
  /// The server's port under `tls-up`, 1 to 65535; 443 when absent.
  package var upstreamPort: UInt16?
  /// Whether clients speak TLS under `tls-up`, and get a certificate that was made for this run.
  package var clientTLS: Bool?
  /// Whether AAAA questions are answered.
  package var ipv6: Bool?
  /// Whether HTTP may change to another protocol.
  package var upgrade: Bool?
  /// Whether hellos may hold an encrypted one.
  package var encryptedHello: Bool?

  /// A description whose other parts are absent.
  package init(id: String, target: String, ports: String? = nil, mode: String? = nil) {
    self.id = id
    self.target = target
    self.ports = ports
    self.mode = mode
  }

  /// The description of a rule, with all that the rule holds.
  package init(_ rule: EgressRule) {
    id = rule.id.text
    target = rule.target.description
    ports = rule.ports.description
    mode = rule.mode.rawValue
    verdict = rule.verdict.rawValue
    addresses = rule.addresses.map(\.description)
    grant = rule.grant
    upstreamPort = rule.mode == .tlsUp ? rule.upstreamPort : nil
    clientTLS = rule.mode == .tlsUp ? rule.clientTLS : nil
    ipv6 = rule.leniency.contains(.ipv6)
    upgrade = rule.leniency.contains(.upgrade)
    encryptedHello = rule.leniency.contains(.encryptedHello)
  }
}

extension EgressRule {
  /// Reads a description; its first mistake is thrown.
  package init(_ description: RuleDescription) throws(RuleMistake) {
    let target = try Target(parsing: description.target)
    var ports: PortSet?
    if let text = description.ports {
      guard let read = PortSet(parsing: text) else {
        throw Self.mistake(text, "is not a set of ports", "write ports such as 443 or 8000-8100")
      }
      ports = read
    }
    var blocks: [AddressBlock] = []
    for text in description.addresses ?? [] {
      guard let block = AddressBlock(parsing: text) else {
        throw Self.mistake(
          text, "is not an address or block",
          "write a block by its first address, such as 10.0.0.0/8")
      }
      blocks.append(block)
    }
    var leniency: Leniency = []
    if description.ipv6 == true { leniency.insert(.ipv6) }
    if description.upgrade == true { leniency.insert(.upgrade) }
    if description.encryptedHello == true { leniency.insert(.encryptedHello) }
    let mode: EgressMode? = try Self.word(description.mode)
    try Self.checkUpstream(description, mode, target)
    self.init(
      id: RuleID(description.id), target: target, ports: ports,
      mode: mode, verdict: try Self.word(description.verdict) ?? .allow,
      addresses: blocks, grant: description.grant, upstreamPort: description.upstreamPort ?? 443,
      clientTLS: description.clientTLS ?? false, leniency: leniency)
  }

  /// What belongs to `tls-up` stands there alone, and a credential goes to names that are spelled out.
  private static func checkUpstream(
    _ description: RuleDescription, _ mode: EgressMode?, _ target: Target
  ) throws(RuleMistake) {
    guard mode == .tlsUp else {
      guard description.grant == nil, description.upstreamPort == nil, description.clientTLS != true
      else {
        throw mistake(
          description.target, "has a grant, an upstreamPort or clientTLS without mode tls-up",
          "write mode: tls-up, or leave them out")
      }
      return
    }
    guard case .names(let pattern) = target else {
      throw mistake(
        description.target, "is an address, which no certificate is judged by", "write a name")
    }
    guard description.grant == nil || !pattern.isWildcard else {
      throw mistake(
        description.target, "means more than one name, and a grant goes to one",
        "write the name, and a rule for each")
    }
    guard description.upstreamPort != 0 else {
      throw mistake("0", "is not a port", "write upstreamPort: 443 or another")
    }
  }

  /// One of the words of a type; nil when there is no text.
  private static func word<Word>(_ text: String?) throws(RuleMistake) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard let text else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw mistake(text, "is not one of the words allowed there", "write one of \(words)")
    }
    return word
  }

  private static func mistake(_ text: String, _ reason: String, _ remedy: String) -> RuleMistake {
    RuleMistake(
      reason: "\"\(CappedText.visible(Array(text.utf8), limit: 80))\" \(reason)", remedy: remedy)
  }
}
