import EgressTestKit
import Testing

@testable import Egress

@Suite struct RuleTests {
  @Test(arguments: [
    ("pack.test", "pack.test", "443", EgressMode.tls), ("pack.test:80", "pack.test", "80", .http),
    ("git.test:22", "git.test", "22", .ssh), ("a.test:80,443", "a.test", "80,443", .auto),
    ("*.a.test:8000-8100", "*.a.test", "8000-8100", .auto),
    ("**.A.Test.", "**.a.test", "443", .tls),
    ("10.0.0.0/8:443", "10.0.0.0/8", "443", .raw), ("10.1.2.3", "10.1.2.3", "443", .raw),
    ("[2001:db8::1]:443", "2001:db8::1", "443", .raw),
    ("2001:db8::/32", "2001:db8::/32", "443", .raw),
    ("[2001:db8::/32]:1-65535", "2001:db8::/32", "1-65535", .raw),
    ("::ffff:1.2.3.4", "1.2.3.4", "443", .raw),
    ("a.test:443,80,81,82", "a.test", "80-82,443", .auto), ("*", "*", "443", .tls),
  ])
  func `a value of allow-host is a rule`(
    text: String, target: String, ports: String, mode: EgressMode
  ) throws {
    let rule = try EgressRule(allowing: text)
    #expect(rule.target.description == target)
    #expect(rule.ports.description == ports)
    #expect(rule.mode == mode)
    #expect(rule.verdict == .allow)
  }

  @Test(arguments: [
    "", ":", ":443", "a.test:", "a.test:0", "a.test:65536", "a.test:443:80", "a.test:https",
    "a.test:-1",
    "a.test: 443", "a.test:443,", "a.test:2-1", "a.test:0443", "https://a.test", "a.test/path",
    "[::1", "[::1]443", "[a.test]:443", "[1.2.3.4]:443", "::1:::", "1.2.3", "2130706433", "0x7f.1",
    "10.0.0.1/8", "*x.test", "a..test", "user@a.test", "a.test\r\nb", "a\u{0}.test", "büro.test",
    "localhost", "a.test:443@evil", "a.test:443.evil", "[::1]:443:80", " a.test", "a.test ",
    "a.test:99999999999999999999",
  ])
  func `probe 64 what is no host and port is refused with what to write`(text: String) {
    let mistake = #expect(throws: RuleMistake.self) { try EgressRule(allowing: text) }
    #expect(mistake?.remedy.isEmpty == false)
    #expect(mistake?.reason.utf8.allSatisfy { $0 >= 0x20 } == true)
  }

