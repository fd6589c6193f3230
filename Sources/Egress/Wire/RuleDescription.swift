/// A rule in the words of a profile: what the front writes down and the broker reads again.
///
/// The property names are the JSON keys; absent optionals are left out.
package struct RuleDescription: Hashable, Sendable, Codable {
  /// Where it stands, such as `network.rules[2]`.
  package var id: String
  /// A name, `*.NAME`, `**.NAME`, an address or a block.
  package var target: String
  /// Ports as ``PortSet/init(parsing:)`` reads them; 443 when absent, all for a denying rule.
  package var ports: String?
  /// How connections are looked at; the ports decide when absent.
  package var mode: String?
  /// `allow` or `deny`.
  package var verdict: String
  /// Blocks that may be dialled for these names although they are not global.
  package var addresses: [String]
  /// The credential grant that goes with its requests.
  package var grant: String?
  /// Whether names have IPv6 addresses inside the sandbox.
  package var ipv6: Bool
  /// Whether HTTP/1 may be upgraded, after which bytes are opaque.
  package var upgrade: Bool
  /// Whether hellos with an encrypted inner hello pass.
  package var encryptedHello: Bool

  /// Describes a rule.
  package init(
    id: String, target: String, ports: String? = nil, mode: String? = nil,
    verdict: String = "allow", addresses: [String] = [], grant: String? = nil, ipv6: Bool = false,
    upgrade: Bool = false, encryptedHello: Bool = false
  ) {
    self.id = id
    self.target = target
    self.ports = ports
    self.mode = mode
    self.verdict = verdict
    self.addresses = addresses
    self.grant = grant
    self.ipv6 = ipv6
    self.upgrade = upgrade
    self.encryptedHello = encryptedHello
  }
}

extension EgressRule {
  /// Reads a description.
  package init(_ description: RuleDescription) throws(RuleMistake) {
    guard let verdict = Verdict(rawValue: description.verdict) else {
      throw RuleMistake(
        reason: "\"\(Self.shown(description.verdict))\" is no verdict",
        remedy: "write allow or deny")
    }
    var leniency: Leniency = []
    if description.ipv6 { leniency.insert(.ipv6) }
    if description.upgrade { leniency.insert(.upgrade) }
    if description.encryptedHello { leniency.insert(.encryptedHello) }
    self.init(
      id: RuleID(description.id), target: try Target(parsing: description.target),
      ports: try Self.ports(description.ports), mode: try Self.mode(description.mode),
      verdict: verdict, addresses: try Self.blocks(description.addresses),
      grant: description.grant, leniency: leniency)
  }

  private static func ports(_ text: String?) throws(RuleMistake) -> PortSet? {
    guard let text else { return nil }
    guard let ports = PortSet(parsing: text) else {
      throw RuleMistake(
        reason: "\"\(shown(text))\" is no port",
        remedy: "write a port from 1 to 65535, a range such as 8000-8100, or a list")
    }
    return ports
  }

  private static func mode(_ text: String?) throws(RuleMistake) -> EgressMode? {
    guard let text else { return nil }
    guard let mode = EgressMode(rawValue: text) else {
      throw RuleMistake(
        reason: "\"\(shown(text))\" is no mode",
        remedy: "write \(EgressMode.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return mode
  }

  private static func blocks(_ texts: [String]) throws(RuleMistake) -> [AddressBlock] {
    var blocks: [AddressBlock] = []
    for text in texts {
      guard let block = AddressBlock(parsing: text) else {
        throw RuleMistake(
          reason: "\"\(shown(text))\" is no address or block",
          remedy: "write a block by its first address, such as 10.0.0.0/8")
      }
      blocks.append(block)
    }
    return blocks
  }

  private static func shown(_ text: String) -> String {
    CappedText.visible(Array(text.utf8), limit: 80)
  }
}
