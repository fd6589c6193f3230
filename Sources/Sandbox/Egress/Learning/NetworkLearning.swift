/// How a run is watched for what it asks for beyond its rules, and what of that may leave.
///
/// The rules of the profile are in force as ever. Behind them stand rules of its own, for every name
/// and address and port, under which connections are looked at. Without `letsThrough` they end when
/// their first bytes have told what they are, and no name is looked up.
package struct NetworkLearning: Hashable, Sendable, Codable {
  /// Whether what no rule of the profile allows may leave, to global addresses.
  package var letsThrough: Bool
  /// Blocks of addresses that are not global and may be reached all the same.
  package var addresses: [String]

  /// Watches, and lets nothing leave unless told so.
  package init(letsThrough: Bool = false, addresses: [String] = []) {
    self.letsThrough = letsThrough
    self.addresses = addresses
  }

  /// By which records tell that no rule of the profile allowed it.
  package static let rule = RuleID("learning")

  /// Names that may be contacted: each tells its labels to its owner.
  package static let mostNames = 1024

  /// Ports that are listened on where the kernel cannot lead every port to one listener.
  ///
  /// Those of the services that builds and tests talk to, by IANA's registry of port numbers, and the
  /// usual ones of development servers.
  package static let ports = PortSet([
    21...22, 25...25, 80...80, 88...88, 110...110, 119...119, 143...143, 389...389, 443...443,
    465...465, 587...587, 636...636, 873...873, 990...990, 993...993, 995...995, 1080...1080,
    1433...1433, 1521...1521, 1883...1883, 2049...2049, 2375...2377, 3000...3000, 3128...3128,
    3306...3306, 3389...3389, 4222...4222, 5000...5000, 5222...5222, 5432...5432, 5671...5672,
    5900...5900, 6379...6379, 6443...6443, 8000...8000, 8008...8008, 8080...8081, 8443...8443,
    8888...8888, 9000...9000, 9092...9092, 9200...9200, 9418...9418, 11_211...11_211,
    27_017...27_017, 50_051...50_051,
  ])

  /// Every address, which leads to the gateway while it is watched.
  package static let everywhere = ["0.0.0.0/0", "::/0"].compactMap { AddressBlock(parsing: $0) }

  /// The rules that stand behind those of the profile.
  package var rules: [EgressRule] {
    get throws(RuleMistake) {
      let blocks = try exemptions
      let names = try EgressRule.Target(parsing: "*")
      return ([names] + Self.everywhere.map { .block($0) }).map { target in
        EgressRule(
          id: Self.rule, target: target, ports: .all, mode: .auto, addresses: blocks)
      }
    }
  }

  /// The blocks of `addresses`; what leads to the own machine, its link or a metadata service is none.
  package var exemptions: [AddressBlock] {
    get throws(RuleMistake) {
      var blocks: [AddressBlock] = []
      for text in addresses {
        let shown = CappedText.visible(text.utf8, limit: 60)
        guard let block = AddressBlock(parsing: text) else {
          throw RuleMistake(
            reason: "\"\(shown)\" is not an address or block",
            remedy: "write a block by its first address, such as 10.0.0.0/8")
        }
        if let closed = Self.closed.first(where: { $0.overlaps(block) }) {
          throw RuleMistake(
            reason: "\(shown) leads to \(closed), which nothing reaches while it is learnt from",
            remedy: "write the smallest block that is needed")
        }
        blocks.append(block)
      }
      return blocks
    }
  }

  /// Addresses of the own machine, of its link, of many, and of services that give credentials.
  private static let closed = [
    "0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "100.100.100.200", "168.63.129.16",
    "192.0.0.192", "224.0.0.0/4", "255.255.255.255", "::/127", "fe80::/10", "ff00::/8",
    "fd00:ec2::254",
  ].compactMap { AddressBlock(parsing: $0) }

  /// Whether an address may be part of a rule that nobody has written by hand.
  static func mayPropose(_ address: IPAddress) -> Bool {
    !SyntheticRange.contains(address) && !closed.contains { $0.contains(address) }
  }
}
