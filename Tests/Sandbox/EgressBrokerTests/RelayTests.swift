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

  @Test(arguments: ["raw", "http"])
  func `sixteen megabytes and half a close arrive whole both ways`(mode: String) throws {
    let size = 16 << 20
    let pattern = Self.pattern(size)
    let server = try LocalServer { wire in
      if mode == "http" { _ = try wire.receiveHead() }
      let bytes = try wire.receiveAll()
      if mode == "http" { try wire.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n") }
      try wire.send("\(Self.digest(bytes[...]))\r\n\r\n")
      try wire.send(bytes)
      wire.endWriting()
    }
    let broker = try RunningBroker(
      configuration("big.test", port: server.port, mode: mode) {
        $0.bytesUpPerName = 1 << 30
        $0.bytesUp = 1 << 30
      }, ports: [server.port])
    let wire = try broker.connect(name: "big.test", server.port)
    if mode == "http" {
      try wire.send("POST / HTTP/1.1\r\nHost: big.test\r\nContent-Length: \(size)\r\n\r\n")
    }
    try wire.send(pattern)
    wire.endWriting()
    let answer = try wire.receiveAll()
    let digest = Self.digest(pattern[...])
    #expect(String(decoding: answer.prefix(200), as: UTF8.self).contains("\(digest)\r\n\r\n"))
    #expect(Self.digest(answer.suffix(size)) == digest)
    let record = try #require(try broker.finish().records.first)
    #expect(record.bytesDown == UInt64(answer.count) && record.verdict == .allowed)
  }

  @Test func `a chunked body passes as it was judged`() throws {
    let server = try LocalServer { wire in
      let said = try wire.receive(until: "0\r\n\r\n")
      try wire.send("HTTP/1.1 200 OK\r\nContent-Length: \(said.utf8.count)\r\n\r\n\(said)")
    }
    let broker = try RunningBroker(
      configuration("web.test", port: server.port, mode: "http"), ports: [server.port])
    let wire = try broker.connect(name: "web.test", server.port)
    try wire.send(
      "POST /a HTTP/1.1\r\nHost: web.test\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;x=y\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
    let answer = try wire.receive(until: "0\r\n\r\n")
    #expect(answer.contains("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"))
    #expect(!answer.contains("x=y"))
  }

  @Test(arguments: [true, false])
  func `an upgrade opens the connection only when the server agrees`(agrees: Bool) throws {
    let server = try LocalServer { wire in
      _ = try wire.receiveHead()
      guard agrees else {
        try wire.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try wire.send("reached: \(try wire.receiveHead())")
        return
      }
      try wire.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
      try wire.send("got \(try wire.receive(until: "frames"))")
    }
    var configuration = configuration("ws.test", port: server.port, mode: "http")
    configuration.rules[0].upgrade = true
    let broker = try RunningBroker(configuration, ports: [server.port])
    let wire = try broker.connect(name: "ws.test", server.port)
    try wire.send(
      "GET / HTTP/1.1\r\nHost: ws.test\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n")
    if agrees {
      #expect(try wire.receive(until: "\r\n\r\n").contains(" 101 "))
      try wire.send("opaque frames")
      #expect(try wire.receive(until: "frames") == "got opaque frames")
    } else {
      try wire.send("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n")
      let answer = String(decoding: try wire.receiveAll(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.contains("HTTP/1.1 403"))
      #expect(!answer.contains("reached"))
    }
  }

  static func pattern(_ size: Int) -> [UInt8] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<size).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
  }

  /// FNV-1a.
  static func digest(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