  @Test func `the line of a refusal is read as the rule that was missing`() throws {
    let policy = EgressPolicy(profile: "default", rules: [try EgressRule(allowing: "a.test:443")])
    for (host, port) in [("b.test", 443), ("a.test", 80), ("b.test", 8443)] as [(String, UInt16)] {
      let name = try HostName(parsing: host)
      let refusal = try #require(
        #expect(throws: EgressRefusal.self) { try policy.decision(name: name, port: port) })
      let line = try #require(refusal.allowWith)
      let rule = try EgressRule(allowing: String(line.dropFirst("--allow-host ".count)))
      let wider = policy.replacing(rules: policy.rules + [rule])
      #expect(try wider.decision(name: name, port: port).id.text == line)
      #expect(wider.generation == 1)
    }
    let address = try #require(IPAddress(parsing: "2001:db8::9"))
    let refusal = try #require(
      #expect(throws: EgressRefusal.self) { try policy.decision(address: address, port: 25) })
    #expect(refusal.code == .addressNotAllowed)
    #expect(refusal.allowWith == "--allow-host [2001:db8::9]:25")
    #expect(
      refusal.line == "blocked by policy: 2001:db8::9 is not on the allow-list of profile default;"
        + " add: --allow-host [2001:db8::9]:25")
  }

  @Test func `an empty policy allows nothing`() throws {
    let policy = EgressPolicy(profile: "p", rules: [])
    let name = try HostName(parsing: "a.test")
    #expect(throws: EgressRefusal.self) { try policy.decision(name: name, port: 443) }
    #expect(throws: EgressRefusal.self) { try policy.resolution(of: name) }
    #expect(throws: EgressRefusal.self) {
      try policy.decision(address: IPAddress(v4: 0x0808_0808), port: 443)
    }
    #expect(policy.exactNames.isEmpty && policy.blocks.isEmpty && policy.ports.isEmpty)
  }

  @Test func `a denying rule wins wherever it stands`() throws {
    let deny = EgressRule(
      id: RuleID("r1"), target: try EgressRule.Target(parsing: "*.a.test"), verdict: .deny)
    let allow = try EgressRule(allowing: "**.a.test")
    for rules in [[deny, allow], [allow, deny]] {
      let policy = EgressPolicy(profile: "p", rules: rules)
      let below = try HostName(parsing: "x.a.test")
      let refusal = #expect(throws: EgressRefusal.self) {
        try policy.decision(name: below, port: 443)
      }
      #expect(refusal?.code == .deniedByRule && refusal?.allowWith == nil)
      #expect(throws: EgressRefusal.self) { try policy.resolution(of: below) }
      #expect(try policy.decision(name: HostName(parsing: "a.test"), port: 443) == allow)
    }
  }

  @Test func `a name resolves while any of its ports is open`() throws {
    let name = try HostName(parsing: "a.test")
    let target = try EgressRule.Target(parsing: "a.test")
    let allow = EgressRule(id: RuleID("a"), target: target, ports: PortSet(80, 443))
    let deny = EgressRule(id: RuleID("d"), target: target, ports: PortSet(80), verdict: .deny)
    let policy = EgressPolicy(profile: "p", rules: [allow, deny])
    #expect(try policy.resolution(of: name) == allow)
    #expect(try policy.decision(name: name, port: 443) == allow)
    let refusal = #expect(throws: EgressRefusal.self) { try policy.decision(name: name, port: 80) }
    #expect(refusal?.code == .deniedByRule)
    #expect(policy.exactNames.map(\.name) == [name])
  }

  @Test func `probe 31 a port that is not in the rule is refused by its number`() throws {
    let policy = EgressPolicy(profile: "p", rules: [try EgressRule(allowing: "a.test")])
    let name = try HostName(parsing: "a.test")
    let refusal = #expect(throws: EgressRefusal.self) {
      try policy.decision(name: name, port: 8443)
    }
    #expect(refusal?.code == .portNotAllowed)
    #expect(refusal?.allowWith == "--allow-host a.test:8443")
  }

  @Test func `sets of ports agree with trying every port`() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let sets = (0..<2).map { _ in
        (0..<random.below(5)).map { _ in
          let low = UInt16(random.below(60))
          return low...(low + UInt16(random.below(9)))
        }
      }
      let (left, right) = (PortSet(sets[0]), PortSet(sets[1]))
      let both: [(UInt16, Bool, Bool)] = (1...80).map { port in
        (port, sets[0].contains { $0.contains(port) }, sets[1].contains { $0.contains(port) })
      }
      #expect(both.allSatisfy { left.contains($0.0) == $0.1 })
      #expect(left.overlaps(right) == both.contains { $0.1 && $0.2 })
      #expect(left.contains(right) == both.allSatisfy { $0.1 || !$0.2 })
      #expect(both.allSatisfy { left.union(right).contains($0.0) == ($0.1 || $0.2) })
      if !left.isEmpty { #expect(PortSet(parsing: left.description) == left) }
    }
  }

  @Test(arguments: [
    ("*", [LintWarning.Kind.everything]), ("*.com", [.publicSuffix]), ("**.co.uk", [.publicSuffix]),
    ("*.github.io", [.multiTenant]), ("x.github.io", [.multiTenant]), ("github.com", [.uploadHost]),
    ("**.github.com", [.uploadHost]), ("dns.google", [.resolver]),
    ("*.cloudflare-dns.com", [.resolver]),
    ("a.test:53", [.resolverPort]), ("a.test:853", [.resolverPort]), ("1.0.0.0/8", [.wideBlock]),
    ("a.test:80,443", [.weakMode]), ("pack.test", []), ("*.example.co.uk", []), ("10.0.0.0/24", []),
    ("bucket.s3.eu-west-1.amazonaws.com", [.multiTenant]), ("a.test:8080", []),
  ])
  func `probe 8 and its kin are warned of`(text: String, kinds: [LintWarning.Kind]) throws {
    let warnings = EgressLint.warnings(for: [try EgressRule(allowing: text)])
    #expect(warnings.map(\.kind) == kinds)
    #expect(warnings.allSatisfy { !$0.text.isEmpty && !$0.remedy.isEmpty })
  }

  @Test func `rules that never count or count by chance are warned of`() throws {
    let texts = ["**.a.test", "x.a.test", "x.a.test:443,8443", "b.test"]
    var rules = try texts.map { try EgressRule(allowing: $0) }
    rules.append(
      EgressRule(id: RuleID("no b"), target: rules[3].target, verdict: .deny))
    let warnings = EgressLint.warnings(for: rules)
    #expect(warnings.map(\.kind) == [.shadowed, .weakMode, .overlap, .deniedWhole])
    #expect(warnings.map(\.rule) == [rules[1].id, rules[2].id, rules[2].id, rules[3].id])
  }

  @Test func `an exemption that opens the own machine is warned of`() throws {
    let rule = EgressRule(
      id: RuleID("r"), target: try EgressRule.Target(parsing: "a.test"),
      addresses: [try #require(AddressBlock(parsing: "0.0.0.0/0"))])
    #expect(EgressLint.warnings(for: [rule]).map(\.kind) == [.exemption])
  }

  @Test func `probe 95 untrusted text is one short line`() {
    let text = CappedText.visible(
      Array("a\r\n\u{1b}[31m\u{202e}\"\\\u{ff}".utf8) + [0xff, 0], limit: 200)
    #expect(text == "a\\x0d\\x0a\\x1b[31m\\u{202e}\"\\ÿ\\xff\\x00")
    let long = CappedText.visible(Array(repeating: 0, count: 100_000), limit: 64)
    #expect(long.utf8.count <= 67 && long.hasSuffix("…"))
    #expect(CappedText.visible(Array("aä".utf8), limit: 1) == "a…")
  }
}
