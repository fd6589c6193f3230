import Egress
import Glibc
import Kernel
import Synchronization
import TestSupport
import Testing

/// Ways to servers other than dialling the one address of IPv4: a proxy, and IPv6.
@Suite(.needsNetwork)
struct ProxyTests {
  /// A proxy that notes what it is asked for, answers, and goes on as `serve` says.
  private final class Proxy: Sendable {
    /// What it was asked for, one head after the other.
    private final class Heads: Sendable {
      let all = Mutex<[String]>([])
    }

    let server: LocalServer
    private let heads: Heads

    var asked: [String] { heads.all.withLock { $0 } }

    init(
      answer: String = "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n",
      _ serve: @escaping @Sendable (Wire) throws -> Void = { _ in }
    ) throws {
      let heads = Heads()
      self.heads = heads
      server = try LocalServer { wire in
        let head = try wire.receiveHead()
        heads.all.withLock { $0.append(head) }
        try wire.send(answer)
        try serve(wire)
      }
    }

    deinit { server.stop() }
  }

  /// A rule that goes through a proxy; nobody looks its name up.
  private static func proxied(
    _ proxy: Proxy, mode: String, port: UInt16 = 7000
  ) -> BrokerConfiguration {
    let rule = RuleDescription(id: "rules[0]", target: "far.test", ports: "\(port)", mode: mode)
    var configuration = BrokerConfiguration(profile: "probe", rules: [rule])
    configuration.proxy = "proxy.test:\(proxy.server.port)"
    configuration.hosts = ["proxy.test": ["127.0.0.1"]]
    return configuration
  }

  @Test func `the proxy is asked for the rule's name, and what it sends at once arrives whole`()
    throws
  {
    let proxy = try Proxy(answer: "HTTP/1.0 200 OK\r\n\r\nfirst words\n") { wire in
      try wire.send("heard \(try wire.receive(until: "\n"))")
    }
    let broker = try RunningBroker(Self.proxied(proxy, mode: "raw"), ports: [7000])
    let wire = try broker.connect(name: "far.test", 7000)
    #expect(try wire.receive(until: "\n") == "first words\n")
    try wire.send("hello\n")
    #expect(try wire.receive(until: "hello\n") == "heard hello\n")
    #expect(
      proxy.asked == ["CONNECT far.test:7000 HTTP/1.1\r\nHost: far.test:7000\r\n\r\n"])
    let record = try #require(try broker.finish().records.first)
    #expect(record.addressUnchecked == true && record.address == nil)
    #expect(record.verdict == .allowed && record.bytesUp == 6)
  }

  @Test func `requests and hellos are judged as ever before they pass`() throws {
    let proxy = try Proxy { wire in
      let head = try wire.receiveHead()
      try wire.send("HTTP/1.1 200 OK\r\nContent-Length: \(head.utf8.count)\r\n\r\n\(head)")
    }
    let broker = try RunningBroker(Self.proxied(proxy, mode: "http"), ports: [7000])
    let good = try broker.connect(name: "far.test", 7000)
    try good.send("GET / HTTP/1.1\r\nHost: far.test\r\n\r\n")
    #expect(try good.receive(until: "Host: far.test").hasPrefix("HTTP/1.1 200 OK"))
    let evil = try broker.connect(name: "far.test", 7000)
    try evil.send("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n")
    #expect(String(decoding: try evil.receiveAll(), as: UTF8.self).contains("403 Forbidden"))
    #expect(proxy.asked.count == 1)
  }

  @Test(arguments: [
    ("HTTP/1.1 403 Not for you\r\n\r\n", "the proxy answers 403 Not for you"),
    ("HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic\r\n\r\n", "the proxy answers 407 Who"),
    ("SSH-2.0-x\r\n\r\n", "the proxy speaks no HTTP/1"), ("", "the proxy has closed"),
    ("HTTP/1.1 200 \(String(repeating: "x", count: 9000))", "head above the limit"),
  ])
  func `a proxy that refuses is named with its reason`(answer: String, reason: String) throws {
    let proxy = try Proxy(answer: answer)
    let broker = try RunningBroker(Self.proxied(proxy, mode: "http"), ports: [7000])
    let wire = try broker.connect(name: "far.test", 7000)
    try wire.send("GET / HTTP/1.1\r\nHost: far.test\r\n\r\n")
    let text = String(decoding: try wire.receiveAll(), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 502 Bad Gateway") && text.contains(reason), "\(text)")
    #expect(try broker.finish().records.first?.code == .upstreamFailed)
  }

  @Test func `names with addresses of their own go past the proxy`() throws {
    let proxy = try Proxy()
    let server = try LocalServer { try $0.send("direct") }
    var configuration = configuration("near.test", port: server.port, mode: "raw")
    configuration.proxy = "127.0.0.1:\(proxy.server.port)"
    let broker = try RunningBroker(configuration, ports: [server.port])
    #expect(try broker.connect(name: "near.test", server.port).receiveAll() == Array("direct".utf8))
    #expect(proxy.asked.isEmpty)
    #expect(try broker.finish().records.first?.addressUnchecked == nil)
  }

  @Test(.enabled(if: SecureServer.obstacle == nil, "\(SecureServer.obstacle ?? "")"))
  func `servers behind a proxy are verified by their own name`() throws {
    for names in ["DNS:api.test", "DNS:proxy.test"] {
      let server = try SecureServer(names: names)
      let port = server.port
      let proxy = try Proxy { wire in
        let far = Wire(Descriptor(owning: try #require(Self.socket())))
        try far.connect(to: "127.0.0.1", port)
        Background.run {
          while let bytes = try? far.receive(), !bytes.isEmpty { try? wire.send(bytes) }
          wire.endWriting()
        }
        while case let bytes = try wire.receive(), !bytes.isEmpty { try far.send(bytes) }
      }
      var configuration = server.configuration { $0.addresses = nil }
      configuration.hosts = ["proxy.test": ["127.0.0.1"]]
      configuration.proxy = "proxy.test:\(proxy.server.port)"
      let broker = try RunningBroker(configuration, ports: [80])
      let answer = try SecureTests.ask(broker, "GET /")
      if names == "DNS:api.test" {
        #expect(answer.hasSuffix("hello\n"), "\(answer)")
      } else {
        #expect(answer.contains("its certificate is for another name"), "\(answer)")
      }
      #expect(proxy.asked.first?.hasPrefix("CONNECT api.test:\(port) ") == true)
    }
  }

  private static func socket() -> Int32? {
    let fd = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    return fd < 0 ? nil : fd
  }

  @Test(
    .enabled(if: LocalServer.hasIPv6, "this machine has no loopback of IPv6"),
    arguments: [["::1"], ["::1", "127.0.0.1"], ["127.0.0.1", "::1"]])
  func `a host with one family is reached, whichever the name also has`(addresses: [String]) throws
  {
    for place in ["::1", "127.0.0.1"] where addresses.contains(place) {
      let server = try LocalServer(place) { try $0.send("here") }
      var configuration = configuration("one.test", port: server.port, mode: "raw")
      configuration.rules[0].addresses = ["127.0.0.1", "::1"]
      configuration.hosts["one.test"] = addresses
      let broker = try RunningBroker(configuration, ports: [server.port])
      #expect(try broker.connect(name: "one.test", server.port).receiveAll() == Array("here".utf8))
      #expect(try broker.finish().records.first?.address == place)
    }
  }
}
