import Egress
import Glibc
import Kernel
import TestSupport
import Testing

/// Rules whose names lead to servers on the host's loopback.
func configuration(
  _ name: String, port: UInt16, mode: String, limits: (inout EgressLimits) -> Void = { _ in }
) -> BrokerConfiguration {
  var rule = RuleDescription(id: "rules[0]", target: name, ports: "\(port)", mode: mode)
  rule.addresses = ["127.0.0.0/8"]
  var configuration = BrokerConfiguration(profile: "probe", rules: [rule])
  configuration.hosts = [name: ["127.0.0.1"]]
  limits(&configuration.limits)
  return configuration
}

@Suite(.needsNetwork)
struct RelayTests {
  @Test func `bytes pass both ways under mode raw and are counted`() throws {
    let server = try LocalServer { wire in
      try wire.send("hello\n")
      while true {
        let bytes = try wire.receive()
        if bytes.isEmpty { return wire.endWriting() }
        try wire.send(bytes)
      }
    }
    let broker = try RunningBroker(
      configuration("echo.test", port: server.port, mode: "raw"), ports: [server.port])
    let wire = try broker.connect(name: "echo.test", server.port)
    #expect(try wire.receive(until: "hello\n") == "hello\n")
    try wire.send("twelve bytes")
    #expect(try wire.receive(until: "bytes") == "twelve bytes")
    wire.endWriting()
    #expect(wire.ending() == 0)
    let (records, end, _) = try broker.finish()
    let record = try #require(records.first)
    #expect(records.count == 1)
    #expect(record.name == "echo.test" && record.verdict == .allowed && record.rule == "rules[0]")
    #expect(record.address == "127.0.0.1" && record.assurance == .name)
    #expect(record.bytesUp == 12 && record.bytesDown == 18)
    #expect(end.connections == 1 && end.bytesUp == 12 && end.bytesDown == 18)
  }
}
