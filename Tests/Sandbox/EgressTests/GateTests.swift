import EgressTestKit
import Testing

@testable import Egress

@Suite struct GateTests {
  private let now = MonotonicTime(nanoseconds: 0)

  private func resolver(_ rules: String...) throws -> DNSResolver {
    try DNSResolver(
      policy: EgressPolicy(profile: "p", rules: rules.map { try EgressRule(allowing: $0) }),
      limits: EgressLimits(), at: now)
  }

  private func admit(
    _ address: String, _ resolver: DNSResolver, port: UInt16 = 443, own: Set<IPAddress> = []
  ) throws -> Result<ConnectionGate.Admission, EgressRefusal> {
    let address = try #require(IPAddress(parsing: address))
    do throws(EgressRefusal) {
      return .success(
        try ConnectionGate.admit(
          address, port: port, policy: resolver.policy, table: resolver.table, ownAddresses: own))
    } catch {
      return .failure(error)
    }
  }

  private func code(_ result: Result<ConnectionGate.Admission, EgressRefusal>) -> EgressRefusal
    .Code?
  {
    if case .failure(let refusal) = result { refusal.code } else { nil }
  }

  @Test func `a connection is admitted by the name behind its address`() throws {
    let resolver = try resolver("a.test", "a.test:22")
    let entry = try #require(resolver.table.entry(of: HostName(parsing: "a.test")))
    for text in ["\(entry.v4)", "\(entry.v6)", "::ffff:\(entry.v4)"] {
      let admission = try admit(text, resolver).get()
      #expect(admission.host == .name(entry.name) && admission.rule.mode == .tls)
      #expect(try admit(text, resolver, port: 22).get().rule.mode == .ssh)
      #expect(try code(admit(text, resolver, port: 80)) == .portNotAllowed)
    }
  }

  @Test(arguments: [
    "8.8.8.8", "1.1.1.1", "2606:4700::1", "64:ff9b::8.8.8.8", "2002:808:808::1", "2001::1",
    "::ffff:8.8.8.8",
    "127.0.0.1", "::1", "0.0.0.0", "255.255.255.255", "224.0.0.1", "10.0.0.1", "169.254.169.254",
    "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fe80::1", "100.64.0.1",
  ])
  func `probes 5, 27, 28, 32 and 40 an address that no rule names is refused`(text: String) throws {
    for port in [53, 80, 443, 853] as [UInt16] {
      let result = try admit(text, resolver("a.test", "*.w.test:1-65535"), port: port)
      #expect(code(result) == .addressNotAllowed)
    }
  }

  @Test(arguments: [
    "198.18.0.1", "198.18.0.53", "198.18.7.7", "198.19.255.255", "fd53:656e:7469::c612:100",
  ])
  func `probe 30 a synthetic address that was not given out is refused`(text: String) throws {
    #expect(try code(admit(text, resolver("a.test"))) == .addressUnassigned)
    #expect(try code(admit(text, resolver("198.18.0.0/15", "fd53::/16"))) == .addressUnassigned)
  }

  @Test func `probe 37 the gateway's own link address leads nowhere`() throws {
    #expect(try code(admit("fe80::a8bb:ccff:fedd:eeff", resolver("a.test"))) == .addressNotAllowed)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.1.2.3", nil), ("10.0.0.5", "10.0.0.5", nil), ("0.0.0.0/0", "9.9.9.9", nil),
    ("0.0.0.0/0", "10.1.2.3", EgressRefusal.Code.addressNotGlobal),
    ("0.0.0.0/0", "127.0.0.1", .addressNotGlobal),
    ("0.0.0.0/0", "169.254.169.254", .addressNotGlobal),
    ("169.254.0.0/16", "169.254.169.254", .addressNotGlobal),
    ("169.254.0.0/16", "169.254.1.1", nil), ("169.254.169.254", "169.254.169.254", nil),
    ("::/0", "::1", .addressNotGlobal), ("::/0", "2606:4700::1", nil),
    ("::/0", "9.9.9.9", .addressNotAllowed),
    ("::/0", "64:ff9b::1.1.1.1", .addressNotGlobal),
    ("100.0.0.0/8", "100.100.100.200", .addressNotGlobal),
    ("5.0.0.0/8", "5.6.7.8", .addressNotGlobal), ("5.6.7.8", "5.6.7.8", nil),
  ])
  func `a block opens special addresses only when it means them`(
    block: String, address: String, expected: EgressRefusal.Code?
  ) throws {
    let own = try #require(IPAddress(parsing: "5.6.7.8"))
    #expect(try code(admit(address, resolver(block), own: [own])) == expected)
  }

  @Test func `probe 87 a change of policy ends what it forbids and nothing else`() throws {
    let before = try resolver("a.test", "b.test")
    func admission(_ name: String) throws -> ConnectionGate.Admission {
      let entry = try #require(before.table.entry(of: HostName(parsing: name)))
      return try admit("\(entry.v4)", before).get()
    }
    let after = before.policy.replacing(rules: [before.policy.rules[0]])
    #expect(try ConnectionGate.revocation(of: admission("a.test"), by: after) == nil)
    let refusal = try ConnectionGate.revocation(of: admission("b.test"), by: after)
    #expect(refusal?.code == .policyChanged && refusal?.allowWith == "--allow-host b.test")
    let other = EgressRule(
      id: RuleID("r"), target: try EgressRule.Target(parsing: "a.test"), mode: .tlsUp)
    let stricter = before.policy.replacing(rules: [other])
    #expect(
      try ConnectionGate.revocation(of: admission("a.test"), by: stricter)?.code == .policyChanged)
  }

  @Test(arguments: [
    (EgressMode.tls, FirstBytes.tls, EgressMode?.some(.tls)), (.tls, .http, nil), (.tls, .ssh, nil),
    (.tls, .other, nil),
    (.http, .http, .http), (.http, .tls, nil), (.tlsUp, .http, .tlsUp), (.tlsUp, .tls, nil),
    (.ssh, .ssh, .ssh),
    (.ssh, .tls, nil), (.raw, .needMore, .raw), (.raw, .tls, .raw), (.auto, .tls, .tls),
    (.auto, .http, .http),
    (.auto, .ssh, .raw), (.auto, .other, .raw),
  ])
  func `probes 48 and 54 a mode takes what it is for`(
    mode: EgressMode, first: FirstBytes, expected: EgressMode?
  ) {
    do throws(EgressRefusal) {
      #expect(try mode.settled(by: first, host: "a.test") == expected)
    } catch {
      #expect(expected == nil && [.notTLS, .notHTTP, .notSSH].contains(error.code))
    }
    if mode != .raw { #expect((try? mode.settled(by: .needMore, host: "a.test")) == .some(nil)) }
  }
}
