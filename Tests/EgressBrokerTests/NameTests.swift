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
}
