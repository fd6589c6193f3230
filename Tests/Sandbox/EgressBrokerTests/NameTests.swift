import Egress
import Glibc
import Kernel
import TestSupport
import Testing

/// Names and addresses, with the real broker.
@Suite(.needsNetwork)
struct NameTests {
  @Test func `allowed names have an address, denied ones do not exist and say why`() throws {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443])
    for overTCP in [false, true] {
      for server in ["198.18.0.53", "203.0.113.8"] {
        let good = try broker.ask("GOOD.test", server: server, overTCP: overTCP)
        #expect(good.code == 0 && good.addresses.count == 1)
        #expect(good.addresses.allSatisfy { $0.hasPrefix("198.1") })
        let evil = try broker.ask("evil.test", server: server, overTCP: overTCP)
        #expect(evil.code == 3 && evil.addresses.isEmpty)
        #expect(evil.text.contains("blocked by policy: evil.test is not on the allow-list"))
      }
    }
    let (records, end, denied) = try broker.finish()
    #expect(denied.count == 1 && denied.first?.contains("add: --allow-host evil.test") == true)
    #expect(records.count == 1 && records.first?.count == 4 && records.first?.port == nil)
    #expect(end.questions == 8)
  }

  @Test(arguments: [
    ("127.0.0.1", "of this machine"), ("169.254.169.254", "metadata"), ("10.1.2.3", "private"),
    ("127.9.9.9", "loopback"), ("0.0.0.0", "unspecified"), ("198.18.0.9", "stands for a name"),
    ("::1", "of this machine"),
  ])
  func `a name that leads to a special address leads nowhere`(address: String, word: String) throws
  {
    let server = try LocalServer { try $0.send("leak") }
    var rule = RuleDescription(id: "rules[0]", target: "trap.test", ports: "\(server.port)")
    rule.mode = "raw"
    var configuration = BrokerConfiguration(profile: "probe", rules: [rule])
    configuration.hosts = ["trap.test": [address]]
    let broker = try RunningBroker(configuration, ports: [server.port])
    let wire = try broker.connect(name: "trap.test", server.port)
    #expect(wire.ending() == ECONNRESET)
    let record = try #require(try broker.finish().records.first)
    #expect(record.code == .addressNotGlobal && record.reason?.contains(word) == true)
    #expect(server.connections == 0)
  }

  @Test func `an address that stands for no name leads nowhere`() throws {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443])
    for address in ["198.18.0.1", "198.19.200.7", "203.0.113.8"] {
      #expect(try broker.connect(address, 443).ending() == ECONNRESET)
    }
    let codes = try broker.finish().records.compactMap(\.code)
    #expect(codes == [.addressUnassigned, .addressUnassigned, .addressNotAllowed])
  }

  @Test func `a refused client is told in its own protocol, or reset`() throws {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443, 80])
    let name = try broker.address(of: "good.test")
    for address in [name, "198.19.200.7"] {
      let web = try broker.connect(address, 80)
      try web.send("GET / HTTP/1.1\r\nHost: good.test\r\n\r\n")
      let answer = String(decoding: try web.receiveAll(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      #expect(answer.contains(address == name ? "port 80 of good.test" : "stands for no name"))
      let tls = try broker.connect(address, 80)
      try tls.send(HelloMaker.hello(for: "good.test"))
      #expect(try tls.receiveAll() == [21, 3, 3, 0, 2, 2, 49])
      let ssh = try broker.connect(address, 80)
      try ssh.send("SSH-2.0-x\r\n")
      #expect(ssh.ending() == ECONNRESET)
      #expect(try broker.connect(address, 80).ending() == ECONNRESET)
    }
    let records = try broker.finish().records
    #expect(records.map(\.code) == [.portNotAllowed, .addressUnassigned])
    #expect(records.map(\.count) == [4, 4])
  }

  @Test func `real addresses are reached as such under rules about addresses`() throws {
    let server = try LocalServer { try $0.send("hello") }
    // Nobody on the host has these addresses: what counts is which of them is dialled.
    var rule = RuleDescription(id: "rules[0]", target: "203.0.113.0/24", ports: "\(server.port)")
    rule.mode = "raw"
    var denied = RuleDescription(id: "rules[1]", target: "203.0.113.9", ports: "1-65535")
    denied.verdict = "deny"
    var configuration = BrokerConfiguration(profile: "probe", rules: [rule, denied])
    configuration.limits.connectMilliseconds = 300
    let broker = try RunningBroker(configuration, ports: [server.port])
    #expect(try broker.connect("203.0.113.8", server.port).ending() == ECONNRESET)
    #expect(try broker.connect("203.0.113.9", server.port).ending() == ECONNRESET)
    let records = try broker.finish().records
    #expect(records.map(\.name) == ["203.0.113.8", "203.0.113.9"])
    #expect([.deadline, .upstreamFailed].contains(records.first?.code))
    #expect(records.last?.code == .deniedByRule)
  }

  @Test func `IPv6 leads to the same names when the rule wants it`() throws {
    let server = try LocalServer { try $0.send("hello") }
    var configuration = configuration("six.test", port: server.port, mode: "raw")
    configuration.rules[0].ipv6 = true
    let broker = try RunningBroker(configuration, ports: [server.port], isIPv6: true)
    let answer = try broker.ask("six.test", type: 28)
    let address = try #require(answer.addresses.first)
    #expect(address.hasPrefix("fd53:656e:7469:"))
    let wire = try broker.connect(address, server.port, isIPv6: true)
    #expect(try wire.receiveAll() == Array("hello".utf8))
  }
}
