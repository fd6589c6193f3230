import Testing

@testable import Egress

/// Rules out of what a run was seen to ask for.
@Suite struct LearningTests {
  private func seen(
    _ name: String, _ port: UInt16? = 443, _ mode: EgressMode? = nil,
    _ code: EgressRefusal.Code? = .learning, address: String? = nil, rule: String? = "learning",
    up: UInt64 = 0, count: Int = 1
  ) -> EgressRecord {
    var record = EgressRecord(
      name: Array(name.utf8), port: port, address: address.flatMap { IPAddress(parsing: $0) },
      refusal: code.map { EgressRefusal($0, "\($0) of \(name)") })
    record.mode = mode
    record.rule = rule
    record.bytesUp = up
    return record
  }

  private func learn(_ records: [EgressRecord], rules: [EgressRule] = []) -> LearnedRules {
    LearnedRules(records: records, rules: rules)
  }

  /// A rule as profiles have it, without what is nil.
  private func text(_ rule: RuleDescription) -> String {
    var parts = [rule.target]
    if let ports = rule.ports { parts.append(ports) }
    if let mode = rule.mode { parts.append(mode) }
    if let addresses = rule.addresses { parts.append("to \(addresses.joined(separator: " "))") }
    if rule.encryptedHello == true { parts.append("ech") }
    if rule.upgrade == true { parts.append("upgrade") }
    return parts.joined(separator: " ")
  }

  private func texts(_ records: [EgressRecord]) -> [String] { learn(records).rules.map(text) }

