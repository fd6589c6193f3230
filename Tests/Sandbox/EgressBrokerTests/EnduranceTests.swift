import CKernel
import Egress
import FoundationEssentials
import Glibc
import Kernel
import NetworkSpace
import TestSupport
import Testing

/// Everything at once and for long, with numbers printed; `make test-large` runs it.
@Suite(
  .needsNetwork, .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["SENTINEL_ENDURANCE"] != nil,
    "SENTINEL_ENDURANCE is not set"))
struct EnduranceTests {
  /// More than this, in KiB, a broker never holds.
  private static let mostKilobytes = 64 << 10

  private static func echo() throws -> LocalServer {
    try LocalServer { wire in
      while true {
        let bytes = try wire.receive()
        if bytes.isEmpty { return }
        try wire.send(bytes)
      }
    }
  }

  private static func report(_ what: String, _ broker: RunningBroker, _ numbers: [String]) {
    let peak = HostTable.peakKilobytes(broker.process.id) ?? .max
    print("endurance: \(what): \(numbers.joined(separator: ", ")), peak \(peak) KiB")
    #expect(peak < mostKilobytes)
  }

  @Test func `ten thousand connections, names that are denied, and slow clients meanwhile`() throws
  {
    let server = try Self.echo()
    var configuration = configuration("busy.test", port: server.port, mode: "raw") {
      $0.opensPerSecond = 1_000_000
      $0.connections = 1000
      $0.helloMilliseconds = 3000
    }
    configuration.rules.append(
      RuleDescription(id: "rules[1]", target: "slow.test", ports: "443", mode: "tls"))
    let broker = try RunningBroker(configuration, ports: [server.port, 443])
    let busy = try broker.address(of: "busy.test")
    let slow = try broker.address(of: "slow.test")
    let waiting = try (0..<400).map { _ in
      let wire = try broker.connect(slow, 443)
      try wire.send([22])
      return wire
    }
    let start = Date()
    var slowest = 0.0
    var failures = 0
    for round in 0..<157 {
      let begin = Date()
      let wires = try (0..<64).map { _ in try broker.connect(busy, server.port) }
      for wire in wires { try wire.send("ping") }
      for wire in wires where (try? wire.receive()) != Array("ping".utf8) { failures += 1 }
      #expect(try broker.ask("n\(round).evil.test").code == 3)
      slowest = max(slowest, Date().timeIntervalSince(begin))
    }
    let seconds = Date().timeIntervalSince(start)
    #expect(failures == 0)
    #expect(waiting.allSatisfy { $0.ending() == ECONNRESET })
    #expect(Date().timeIntervalSince(start) < seconds + 10)
    Self.report(
      "10,048 connections beside 400 slow clients", broker,
      [
        "\(Int(10_048 / seconds)) per second", "slowest 64 took \(Int(slowest * 1000)) ms",
      ])
  }

  @Test func `a thousand denied names a second, for ten seconds`() throws {
    let broker = try RunningBroker(
      configuration("good.test", port: 443, mode: "tls"), ports: [443])
    let start = sentinel_nanoseconds()
    var slowest: UInt64 = 0
    for index in 0..<10_000 {
      let due = start + UInt64(index) * 1_000_000
      let now = sentinel_nanoseconds()
      if now < due { usleep(UInt32((due - now) / 1000)) }
      let begin = sentinel_nanoseconds()
      #expect(try broker.ask("n\(index).evil.test").code == 3)
      slowest = max(slowest, sentinel_nanoseconds() - begin)
    }
    let seconds = Double(sentinel_nanoseconds() - start) / 1e9
    #expect(try broker.ask("good.test").code == 0)
    #expect(slowest < 5_000_000_000, "nobody waits longer than a resolver does")
    Self.report(
      "10,000 denied names", broker,
      ["\(Int(10_000 / seconds)) per second", "slowest \(slowest / 1000) us"])
    let (records, end, _) = try broker.finish()
    #expect(records.count <= 4096 && end.questions == 10_001)
  }

  @Test func `a hundred changes of the policy under load`() throws {
    let server = try Self.echo()
    let broker = try RunningBroker(
      configuration("one.test", port: server.port, mode: "raw") { $0.opensPerSecond = 1_000_000 },
      ports: [server.port])
    let address = try broker.address(of: "one.test")
    let denial = RuleDescription(id: "control 1", target: "one.test", ports: "\(server.port)")
    var permission = RuleDescription(
      id: "control 2", target: "one.test", ports: "\(server.port)", mode: "raw")
    permission.addresses = ["127.0.0.1"]
    var slowest = 0.0
    for _ in 0..<100 {
      let wires = try (0..<20).map { _ in try broker.connect(address, server.port) }
      for wire in wires { try wire.send("here") }
      for wire in wires { #expect(try wire.receive() == Array("here".utf8)) }
      let start = Date()
      try broker.order { $0.deny = denial }
      _ = try broker.message(where: { $0.policy != nil })
      for wire in wires { #expect(wire.ending() == ECONNRESET) }
      slowest = max(slowest, Date().timeIntervalSince(start))
      try broker.order { $0.allow = permission }
      _ = try broker.message(where: { $0.policy != nil })
    }
    #expect(slowest < 1)
    Self.report(
      "100 denials of 20 open connections", broker, ["slowest cut \(Int(slowest * 1000)) ms"])
  }
}
