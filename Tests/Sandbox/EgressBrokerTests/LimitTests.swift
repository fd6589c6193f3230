import Egress
import EgressTestKit
import FoundationEssentials
import Glibc
import Kernel
import NetworkSpace
import TestSupport
import Testing

/// Budgets, deadlines and floods, with the real broker.
@Suite(.needsNetwork)
struct LimitTests {
  private static func chatter() throws -> LocalServer {
    try LocalServer { wire in
      while true {
        let bytes = try wire.receive()
        if bytes.isEmpty { return }
        try wire.send(bytes)
      }
    }
  }

  @Test func `a hello that does not come in time ends the connection`() throws {
    let server = try Self.chatter()
    let limits: (inout EgressLimits) -> Void = { $0.helloMilliseconds = 400 }
    for mode in ["tls", "http", "ssh"] {
      let broker = try RunningBroker(
        configuration("late.test", port: server.port, mode: mode, limits: limits),
        ports: [server.port])
      let silent = try broker.connect(name: "late.test", server.port)
      let slow = try broker.connect(name: "late.test", server.port)
      let start = Date()
      try slow.send(mode == "tls" ? [22, 3] : mode == "http" ? Array("GE".utf8) : Array("SS".utf8))
      #expect(silent.ending() == ECONNRESET)
      #expect(slow.ending() == ECONNRESET)
      #expect((0.2...2).contains(Date().timeIntervalSince(start)), "\(mode)")
      let record = try #require(try broker.finish().records.first)
      #expect(record.code == .deadline && record.count == 2, "\(mode)")
    }
  }

  @Test func `an idle connection and one that is too old are cut`() throws {
    let server = try Self.chatter()
    for isOld in [false, true] {
      let broker = try RunningBroker(
        configuration("idle.test", port: server.port, mode: "raw") {
          if isOld { $0.connectionMilliseconds = 500 } else { $0.idleMilliseconds = 500 }
        }, ports: [server.port])
      let wire = try broker.connect(name: "idle.test", server.port)
      let start = Date()
      for _ in 0..<3 where !isOld {
        usleep(300_000)
        try wire.send("more")
        #expect(try wire.receive() == Array("more".utf8))
      }
      #expect(wire.ending() == ECONNRESET)
      #expect((isOld ? 0.4...1.5 : 1.3...2.5).contains(Date().timeIntervalSince(start)))
      #expect(try broker.finish().records.first?.code == (isOld ? .deadline : .idle))
    }
  }

