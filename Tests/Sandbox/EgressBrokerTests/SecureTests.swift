import Egress
import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

/// Rules of mode tls-up, with the real broker and a server that speaks real TLS.
@Suite(
  .needsNetwork, .enabled(if: SecureServer.obstacle == nil, "\(SecureServer.obstacle ?? "")"))
struct SecureTests {
  /// One request and everything that comes back.
  static func ask(
    _ broker: RunningBroker, _ line: String, _ fields: String = "", body: String = "",
    name: String = "api.test"
  ) throws -> String {
    let wire = try broker.connect(name: name, 80)
    try wire.send("\(line) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\(fields)\r\n\(body)")
    return String(decoding: try wire.receiveAll(), as: UTF8.self)
  }

  @Test func `a clear request becomes one over verified TLS, and goes on like this`() throws {
    let server = try SecureServer()
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let wire = try broker.connect(name: "api.test", 80)
    for host in ["api.test", "API.test:80"] {
      try wire.send("GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try wire.receive(until: "hello\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    try wire.send("GET /a HTTP/1.1\r\nHost: evil.test\r\n\r\n")
    let answer = String(decoding: try wire.receiveAll(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
    #expect(server.seen.compactMap(\.name) == ["api.test", "api.test"])
    #expect(server.seen.first?.version == "TLSv1.3" && server.seen.first?.alpn == "http/1.1")
    #expect(server.heads.allSatisfy { $0.contains("Host: api.test:\(server.port)") })
    let record = try #require(try broker.finish().records.first)
    #expect(record.assurance == .l7 && record.code == .hostMismatch && record.port == 80)
    #expect(record.bytesUp > 50 && record.bytesDown > 80)
  }

  @Test(arguments: [
    ("DNS:other.test", "its certificate is for another name"),
    // Whoever turns the name to an address of his own may well have a certificate for that.
    ("IP:127.0.0.1", "its certificate is for another name"),
    ("DNS:*.api.test", "its certificate is for another name"),
    // Its common name is the right one in all of these.
    ("", "its certificate has no alternative name"),
    ("email:a@api.test", "its certificate is for another name"),
    ("URI:https://api.test/", "its certificate is for another name"),
    ("DNS:*.test", nil), ("DNS:API.TEST", nil),
  ])
  func `a certificate must be for the name and nothing else`(names: String, reason: String?) throws
  {
    let server = try SecureServer(names: names)
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let answer = try Self.ask(broker, "GET /")
    let record = try #require(try broker.finish().records.first)
    if names.isEmpty {
      // Control: others would take the common name.
      let certificate = server.folder.url.appending(path: "server.crt").path
      let checked = try HostProcess.run([
        "/usr/bin/openssl", "x509", "-in", certificate, "-noout", "-checkhost", "api.test",
      ])
      #expect(checked.text.contains("does match certificate"), "\(checked.text)")
    }
    guard let reason else {
      #expect(answer.hasSuffix("hello\n"), "\(answer)")
      return
    }
    #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"), "\(answer)")
    #expect(answer.contains("api.test was not reached safely: \(reason)"), "\(answer)")
    #expect(record.code == .certificateRefused && record.assurance == nil)
    #expect(record.bytesUp == 0 && server.heads.isEmpty)
  }

  @Test(arguments: [(2, true), (-1, false)])
  func `a certificate of strangers or of yesterday is refused`(
    days: Int, isForeign: Bool
  ) throws {
    let server = try SecureServer(days: days, isSelfSigned: isForeign)
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let answer = try Self.ask(broker, "GET /")
    #expect(answer.contains("is not signed by anybody that is trusted, or is not valid now"))
    #expect(try broker.finish().records.first?.code == .certificateRefused)
    #expect(server.heads.isEmpty)
  }

  @Test func `a rule whose clients speak TLS is not kept without an authority that signs`() throws {
    let server = try SecureServer()
    let failure = #expect(throws: KernelFailure.self) {
      try RunningBroker(server.configuration { $0.clientTLS = true }, ports: [80])
    }
    #expect(failure?.call.contains("this run has no authority that signs") == true)
  }

  @Test func `a server without TLS is told from one`() throws {
    let server = try SecureServer()
    let plain = try LocalServer { wire in
      _ = try wire.receive()
      try wire.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    let broker = try RunningBroker(
      server.configuration { $0.upstreamPort = plain.port }, ports: [80])
    #expect(try Self.ask(broker, "GET /").contains("it speaks no TLS"))
    let silent = try RunningBroker(
      server.configuration { $0.upstreamPort = 1 }, ports: [80])
    #expect(try Self.ask(silent, "GET /").contains("api.test was not reached on port 1"))
  }

  @Test(arguments: [
    ("GET /open", "whole", true), ("GET /cut", "part", false), ("GET /short", "part", false),
    ("GET /two", "one", true), ("POST /count", "4", true), ("HEAD /", "\r\n\r\n", true),
  ])
  func `what is cut off is never taken for whole`(
    line: String, end: String, isWhole: Bool
  ) throws {
    let server = try SecureServer()
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let wire = try broker.connect(name: "api.test", 80)
    let body = line.hasPrefix("POST") ? "Content-Length: 4\r\n\r\nbody" : "\r\n"
    try wire.send("\(line) HTTP/1.1\r\nHost: api.test\r\n\(body)")
    var text = ""
    var error: Int32 = 0
    do {
      while true {
        let bytes = try wire.receive()
        if bytes.isEmpty { break }
        text += String(decoding: bytes, as: UTF8.self)
        if !line.hasPrefix("GET"), text.hasSuffix(end) { break }
        if line.hasSuffix("two"), text.hasSuffix(end) { break }
      }
    } catch let failure as KernelFailure { error = failure.number }
    #expect(text.hasSuffix(end), "\(text)")
    #expect((error == 0) == isWhole)
  }

  @Test(arguments: [
    ("GET /malformed", "responseMalformed"), ("GET /nothing", "responseMalformed"),
    ("TRACE /", "methodNotAllowed"), ("CONNECT api.test:443", "methodNotAllowed"),
    ("GET http://api.test/", "requestMalformed"), ("PRI *", "methodNotAllowed"),
  ])
  func `what cannot be judged is answered with the reason`(line: String, code: String) throws {
    let server = try SecureServer()
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let answer = try Self.ask(broker, line)
    #expect(answer.contains("X-Sentinel-Refusal: \(code)\r\n"), "\(answer)")
    #expect(answer.contains("blocked by policy: "))
  }

  @Test func `eight megabytes arrive whole and a client that does not read holds little`() throws {
    let server = try SecureServer()
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let idle = try (0..<24).map { _ in try broker.connect(name: "api.test", 80) }
    for wire in idle { try wire.send("GET /big HTTP/1.1\r\nHost: api.test\r\n\r\n") }
    let answer = try Self.ask(broker, "GET /big")
    #expect(answer.utf8.count > 8 << 20 && answer.hasSuffix("xxxx"))
    let memory = try #require(Self.memory(of: broker.process.id))
    // A start of 20 MiB, and 24 connections of less than 300 KiB.
    #expect(memory < 40 << 20, "\(memory >> 10) KiB")
    withExtendedLifetime(idle) {}
  }

  /// Resident bytes of a process.
  private static func memory(of process: Int32) -> Int? {
    guard let bytes = try? FileSystem.read(BytePath("/proc/\(process)/statm")) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
  }

  @Test func `upgrades pass where the rule lets them and are opaque from then on`() throws {
    let server = try SecureServer()
    let asking = "Connection: upgrade\r\nUpgrade: websocket\r\n"
    let strict = try RunningBroker(server.configuration(), ports: [80])
    let wire = try strict.connect(name: "api.test", 80)
    try wire.send("GET /upgrade HTTP/1.1\r\nHost: api.test\r\n\(asking)\r\n")
    #expect(try wire.receive(until: "\n\r\n").contains("403 Forbidden"))
    let lenient = try RunningBroker(server.configuration { $0.upgrade = true }, ports: [80])
    let other = try lenient.connect(name: "api.test", 80)
    try other.send("GET /upgrade HTTP/1.1\r\nHost: api.test\r\n\(asking)\r\n")
    #expect(try other.receive(until: "hi").hasPrefix("HTTP/1.1 101 "))
    #expect(try lenient.finish().records.first?.assurance == .name)
  }

  @Test func `a budget of bytes ends a request before it is sent`() throws {
    let server = try SecureServer()
    let broker = try RunningBroker(
      server.configuration(limits: { $0.bytesUpPerName = 1000 }), ports: [80])
    let body = String(repeating: "x", count: 2000)
    let answer = try Self.ask(broker, "POST /count", "Content-Length: 2000\r\n", body: body)
    #expect(answer.contains("X-Sentinel-Refusal: bytesUp\r\n"), "\(answer)")
    #expect(server.heads.isEmpty)
  }

  @Test(arguments: ["certificates", "grant", "wildcard"])
  func `a rule that could not be kept ends the broker before it serves`(kind: String) throws {
    let server = try SecureServer()
    var configuration = server.configuration()
    switch kind {
    case "certificates": configuration.roots = nil
    case "grant": configuration.rules[0].grant = "absent"
    default:
      configuration.rules[0].grant = "absent"
      configuration.rules[0].target = "*.test"
    }
    #expect(throws: KernelFailure.self) { try RunningBroker(configuration, ports: [80]) }
  }
}
