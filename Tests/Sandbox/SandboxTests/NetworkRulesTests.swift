import Egress
import Testing

@testable import Policy
@testable import Sandbox
@testable import YAML

@Suite struct NetworkRulesTests {
  private let groups: SyscallGroups

  init() throws { groups = try Shipped.groups() }

  @Test func `rules are read with all they hold, and rendered as they are read`() throws {
    let text = """
      environment: {set: {A: b}}
      network:
        mode: egress
        rules:
          - {allow: pack.test}
          - {allow: "*.example.com", ports: "443,8443", mode: tls, encryptedHello: true}
          - {deny: evil.example.com}
          - {allow: index.test, addresses: [192.0.2.0/24, "2001:db8::/32"], ipv6: true}
          - {allow: api.test, mode: tls-up, upstreamPort: 8443, clientTLS: true}

      """
    let profile = try effective(text)
    #expect(profile.networkMode == .egress)
    #expect(
      profile.networkRules.map(\.target) == [
        "pack.test", "*.example.com", "evil.example.com", "index.test", "api.test",
      ])
    #expect(profile.networkRules.map(\.verdict) == ["allow", "allow", "deny", "allow", "allow"])
    #expect(profile.networkRules.map(\.clientTLS) == [nil, nil, nil, nil, true])
    // Clients of TLS come to the port of TLS.
    #expect(try EgressRule(profile.networkRules[4]).ports == PortSet(443))
    #expect(profile.networkRules[1].ports == "443,8443")
    #expect(profile.networkRules[3].addresses == ["192.0.2.0/24", "2001:db8::/32"])
    #expect(profile.networkRules[2].id == "network.rules[2]")
    let rendered = try Profile(parsing: Array(profile.render().utf8), file: "r.yaml")
    #expect(NetworkRulesReader.numbered(rendered.networkRules) == profile.networkRules)
    let archive = try ProfileArchive(
      reading: Array(ProfileArchive(profile: profile, line: ["n"]).text().utf8))
    #expect(archive.profile.networkRules == profile.networkRules)
  }

  @Test func `limits of the network are read, inherited, rendered and archived`() throws {
    let text = """
      environment: {set: {A: b}}
      network:
        limits: {connections: 12, upload: 3M, idleTime: 90s, helloSize: 4K}

      """
    let profile = try effective(text)
    let limits = profile.egressLimits
    #expect(limits.connections == 12 && limits.bytesUp == 3 << 20)
    #expect(limits.idleMilliseconds == 90_000 && limits.helloBytes == 4096)
    #expect(limits.opensPerSecond == EgressLimits().opensPerSecond)
    let rendered = try Profile(parsing: Array(profile.render().utf8), file: "r.yaml")
    #expect(rendered.networkLimits == profile.networkLimits)
    let archive = try ProfileArchive(
      reading: Array(ProfileArchive(profile: profile, line: ["n"]).text().utf8))
    #expect(archive.profile.networkLimits == profile.networkLimits)
  }

  @Test(arguments: [
    ("connections: 0", "connections"), ("upload: 2", "upload"), ("headFields: 5", "headFields"),
    ("helloTime: 1ms", "out of its range"), ("helloSize: 1M", "out of its range"),
    ("connection: 5", "unknown key"), ("idleTime: 5", "idleTime"),
  ])
  func `a limit that means nothing is a mistake with its line`(limit: String, part: String) throws {
    let text = "network:\n  limits:\n    \(limit)\n"
    let problems = #expect(throws: Problems.self) { try effective(text) }
    let all = try #require(problems?.all)
    #expect(all.count == 1 && all.first?.line == 7, "\(all)")
    #expect(all.first?.description.contains(part) == true, "\(all)")
  }

  @Test func `an heir can only tighten limits of the network that are final`() throws {
    let parent = try effective("final: [network.limits]\nnetwork: {limits: {connections: 20}}\n")
    let merge = { (text: String) throws -> [Problem] in
      let log = ProblemLog()
      let child = try Profile(parsing: Array((Self.head + text).utf8), file: "heir.yaml")
      _ = ProfileMerge(groups: groups, log: log).merge(child, over: parent)
      return log.all
    }
    #expect(try merge("network: {limits: {connections: 5, upload: 1M}}\n").isEmpty)
    #expect(try merge("network: {limits: {connections: 21}}\n").count == 1)
    // What the parent left at its default is final too.
    #expect(try merge("network: {limits: {upload: 1G}}\n").count == 1)
  }

  @Test(arguments: [
    ("{allow: pack.test, deny: x.org}", "a rule allows or denies one thing"),
    ("{ports: 443}", "a rule allows or denies one thing"),
    ("{allow: pack.test, port: 443}", "unknown key \"network.rules.port\""),
    ("{allow: \"https://pack.test\"}", "not an address or block"),
    ("{allow: pack.test, ports: 0}", "not a set of ports"),
    ("{allow: pack.test, mode: quic}", "not one of the words"),
    ("{allow: pack.test, upstreamPort: 8443}", "without mode tls-up"),
    ("{allow: pack.test, mode: tls, grant: a}", "without mode tls-up"),
    ("{allow: pack.test, mode: tls, clientTLS: true}", "without mode tls-up"),
    ("{allow: 192.0.2.1, mode: tls-up}", "which no certificate is judged by"),
    ("{allow: \"*.pack.test\", mode: tls-up, grant: a}", "means more than one name"),
    ("{allow: pack.test, mode: tls-up, upstreamPort: 0}", "upstreamPort"),
    ("{allow: pack.test, addresses: [10.0.0.1/8]}", "not an address or block"),
    ("{allow: 2130706433}", "2130706433"),
  ])
  func `a rule that means nothing is a mistake with its line`(rule: String, part: String) throws {
    let text = "network:\n  mode: egress\n  rules:\n    - \(rule)\n"
    let problems = #expect(throws: Problems.self) { try effective(text) }
    let all = try #require(problems?.all)
    #expect(all.count == 1)
    #expect(all.first?.line == 8 && all.first?.message.contains(part) == true, "\(all)")
  }

  @Test func `an heir cannot add to rules that are final, only deny more`() throws {
    let parent = try effective("final: [network.rules]\nnetwork: {rules: [{allow: a.test}]}\n")
    let merge = { (text: String) throws -> [Problem] in
      let log = ProblemLog()
      let child = try Profile(parsing: Array((Self.head + text).utf8), file: "heir.yaml")
      _ = ProfileMerge(groups: groups, log: log).merge(child, over: parent)
      return log.all
    }
    #expect(try merge("network: {rules: [{deny: b.a.test}]}\n").isEmpty)
    #expect(try merge("network: {rules: [{allow: b.test}]}\n").count == 1)
  }

  @Test func `the gateway listens on what the rules name and leads real addresses there`() throws {
    let profile = try effective(
      "network: {rules: [{allow: a.test, ports: \"80-82,443\"}, {allow: 10.0.0.0/8, ports: 5432}]}\n"
    )
    let json = PlanJSON.encode(try GatewayStep(profile).json)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"capture":false,"ports":[80,81,82,443,5432],"blocks":["10.0.0.0/8"],"spares":0}"#)
  }

  @Test(arguments: [
    ("network: {rules: [{deny: a.test}]}\n", "no rule allows anything"),
    ("network: {rules: [{allow: a.test, ports: 1-1000}]}\n", "more than 256 ports"),
  ])
  func `rules without sense for a gateway are refused`(text: String, reason: String) throws {
    let profile = try effective(text)
    let refusal = #expect(throws: Sandbox.Refusal.self) { try GatewayStep(profile) }
    #expect(refusal?.reason.contains(reason) == true)
  }

  @Test func `name servers and hosts are read as the system reads them`() {
    let servers = Array(
      "# x\nnameserver 192.0.2.1\nnameserver 2001:db8::1 # y\nsearch a\nnameserver no\n".utf8)
    #expect(HostResolver.servers(servers) == ["192.0.2.1", "2001:db8::1"])
    #expect(HostResolver.servers([]) == ["127.0.0.1"])
    let hosts = Array(
      "127.0.0.1 localhost\n10.0.0.1\tA.test b.test # c\nbad d.test\n10.0.0.2 a.test".utf8)
    #expect(
      HostResolver.hosts(hosts) == ["a.test": ["10.0.0.1", "10.0.0.2"], "b.test": ["10.0.0.1"]])
  }

  private static let head = "schema: sentinel.profile/1\nname: mine\nsummary: Mine.\n"

  private func effective(_ text: String) throws -> EffectiveProfile {
    let log = ProblemLog()
    let profile = try Profile(
      parsing: Array((Self.head + "inherits: default\n" + text).utf8), file: "p.yaml")
    let merged = ProfileMerge(groups: groups, log: log).merge(profile, over: .floor(groups))
    try log.throwIfAny()
    return merged
  }
}