  @Test func `connections beyond the limit are reset and room is given back`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("many.test", port: server.port, mode: "raw") { $0.connections = 3 },
      ports: [server.port])
    var open: [Wire] = []
    for _ in 0..<3 {
      let wire = try broker.connect(name: "many.test", server.port)
      try wire.send("x")
      #expect(try wire.receive().count == 1)
      open.append(wire)
    }
    #expect(try broker.connect(name: "many.test", server.port).ending() == ECONNRESET)
    open.removeFirst()
    #expect(
      HostTable.wait {
        guard let wire = try? broker.connect(name: "many.test", server.port) else { return false }
        return (try? wire.send("x")) != nil && (try? wire.receive().count) == 1
      })
    let (records, end, _) = try broker.finish()
    #expect(records.contains { $0.code == .connections })
    #expect(end.connectionsPeak == 3)
  }

  @Test(arguments: ["raw", "http"])
  func `bytes beyond the budget of a name never leave`(mode: String) throws {
    let server = try LocalServer { wire in
      let bytes = try wire.receiveAll()
      try wire.send("\(bytes.count)")
    }
    let broker = try RunningBroker(
      configuration("cap.test", port: server.port, mode: mode) { $0.bytesUpPerName = 100_000 },
      ports: [server.port])
    let wire = try broker.connect(name: "cap.test", server.port)
    let head =
      mode == "http" ? "POST / HTTP/1.1\r\nHost: cap.test\r\nContent-Length: 300000\r\n\r\n" : ""
    try? wire.send(head)
    try? wire.send([UInt8](repeating: 65, count: 300_000))
    let rest = try? wire.receiveAll()
    #expect(rest == nil || mode == "http")
    let (records, end, _) = try broker.finish()
    #expect(records.first?.code == .bytesUp)
    #expect(end.bytesUp <= 100_000)
  }

  @Test func `bytes beyond the budget from a name are not given`() throws {
    let server = try LocalServer { try $0.send([UInt8](repeating: 65, count: 300_000)) }
    let broker = try RunningBroker(
      configuration("cap.test", port: server.port, mode: "raw") { $0.bytesDownPerName = 100_000 },
      ports: [server.port])
    let wire = try broker.connect(name: "cap.test", server.port)
    var count = 0
    while let bytes = try? wire.receive(), !bytes.isEmpty { count += bytes.count }
    #expect(count <= 100_000)
    #expect(try broker.finish().records.first?.code == .bytesDown)
  }

  @Test func `names under a wildcard that are contacted are counted`() throws {
    let server = try Self.chatter()
    var configuration = configuration("*.wild.test", port: server.port, mode: "raw") {
      $0.labelsPerWildcard = 2
    }
    configuration.hosts = [:]
    for label in ["a", "b", "c"] { configuration.hosts["\(label).wild.test"] = ["127.0.0.1"] }
    let broker = try RunningBroker(configuration, ports: [server.port])
    for label in ["a", "b", "a"] {
      let wire = try broker.connect(name: "\(label).wild.test", server.port)
      try wire.send("x")
      #expect(try wire.receive().count == 1)
    }
    #expect(try broker.connect(name: "c.wild.test", server.port).ending() == ECONNRESET)
    let (records, end, _) = try broker.finish()
    #expect(records.contains { $0.code == .labels && $0.name == "c.wild.test" })
    #expect(end.wildcardNames == 2)
  }

  @Test func `four hundred slow clients are gone by the deadline and keep nobody waiting`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("slow.test", port: server.port, mode: "tls") {
        $0.helloMilliseconds = 1500
        $0.opensPerSecond = 10_000
        $0.connections = 500
      }, ports: [server.port])
    let address = try broker.address(of: "slow.test")
    var slow: [Wire] = []
    for _ in 0..<400 {
      let wire = try broker.connect(address, server.port)
      try wire.send([22])
      slow.append(wire)
    }
    let start = Date()
    let good = try broker.connect(address, server.port)
    try good.send(HelloMaker.hello(for: "slow.test"))
    #expect(try !good.receive().isEmpty)
    #expect(Date().timeIntervalSince(start) < 1)
    #expect(slow.allSatisfy { $0.ending() == ECONNRESET })
    #expect(Date().timeIntervalSince(start) < 3)
    #expect((HostTable.peakKilobytes(broker.process.id) ?? .max) < 64 << 10)
  }

  @Test func `a client that never reads holds nobody up`() throws {
    let server = try LocalServer { wire in
      let block = [UInt8](repeating: 65, count: 1 << 16)
      while true { try wire.send(block) }
    }
    let broker = try RunningBroker(
      configuration("flood.test", port: server.port, mode: "raw"), ports: [server.port])
    let deaf = try (0..<20).map { _ in try broker.connect(name: "flood.test", server.port) }
    usleep(500_000)
    let good = try broker.connect(name: "flood.test", server.port)
    var count = 0
    while count < 4 << 20 { count += try good.receive().count }
    #expect((HostTable.peakKilobytes(broker.process.id) ?? .max) < 48 << 10)
    withExtendedLifetime(deaf) {}
  }

  @Test func `ten thousand connections pass, sixty-four at a time`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("busy.test", port: server.port, mode: "raw") { $0.opensPerSecond = 1_000_000 },
      ports: [server.port])
    let address = try broker.address(of: "busy.test")
    var failures = 0
    for _ in 0..<157 {
      let wires = try (0..<64).map { _ in try broker.connect(address, server.port) }
      for wire in wires { try wire.send("ping") }
      for wire in wires where (try? wire.receive()) != Array("ping".utf8) { failures += 1 }
    }
    #expect(failures == 0)
    #expect((HostTable.peakKilobytes(broker.process.id) ?? .max) < 64 << 10)
    #expect(broker.openDescriptors.map { $0 < 200 } ?? !Caller.isRoot)
    let (records, end, _) = try broker.finish()
    #expect(end.connections == 157 * 64)
    #expect(records.reduce(0) { $0 + $1.count } == 157 * 64 && end.unrecorded == 0)
  }

  @Test func `a flood of names is answered to the last, and what is recorded of it is bounded`()
    throws
  {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443])
    for index in 0..<6000 { #expect(try broker.ask("n\(index).evil.test").code == 3) }
    #expect(try broker.ask("good.test").code == 0)
    let (records, end, denied) = try broker.finish()
    #expect(records.count == 4096 && end.unrecorded == 1904)
    #expect(denied.count <= 4096)
    #expect(end.questions == 6001)
  }

  @Test func `without descriptors it accepts again when there are some`() throws {
    let server = try Self.chatter()
    let broker = try RunningBroker(
      configuration("full.test", port: server.port, mode: "raw"), ports: [server.port],
      descriptorLimit: 30)
    let address = try broker.address(of: "full.test")
    var open = try (0..<40).map { _ in try broker.connect(address, server.port) }
    usleep(300_000)
    #expect(try broker.ask("full.test").code == 0)
    open = []
    #expect(
      HostTable.wait {
        guard let wire = try? broker.connect(address, server.port) else { return false }
        return (try? wire.send("x")) != nil && (try? wire.receive().count) == 1
      })
    withExtendedLifetime(open) {}
    #expect(try broker.finish().end.connections >= 10)
  }

  @Test func `noise at every port ends nothing and gets nowhere`() throws {
    let server = try Self.chatter()
    var configuration = configuration("one.test", port: server.port, mode: "tls") {
      $0.opensPerSecond = 1_000_000
      $0.helloMilliseconds = 500
    }
    configuration.rules.append(
      RuleDescription(id: "rules[1]", target: "two.test", ports: "80", mode: "http"))
    configuration.rules.append(
      RuleDescription(id: "rules[2]", target: "three.test", ports: "81", mode: "auto"))
    configuration.limits.autoMilliseconds = 60_000
    let broker = try RunningBroker(configuration, ports: [server.port, 80, 81])
    var random = SeededRandom(seed: 11)
    let targets: [(address: String, port: UInt16, start: [UInt8])] = [
      (try broker.address(of: "one.test"), server.port, HelloMaker.hello(for: "one.tesu")),
      (try broker.address(of: "two.test"), 80, Array("GET / HTTP/1.1\r\nHost: x\r\n".utf8)),
      (try broker.address(of: "three.test"), 81, [22, 3, 1]),
      ("198.18.0.53", 53, [0, 40, 1, 2, 1, 0, 0, 1]),
    ]
    for round in 0..<600 {
      let target = targets[round % targets.count]
      var bytes = target.start
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      let wire = try broker.connect(target.address, target.port)
      try? wire.send(bytes)
      let datagram = Wire(try broker.home.socket(SPACE_DATAGRAM))
      try datagram.connect(to: "198.18.0.53", 53)
      try? datagram.send(bytes)
    }
    #expect(try broker.ask("one.test").code == 0)
    #expect(server.connections == 0)
    #expect((HostTable.peakKilobytes(broker.process.id) ?? .max) < 64 << 10)
  }
}
