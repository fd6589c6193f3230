import Egress
import Glibc
import Kernel
import TestSupport
import Testing

/// What the first bytes of clients lead to, with the real broker.
@Suite(.needsNetwork)
struct InspectionTests {
  private static let alertDenied: [UInt8] = [21, 3, 3, 0, 2, 2, 49]
  private static let alertName: [UInt8] = [21, 3, 3, 0, 2, 2, 112]

  /// A server that sends back what it gets.
  private static func echo() throws -> LocalServer {
    try LocalServer { wire in
      while true {
        let bytes = try wire.receive()
        if bytes.isEmpty { return }
        try wire.send(bytes)
      }
    }
  }

  @Test(arguments: [1, 40, Int.max])
  func `a hello for the name passes unchanged in pieces of any size`(pieces: Int) throws {
    let server = try Self.echo()
    let broker = try RunningBroker(
      configuration("tls.test", port: server.port, mode: "tls"), ports: [server.port])
    let wire = try broker.connect(name: "tls.test", server.port)
    let hello = HelloMaker.hello(for: "TLS.test")
    try wire.send(hello, pieces: pieces)
    var found: [UInt8] = []
    while found.count < hello.count { found += try wire.receive() }
    #expect(found == hello)
    wire.endWriting()
    #expect(wire.ending() == 0)
    let record = try #require(try broker.finish().records.first)
    #expect(record.assurance == .sni && record.bytesUp == UInt64(hello.count))
  }

  @Test func `a hello for another name, or none, gets an alert and reaches nobody`() throws {
    let server = try Self.echo()
    let broker = try RunningBroker(
      configuration("tls.test", port: server.port, mode: "tls"), ports: [server.port])
    for (name, alert) in [("evil.test", Self.alertName), (nil, Self.alertDenied)] {
      let wire = try broker.connect(name: "tls.test", server.port)
      try wire.send(HelloMaker.hello(for: name))
      #expect(try wire.receiveAll() == alert)
    }
    let ssh = try broker.connect(name: "tls.test", server.port)
    try ssh.send("SSH-2.0-client\r\n")
    #expect(ssh.ending() == ECONNRESET)
    let web = try broker.connect(name: "tls.test", server.port)
    try web.send("GET / HTTP/1.1\r\nHost: tls.test\r\n\r\n")
    let answer = String(decoding: try web.receiveAll(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("start with TLS; add: mode:"))
    let (records, _, denied) = try broker.finish()
    #expect(records.compactMap(\.code) == [.serverNameMismatch, .serverNameMissing, .notTLS])
    #expect(records.allSatisfy { $0.assurance == nil && $0.verdict == .denied })
    #expect(
      denied == ["blocked by policy: a TLS connection to tls.test asks for the server evil.test"])
    #expect(server.connections == 0)
  }

  /// A server that answers every request with its Host.
  private static func web() throws -> LocalServer {
    try LocalServer { wire in
      while true {
        let head = try wire.receive(until: "\r\n\r\n")
        guard let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("Host:") })
        else { return }
        try wire.send("HTTP/1.1 200 OK\r\nContent-Length: \(line.utf8.count)\r\n\r\n\(line)")
      }
    }
  }

  @Test func `every request of a connection must be for the name`() throws {
    let server = try Self.web()
    let broker = try RunningBroker(
      configuration("web.test", port: server.port, mode: "http"), ports: [server.port])
    let wire = try broker.connect(name: "web.test", server.port)
    try wire.send("GET / HTTP/1.1\r\nHost: web.test\r\n\r\n")
    #expect(try wire.receive(until: "Host: web.test").hasPrefix("HTTP/1.1 200 OK"))
    try wire.send("GET / HTTP/1.1\r\nHost: web.test:\(server.port)\r\n\r\n")
    #expect(try wire.receive(until: "Host: web.test:").hasPrefix("HTTP/1.1 200 OK"))
    try wire.send("GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n")
    let answer = String(decoding: try wire.receiveAll(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    #expect(answer.contains("X-Sentinel-Refusal: hostMismatch\r\n"))
    #expect(
      answer.contains(
        "blocked by policy: a request to web.test on port \(server.port)"
          + " asks for evil.test"))
    let record = try #require(try broker.finish().records.first)
    #expect(record.code == .hostMismatch && record.assurance == .l7)
  }

  @Test func `a pipelined request for another host is refused behind the answer before it`() throws
  {
    let server = try Self.web()
    let broker = try RunningBroker(
      configuration("web.test", port: server.port, mode: "http"), ports: [server.port])
    let wire = try broker.connect(name: "web.test", server.port)
    try wire.send(
      "GET / HTTP/1.1\r\nHost: web.test\r\n\r\nGET / HTTP/1.1\r\nHost: evil.test\r\n\r\n")
    let answer = String(decoding: try wire.receiveAll(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
    #expect(answer.contains("HTTP/1.1 403 Forbidden"))
    #expect(answer.components("evil.test") == 1)
  }

  @Test func `a server that speaks first is heard under ssh and auto`() throws {
    let server = try LocalServer { wire in
      try wire.send("SSH-2.0-server\r\n")
      let said = try wire.receive(until: "\r\n")
      try wire.send("heard \(said)")
    }
    for mode in ["ssh", "auto"] {
      let broker = try RunningBroker(
        configuration("ssh.test", port: server.port, mode: mode), ports: [server.port])
      let wire = try broker.connect(name: "ssh.test", server.port)
      #expect(try wire.receive(until: "\r\n") == "SSH-2.0-server\r\n")
      try wire.send("SSH-2.0-client\r\n")
      #expect(try wire.receive(until: "client") == "heard SSH-2.0-client\r\n")
      if mode == "ssh" {
        let other = try broker.connect(name: "ssh.test", server.port)
        #expect(try other.receive(until: "\r\n") == "SSH-2.0-server\r\n")
        try other.send("GET / HTTP/1.1\r\n")
        #expect(other.ending() == ECONNRESET)
      }
    }
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
