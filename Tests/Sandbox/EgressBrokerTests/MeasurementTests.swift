import CKernel
import Egress
import FoundationEssentials
import Glibc
import Kernel
import NetworkSpace
import TestSupport
import Testing

/// Throughput, latency and memory, printed; only on demand, with a release build.
@Suite(
  .needsNetwork, .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["SENTINEL_BENCH"] != nil, "SENTINEL_BENCH is not set"))
struct MeasurementTests {
  private static let size = 1 << 30

  @Test func `throughput of a relay and of bare loopback`() throws {
    let sink = try LocalServer { wire in
      _ = Self.drain(wire.number)
      try wire.send("done")
    }
    let source = try LocalServer { wire in
      Self.pour(wire.number, Self.size)
      wire.endWriting()
      // A request that is left unread would turn the end into a reset.
      _ = try wire.receiveAll()
    }
    for round in 1...3 {
      let bareUp = try Self.up(try Self.bare(sink.port))
      let bareDown = try Self.down(try Self.bare(source.port))
      for mode in ["raw", "http"] {
        var limits = EgressLimits()
        limits.bytesUp = 1 << 40
        limits.bytesUpPerName = 1 << 40
        limits.bytesDownPerName = 1 << 40
        var configuration = configuration("big.test", port: sink.port, mode: mode)
        configuration.rules[0].ports = "\(sink.port),\(source.port)"
        configuration.limits = limits
        let broker = try RunningBroker(configuration, ports: [sink.port, source.port])
        let before = Self.cpu(broker.process.id)
        let upWire = try broker.connect(name: "big.test", sink.port)
        if mode == "http" {
          try upWire.send(
            "POST / HTTP/1.1\r\nHost: big.test\r\nContent-Length: \(Self.size)\r\n\r\n")
        }
        let up = try Self.up(upWire)
        let middle = Self.cpu(broker.process.id)
        let downWire = try broker.connect(name: "big.test", source.port)
        if mode == "http" { try downWire.send("GET / HTTP/1.1\r\nHost: big.test\r\n\r\n") }
        let down = try Self.down(downWire)
        let after = Self.cpu(broker.process.id)
        print(
          "round \(round) \(mode): up \(up) (bare \(bareUp)) down \(down) (bare \(bareDown)) Gbit/s;",
          "CPU ms/GiB up \(middle - before) down \(after - middle);",
          "peak \(HostTable.peakKilobytes(broker.process.id) ?? 0) KiB")
      }
    }
  }

  @Test func `latency of a connection`() throws {
    let server = try LocalServer { wire in
      while true {
        let bytes = try wire.receive(64)
        if bytes.isEmpty { return }
        try wire.send(bytes)
      }
    }
    var configuration = configuration("fast.test", port: server.port, mode: "raw")
    configuration.limits.opensPerSecond = 1_000_000
    let broker = try RunningBroker(configuration, ports: [server.port])
    let address = try broker.address(of: "fast.test")
    for round in 1...3 {
      let bare = try Self.latency { try Self.bare(server.port) }
      let before = Self.cpu(broker.process.id)
      let relayed = try Self.latency { try broker.connect(address, server.port) }
      print(
        "round \(round) connect and a byte, us: bare p50 \(bare.p50) min \(bare.min);",
        "relayed p50 \(relayed.p50) min \(relayed.min);",
        "CPU us/connection \((Self.cpu(broker.process.id) - before) * 1000 / 1000)")
    }
    let start = Date()
    for index in 0..<5000 { _ = try broker.ask("n\(index).evil.test") }
    print("denied questions per second, one asker: \(Int(5000 / Date().timeIntervalSince(start)))")
    print("peak \(HostTable.peakKilobytes(broker.process.id) ?? 0) KiB")
  }

  @Test func `memory under the limits' worst clients`() throws {
    let server = try LocalServer { wire in
      let block = [UInt8](repeating: 65, count: 1 << 16)
      while true { try wire.send(block) }
    }
    for mode in ["http", "raw"] {
      var configuration = configuration("bad.test", port: server.port, mode: mode)
      configuration.limits.opensPerSecond = 1_000_000
      let broker = try RunningBroker(configuration, ports: [server.port])
      let address = try broker.address(of: "bad.test")
      print("\(mode): idle \(HostTable.peakKilobytes(broker.process.id) ?? 0) KiB")
      var wires: [Wire] = []
      for _ in 0..<256 {
        let wire = try broker.connect(address, server.port)
        if mode == "http" {
          try wire.send("POST / HTTP/1.1\r\nHost: bad.test\r\nContent-Length: 99999999\r\n\r\n")
          try wire.send([UInt8](repeating: 65, count: 200_000))
        }
        wires.append(wire)
      }
      usleep(1_000_000)
      for index in 0..<20_000 { _ = try broker.ask("n\(index).evil.test") }
      print(
        "\(mode): 256 clients that do not read: \(HostTable.peakKilobytes(broker.process.id) ?? 0) KiB"
      )
      withExtendedLifetime(wires) {}
    }
  }

  private static func bare(_ port: UInt16) throws -> Wire {
    let wire = Wire(Descriptor(owning: sentinel_socket(0, 0)))
    try wire.connect(to: "127.0.0.1", port)
    return wire
  }

  private static func latency(_ connect: () throws -> Wire) throws -> (p50: Int, min: Int) {
    var times: [Int] = []
    for _ in 0..<1000 {
      let start = sentinel_nanoseconds()
      let wire = try connect()
      try wire.send("x")
      _ = try wire.receive(1)
      times.append(Int(sentinel_nanoseconds() - start) / 1000)
    }
    times.sort()
    return (times[500], times[0])
  }

  private static func up(_ wire: Wire) throws -> Double {
    let start = sentinel_nanoseconds()
    pour(wire.number, size)
    wire.endWriting()
    _ = try wire.receive(until: "done")
    return rate(start)
  }

  private static func down(_ wire: Wire) throws -> Double {
    let start = sentinel_nanoseconds()
    #expect(drain(wire.number) == size)
    return rate(start)
  }

  private static func rate(_ start: UInt64) -> Double {
    (Double(size) * 80 / Double(sentinel_nanoseconds() - start)).rounded() / 10
  }

  private static func pour(_ fd: Int32, _ size: Int) {
    let block = [UInt8](repeating: 65, count: 1 << 18)
    var rest = size
    while rest > 0 {
      let count = unsafe block.withUnsafeBytes {
        unsafe send(fd, $0.baseAddress, min(rest, $0.count), Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest -= count
    }
  }

  private static func drain(_ fd: Int32) -> Int {
    var block = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe recv(fd, $0.baseAddress, $0.count, 0)
      }
      guard count > 0 else { return total }
      total += count
    }
  }

  /// Milliseconds of CPU time that a process has used.
  private static func cpu(_ id: Int32) -> Int {
    let fields = String(decoding: HostTable.read(id, "stat"), as: UTF8.self).split(separator: " ")
    guard fields.count > 15 else { return 0 }
    return ((Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)) * 10
  }
}