  @Test func `each name has the ports and the mode that were seen and no more`() {
    #expect(texts([seen("a.test", 443, .tls)]) == ["a.test"])
    #expect(texts([seen("a.test", 80, .http)]) == ["a.test 80"])
    #expect(texts([seen("a.test", 22, .ssh)]) == ["a.test 22"])
    #expect(texts([seen("a.test", 8443, .tls)]) == ["a.test 8443 tls"])
    #expect(texts([seen("a.test", 443, .raw)]) == ["a.test raw"])
    #expect(
      texts([seen("a.test", 443, .tls), seen("a.test", 8443, .tls), seen("a.test", 80, .http)])
        == ["a.test 443,8443 tls", "a.test 80"])
    #expect(texts([seen("a.test", 443, .tls), seen("b.test", 443, .tls)]) == ["a.test", "b.test"])
  }

  @Test func `a client that said nothing gets the port's own mode, and that is said`() {
    #expect(
      texts([seen("a.test", 443), seen("b.test", 80), seen("c.test", 25)])
        == ["a.test", "b.test 80", "c.test 25"])
    let proposal = learn([seen("a.test", 25)]).proposals.first
    #expect(proposal?.reason.contains("the client said nothing") == true)
    let heard = learn([seen("a.test", 443, .tls)]).proposals.first
    #expect(heard?.reason.contains("the client said nothing") == false)
  }

  @Test func `what is spoken in two ways on one port is auto`() {
    #expect(
      texts([seen("a.test", 9000, .tls), seen("a.test", 9000, .http)]) == ["a.test 9000"])
    #expect(
      texts([seen("a.test", 443, .tls), seen("a.test", 443, .raw)]) == ["a.test auto"])
  }

  @Test func `every rule that is proposed can be read and lets the attempt through`() throws {
    let records = [
      seen("a.test", 443, .tls), seen("a.test", 8080, .http), seen("xn--bcher-kva.test", 22, .ssh),
      seen("_srv.a-b.test", 1, nil), seen("203.0.113.9", 443, .tls), seen("2001:db8::9", 9, .raw),
      seen("c.test", 443, .tls, nil, address: "203.0.113.7"), seen("10.1.2.3", 5432, .raw),
    ]
    let learned = learn(records)
    #expect(learned.leftOut.isEmpty, "\(learned.leftOut)")
    let policy = EgressPolicy(
      profile: "p", rules: try learned.rules.map { try EgressRule($0) })
    for record in records {
      let port = try #require(record.port)
      if let address = IPAddress(parsing: record.name) {
        #expect(throws: Never.self) { try policy.decision(address: address, port: port) }
      } else {
        let name = try HostName(parsing: record.name)
        #expect(throws: Never.self) { try policy.decision(name: name, port: port) }
      }
    }
    let wildcards = policy.rules.filter(\.isWildcard)
    #expect(wildcards.isEmpty)
  }

  @Test func `an address that is not global is exempted alone, and that is said`() {
    let allowed = seen("a.test", 443, .tls, nil, address: "192.0.2.7")
    let refused = seen("b.test", 443, .tls, .addressNotGlobal, address: "10.0.0.9")
    let learned = learn([allowed, refused, allowed])
    #expect(learned.rules.map(text) == ["a.test to 192.0.2.7", "b.test to 10.0.0.9"])
    #expect(learned.proposals.first?.reason.contains("192.0.2.7 (documentation)") == true)
    // A global address that was reached makes the other needless.
    let mixed = [
      seen("a.test", 443, .tls, nil, address: "93.184.216.34"),
      seen("a.test", 443, .tls, .addressNotGlobal, address: "10.0.0.9"),
    ]
    #expect(texts(mixed) == ["a.test"])
  }

  @Test(arguments: [
    "127.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "fe80::1", "224.0.0.1", "255.255.255.255",
    "100.100.100.200", "fd00:ec2::254", "168.63.129.16", "198.18.7.7", "::",
  ])
  func `the own machine, its link and metadata services are never proposed`(address: String) {
    let learned = learn([
      seen("a.test", 443, .tls, .addressNotGlobal, address: address),
      seen(address, 80, .http, .addressNotGlobal, address: address, rule: nil),
    ])
    #expect(learned.rules.isEmpty, "\(learned.rules)")
    #expect(learned.leftOut.count == 2)
  }

  @Test func `what would be refused under any rule is left out with its reason`() {
    let records = [
      seen("a.test", 443, nil, .serverNameMismatch),
      seen("b.test", 443, nil, .deniedByRule, rule: nil),
      seen("c.test", 443, nil, .nameUnknown), seen("d.test", nil, nil, .nameMalformed, rule: nil),
      seen("198.18.1.1", 443, nil, .addressUnassigned, rule: nil),
      seen("e.test", 443, nil, .addressNotGlobal, address: "93.184.216.34"),  // the host's own
    ]
    let learned = learn(records)
    #expect(learned.rules.isEmpty, "\(learned.rules)")
    #expect(learned.leftOut.count == records.count)
    #expect(learned.leftOut.allSatisfy { !$0.reason.isEmpty })
    // Another attempt that was what it seemed makes up for it.
    #expect(texts(records.prefix(1) + [seen("a.test", 443, .tls)]) == ["a.test"])
  }

  @Test func `names that were only asked for are told and get no rule`() {
    let learned = learn([seen("a.test", nil), seen("b.test", nil), seen("b.test", 443, .tls)])
    #expect(learned.rules.map(\.target) == ["b.test"])
    #expect(learned.leftOut.map(\.name) == ["a.test"])
  }

  @Test func `what the profile's own rules let through is no matter of the proposal`() {
    let records = [
      seen("a.test", 443, .tls, nil, rule: "network.rules[0]"),
      seen("a.test", 443, .tls, .idle, rule: "network.rules[0]"),
    ]
    #expect(learn(records).rules.isEmpty && learn(records).leftOut.isEmpty)
  }

  @Test func `hellos and upgrades that need a leave of their own get it and it is visible`() {
    #expect(texts([seen("a.test", 443, nil, .encryptedHello)]) == ["a.test ech"])
    #expect(texts([seen("a.test", 80, .http, .upgradeNotAllowed)]) == ["a.test 80 upgrade"])
  }

  @Test func `budgets that ran out are gaps`() {
    let learned = learn([
      seen("a.test", 443, .tls), seen("b.test", 443, nil, .opensPerSecond, rule: nil),
      seen("c.test", nil, nil, .tableFull, rule: nil),
    ])
    #expect(learned.gaps.count == 2)
  }

  @Test func `warnings about a proposal stand at it`() throws {
    let learned = learn([seen("a.test", 443, .tls), seen("github.com", 443, .tls)])
    #expect(learned.proposals.map(\.warnings.isEmpty) == [true, false])
    let denying = EgressRule(
      id: RuleID("network.rules[0]"), target: try EgressRule.Target(parsing: "*"), verdict: .deny)
    #expect(
      learn([seen("a.test", 443, .tls)], rules: [denying]).proposals.first?.warnings.count == 1)
  }

  @Test func `hostile names make no rule and stay one line`() {
    for name in [
      "*", "**.test", "a.test, ports: 1}", "a\nb", "*.com", "{}", "",
      String(repeating: "a.", count: 200),
    ] {
      let learned = learn([seen(name, 443, .tls)])
      #expect(learned.rules.isEmpty, "\(name)")
      #expect(learned.leftOut.allSatisfy { !$0.name.contains("\n") })
    }
  }

  // MARK: What is let through

  @Test func `the rules behind the profile's let nothing special through`() throws {
    let learning = NetworkLearning(letsThrough: true, addresses: ["192.0.2.0/24"])
    let policy = EgressPolicy(profile: "p", rules: try learning.rules)
    let gate = { (text: String) throws -> ConnectionGate.Admission in
      try ConnectionGate.admit(
        try #require(IPAddress(parsing: text)), port: 443, policy: policy, table: NameTable(),
        ownAddresses: [try #require(IPAddress(parsing: "93.184.216.99"))])
    }
    #expect(throws: Never.self) { try gate("93.184.216.34") }
    #expect(throws: Never.self) { try gate("192.0.2.9") }
    for address in [
      "10.0.0.1", "127.0.0.1", "169.254.169.254", "93.184.216.99", "198.18.0.9", "::1", "fe80::1",
      "64:ff9b::a00:1", "2002:a00:1::1", "::ffff:10.0.0.1", "0.0.0.0", "203.0.113.1",
    ] {
      #expect(throws: EgressRefusal.self, "\(address)") { try gate(address) }
    }
  }

  @Test(arguments: [
    "0.0.0.0/0", "::/0", "127.0.0.1", "169.254.0.0/16", "169.254.169.254", "fe80::/10", "::1",
    "100.64.0.0/10", "fd00::/8", "a.test", "", "10.0.0.1/8", "224.0.0.0/4",
  ])
  func `blocks that hold what nothing may reach are refused`(block: String) {
    #expect(throws: RuleMistake.self) { try NetworkLearning(addresses: [block]).exemptions }
  }

  @Test func `a profile's denial wins over learning`() throws {
    let denying = EgressRule(
      id: RuleID("network.rules[0]"), target: try EgressRule.Target(parsing: "**.bad.test"),
      verdict: .deny)
    let policy = EgressPolicy(profile: "p", rules: try [denying] + NetworkLearning().rules)
    let bad = try HostName(parsing: "x.bad.test"), good = try HostName(parsing: "good.test")
    #expect(throws: EgressRefusal.self) { try policy.resolution(of: bad) }
    #expect(throws: EgressRefusal.self) { try policy.decision(name: bad, port: 443) }
    #expect(try policy.resolution(of: good).id == NetworkLearning.rule)
  }
}
