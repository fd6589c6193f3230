import Egress
import FoundationEssentials
import Glibc
import Kernel
import NetworkSpace
import TestSupport
import Testing

/// The broker's beginning, changes and end.
@Suite(.needsNetwork)
struct LifecycleTests {
  private static func chatter() throws -> LocalServer {
    try LocalServer { wire in
      while true {
        let bytes = try wire.receive()
        if bytes.isEmpty { return }
        try wire.send(bytes)
      }
    }
  }

  @Test func `the broker is confined before it serves`() throws {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443])
    let status = String(decoding: HostTable.read(broker.process.id, "status"), as: UTF8.self)
    #expect(status.contains("\nSeccomp:\t2\n") && status.contains("\nNoNewPrivs:\t1\n"))
    #expect(status.contains("\nCapEff:\t0000000000000000\n"))
    #expect(status.contains("\nCapPrm:\t0000000000000000\n"))
    #expect(status.contains("\nThreads:\t1\n"))
    #expect(broker.landlock ?? 0 > 0)
    let limits = String(decoding: HostTable.read(broker.process.id, "limits"), as: UTF8.self)
    let memory = limits.split(separator: "\n").first { $0.hasPrefix("Max data size") } ?? ""
    #expect(memory.contains("268435456"), "\(memory)")
    // Not dumpable: only root may look at what it has open.
    guard Caller.isRoot else { return }
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(broker.process.id)/fd")
    for link in links where Int(link) ?? 0 > 2 {
      let path = "/proc/\(broker.process.id)/fd/\(link)"
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
      // Pipes are its own, for bytes on their way.
      #expect(["socket:", "anon_inode:", "pipe:"].contains { target.hasPrefix($0) }, "\(target)")
    }
  }

  @Test func `without a filter it refuses to serve`() throws {
    let failure = #expect(throws: KernelFailure.self) {
      try RunningBroker(
        configuration("good.test", port: 443, mode: "tls"), ports: [443], filter: [])
    }
    #expect(failure?.call == "broker: there is no filter to confine the broker with")
  }

  @Test(arguments: [
    ("no name.test", "443", "tls", "holds the byte 0x20"),
    ("a.test", "0", "tls", "is not a set of ports"),
    ("a.test", "443", "magic", "is not one of the words"),
    ("a.test", "80", "tls-up", "has no certificates to verify"),
  ])
  func `a rule that is none ends it with its reason`(
    target: String, ports: String, mode: String, reason: String
  ) throws {
    let rule = RuleDescription(id: "rules[0]", target: target, ports: ports, mode: mode)
    let configuration = BrokerConfiguration(profile: "probe", rules: [rule])
    let failure = #expect(throws: KernelFailure.self) {
      try RunningBroker(configuration, ports: [443])
    }
    #expect(failure?.call.contains("rules[0]: ") == true)
    #expect(failure?.call.contains(reason) == true, "\(failure?.call ?? "")")
  }

  @Test func `a change of the policy cuts what it forbids and lets the rest live`() throws {
    let server = try Self.chatter()
    var configuration = configuration("one.test", port: server.port, mode: "raw")
    var rule = RuleDescription(id: "rules[1]", target: "two.test", ports: "\(server.port)")
    rule.mode = "raw"
    rule.addresses = ["127.0.0.1"]
    configuration.rules.append(rule)
    configuration.hosts["two.test"] = ["127.0.0.1"]
    let broker = try RunningBroker(configuration, ports: [server.port])
    let one = try broker.connect(name: "one.test", server.port)
    let two = try broker.connect(name: "two.test", server.port)
    for wire in [one, two] {
      try wire.send("here")
      #expect(try wire.receive() == Array("here".utf8))
    }
    let denial = RuleDescription(id: "control 1", target: "one.test", ports: "1-65535")
    let start = Date()
    try broker.order { $0.deny = denial }
    #expect(one.ending() == ECONNRESET)
    #expect(Date().timeIntervalSince(start) < 1)
    let change = try #require(try broker.message(where: { $0.policy != nil }))
    #expect(change.policy?.generation == 1 && change.policy?.cut == 1)
    try two.send("still")
    #expect(try two.receive() == Array("still".utf8))
    #expect(try broker.ask("one.test").code == 3)

    var allowed = RuleDescription(id: "control 2", target: "one.test", ports: "1-65535")
    allowed.mode = "raw"
    try broker.order { $0.allow = allowed }
    let refused = try #require(try broker.message(where: { $0.refused != nil }))
    #expect(refused.refused?.contains("port 1 has no listener") == true)
    try broker.order { $0.show = true }
    let shown = try #require(try broker.message(where: { $0.policy?.rules != nil }))
    #expect(shown.policy?.rules?.count == 3 && shown.policy?.connections == 1)
    let (records, end, _) = try broker.finish()
    #expect(records.contains { $0.name == "one.test" && $0.code == .policyChanged })
    #expect(records.contains { $0.name == "two.test" && $0.verdict == .allowed })
    #expect(end.generation == 1)
  }

  @Test func `a live denial is taken back by a live permission`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("one.test", port: server.port, mode: "raw"), ports: [server.port])
    let denial = RuleDescription(id: "control 1", target: "one.test", ports: "\(server.port)")
    try broker.order { $0.deny = denial }
    #expect(try broker.message(where: { $0.policy != nil })?.policy?.generation == 1)
    #expect(try broker.ask("one.test").code == 3)
    var permission = denial
    permission.id = "control 2"
    permission.mode = "raw"
    permission.addresses = ["127.0.0.0/8"]
    try broker.order { $0.allow = permission }
    #expect(try broker.message(where: { $0.policy != nil })?.policy?.generation == 2)
    let wire = try broker.connect(name: "one.test", server.port)
    try wire.send("here")
    #expect(try wire.receive() == Array("here".utf8))
  }

  @Test func `orders that are none are answered and change nothing`() throws {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443])
    for text in ["", "{", "[]", "{}", #"{"finish":true,"show":true}"#, #"{"allow":{"id":"x"}}"#] {
      guard !text.isEmpty else { continue }
      try broker.control.send(text)
      #expect(try broker.message()?.refused != nil, "\(text)")
    }
    #expect(try broker.ask("good.test").code == 0)
    #expect(try broker.finish().end.generation == 0)
  }

  @Test func `the broker ends with its command line`() throws {
    let caller = try HostProcess(["/bin/sleep", "60"])
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443], caller: caller.id)
    #expect(try broker.ask("good.test").code == 0)
    caller.end()
    #expect(broker.control.ending() == 0)
    #expect(try broker.process.wait() == .exited(0))
    let wire = Wire(try broker.home.socket(SPACE_STREAM))
    let refused = #expect(throws: KernelFailure.self) {
      try wire.connect(to: "198.18.1.1", 443)
    }
    #expect(refused?.number == ECONNREFUSED)
  }

  @Test func `a broker that is killed leaves no way out, at once`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("one.test", port: server.port, mode: "raw"), ports: [server.port])
    let address = try broker.address(of: "one.test")
    let wire = try broker.connect(address, server.port)
    try wire.send("here")
    #expect(try wire.receive() == Array("here".utf8))
    let start = Date()
    broker.process.send(SIGKILL)
    #expect(wire.ending() != nil)
    #expect(try broker.process.wait() == .signalled(SIGKILL))
    let refused = #expect(throws: KernelFailure.self) {
      try broker.connect(address, server.port)
    }
    #expect(refused?.number == ECONNREFUSED)
    #expect(throws: KernelFailure.self) { try broker.ask("one.test") }
    #expect(Date().timeIntervalSince(start) < 1)
  }

  @Test func `changes under load cut everything that they forbid`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("busy.test", port: server.port, mode: "raw") { $0.opensPerSecond = 100_000 },
      ports: [server.port])
    let address = try broker.address(of: "busy.test")
    let denial = RuleDescription(id: "control 1", target: "busy.test", ports: "\(server.port)")
    var permission = RuleDescription(
      id: "control 2", target: "busy.test", ports: "\(server.port)", mode: "raw")
    permission.addresses = ["127.0.0.0/8"]
    for round in 1...10 {
      let wires = try (0..<50).map { _ in try broker.connect(address, server.port) }
      for wire in wires { try wire.send("x") }
      for wire in wires.prefix(25) { #expect(try wire.receive().count == 1) }
      try broker.order { $0.deny = denial }
      let change = try #require(try broker.message(where: { $0.policy != nil }))
      #expect(change.policy?.generation == 2 * round - 1)
      let start = Date()
      for wire in wires.prefix(25) { #expect(wire.ending() == ECONNRESET) }
      for wire in wires.suffix(25) {
        // The answer to what was sent may have come before the end.
        while let bytes = try? wire.receive(), !bytes.isEmpty {}
      }
      #expect(Date().timeIntervalSince(start) < 1)
      try broker.order { $0.allow = permission }
      let restored = try #require(try broker.message(where: { $0.policy != nil }))
      #expect(restored.policy?.connections == 0)
    }
    #expect(try broker.finish().end.generation == 20)
  }
}
