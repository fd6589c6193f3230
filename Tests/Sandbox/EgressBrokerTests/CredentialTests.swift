import Egress
import Glibc
import Kernel
import TestSupport
import Testing

/// Credential grants with the real broker and a server that notes what it gets.
@Suite(
  .needsNetwork, .enabled(if: SecureServer.obstacle == nil, "\(SecureServer.obstacle ?? "")"))
struct CredentialTests {
  static let secret = "s3cret/Tok+en==value"

  static func grant(_ change: (inout GrantDescription) -> Void = { _ in }) -> GrantDescription {
    var grant = GrantDescription(name: "api")
    grant.hosts = ["api.test"]
    grant.paths = ["/"]
    grant.methods = ["GET", "POST"]
    change(&grant)
    return grant
  }

  private static func broker(
    _ server: SecureServer, _ change: (inout GrantDescription) -> Void = { _ in }
  ) throws -> RunningBroker {
    try RunningBroker(
      server.configuration(grant: grant(change), secret: secret), ports: [80])
  }

  private static func ask(
    _ broker: RunningBroker, _ line: String, _ fields: String = "", body: String = ""
  ) throws -> String {
    try SecureTests.ask(broker, line, fields, body: body)
  }

  /// What a grant was used for, after the end.
  private static func use(_ broker: RunningBroker) throws -> GrantUse? {
    try broker.order { $0.finish = true }
    return try broker.messages { $0.end != nil }.compactMap { $0.grants?.first }.first
  }

  @Test func `probe 98 the server gets the credential and nothing that the payload forged`() throws
  {
    let server = try SecureServer()
    let broker = try Self.broker(server)
    let answer = try Self.ask(
      broker, "GET /", "Authorization: Bearer forged\r\nCookie: a=b\r\nProxy-Authorization: x\r\n")
    #expect(answer.hasSuffix("hello\n"), "\(answer)")
    let head = try #require(server.heads.first)
    #expect(head.contains("Authorization: Bearer \(Self.secret)"))
    #expect(!head.contains("forged") && !head.contains("Cookie"))
    #expect(head.contains("Accept-Encoding: identity"))
    let use = try #require(try Self.use(broker))
    #expect(use.name == "api" && use.requests == 1 && use.bytes == 6 && use.refused == 0)
  }

  @Test(arguments: ["/echo", "/split", "/field", "/gzip"])
  func `probes 97 and 102 no answer brings the credential back`(path: String) throws {
    let server = try SecureServer()
    let broker = try Self.broker(server)
    let wire = try broker.connect(name: "api.test", 80)
    try wire.send("GET \(path) HTTP/1.1\r\nHost: api.test\r\n\r\n")
    var text = ""
    while let bytes = try? wire.receive(), !bytes.isEmpty {
      text += String(decoding: bytes, as: UTF8.self)
    }
    // The server did get it, and did send it back.
    #expect(server.heads.first?.contains(Self.secret) == true)
    for length in 4...Self.secret.utf8.count {
      #expect(!text.contains(Self.secret.prefix(length)), "\(text)")
    }
    let use = try #require(try Self.use(broker))
    #expect(use.refused == 1 && use.reason?.contains(Self.secret) == false)
  }

  @Test func `without a grant the same answers come through`() throws {
    let server = try SecureServer()
    let broker = try RunningBroker(server.configuration(), ports: [80])
    let answer = try SecureTests.ask(broker, "GET /split", "Authorization: mine\r\n")
    #expect(answer.contains("HTTP/1.1 200 OK") && !answer.contains("forged"))
    #expect(try SecureTests.ask(broker, "GET /cookie").contains("Set-Cookie: session=1"))
  }

  @Test func `a session that the credential has opened stays with the broker`() throws {
    let server = try SecureServer()
    #expect(!(try Self.ask(try Self.broker(server), "GET /cookie")).contains("session"))
  }

  @Test func `probe 101 a redirect is handed on and not followed`() throws {
    let server = try SecureServer()
    let answer = try Self.ask(try Self.broker(server), "GET /redirect")
    #expect(answer.hasPrefix("HTTP/1.1 302 Found") && answer.contains("https://evil.test/"))
    #expect(server.heads.count == 1)
  }

  @Test(arguments: [
    ("DELETE /", "grantMethod"), ("GET /other", "grantPath"), ("GET /v1/..%2fother", "grantPath"),
    ("GET /v1/../other", "grantPath"), ("GET /v1//x", "grantPath"),
    ("TRACE /v1", "methodNotAllowed"),
  ])
  func `probes 63 and 99 what is outside the grant is refused with the reason`(
    line: String, code: String
  ) throws {
    let server = try SecureServer()
    let broker = try Self.broker(server) { $0.paths = ["/v1"] }
    let answer = try Self.ask(broker, line)
    #expect(answer.contains("X-Sentinel-Refusal: \(code)\r\n"), "\(answer)")
    #expect(server.heads.isEmpty)
    #expect(try Self.use(broker)?.requests == 0)
  }

  @Test(arguments: [
    "X_HTTP_Method_Override: DELETE", "Proxy_Authorization: Basic eDp5", "Authorization_: x",
    "X-HTTP-Method-Override: DELETE", "X.HTTP.Method.Override: DELETE", "X-Method: DELETE",
    "X-Forwarded-Path: /other", "X-Original-Method: DELETE", "X-Original-URL: /other",
    "X-Envoy-Original-Path: /other", "X-Accel-Path: /other", "X-Forwarded-Host: evil.test",
    "Forwarded: host=evil.test", "Destination: /other", "Cookie2: a=b", "X-Unheard: of",
  ])
  func `a field that no list holds reaches no server with a credential`(field: String) throws {
    let server = try SecureServer()
    let broker = try Self.broker(server)
    let answer = try Self.ask(broker, "POST /v1", "\(field)\r\nContent-Length: 0\r\n")
    #expect(answer.contains("X-Sentinel-Refusal: grantField\r\n"), "\(answer)")
    #expect(server.heads.isEmpty)
    #expect(try Self.use(broker)?.requests == 0)
    // Control: without a grant it arrives.
    let open = try RunningBroker(server.configuration(), ports: [80])
    _ = try SecureTests.ask(open, "POST /v1", "\(field)\r\nContent-Length: 0\r\n")
    #expect(server.heads.first?.contains(field) == true, "\(server.heads)")
  }

  @Test func `a field that the grant names goes on, and the refusal of another says how`() throws {
    let server = try SecureServer()
    let broker = try Self.broker(server) { $0.fields = ["x-api-version"] }
    #expect(try Self.ask(broker, "GET /", "X-Api-Version: 3\r\n").hasSuffix("hello\n"))
    #expect(server.heads.first?.contains("X-Api-Version: 3") == true)
    let answer = try Self.ask(broker, "GET /", "X-Request-Kind: a\r\n")
    #expect(answer.contains("add: fields: [X-Request-Kind], in the grant api"), "\(answer)")
  }

  @Test(arguments: [
    "/v1/%C0%AE%C0%AE/other", "/v1/%c0%ae./other", "/v1/%EF%BC%8E%EF%BC%8E/other",
    "/v1/..%EF%BC%8Fother", "/v1%EF%BC%8F..%EF%BC%8Fother", "/v1/%E2%80%A4%E2%80%A4/other",
    "/v1/%E0%80%AE%E0%80%AE/other", "/v1/..%20/other", "/v1/.../other", "/v1/.%20./other",
    "/v1/%25u002e%25u002e/other", "/v1/..%3F/other", "/v1/..%23/other", "/v1/%20/other",
  ])
  func `a path that is not plain once it is decoded reaches no server with a credential`(
    path: String
  ) throws {
    let server = try SecureServer()
    let broker = try Self.broker(server) { $0.paths = ["/v1"] }
    let answer = try Self.ask(broker, "GET \(path)")
    #expect(answer.contains("X-Sentinel-Refusal: grantPath\r\n"), "\(answer)")
    #expect(server.heads.isEmpty)
    // Control: without a grant it arrives as it is.
    _ = try SecureTests.ask(try RunningBroker(server.configuration(), ports: [80]), "GET \(path)")
    #expect(server.heads.first?.hasPrefix("GET \(path) ") == true, "\(server.heads)")
  }

  @Test(arguments: ["_method=DELETE", "a=b&X-HTTP-Method-Override=DELETE", "%5Fmethod=DELETE"])
  func `a query that asks for another method reaches no server with a credential`(
    query: String
  ) throws {
    let server = try SecureServer()
    let answer = try Self.ask(try Self.broker(server), "POST /?\(query)", "Content-Length: 0\r\n")
    #expect(answer.contains("X-Sentinel-Refusal: grantMethod\r\n"), "\(answer)")
    #expect(server.heads.isEmpty)
    let open = try RunningBroker(server.configuration(), ports: [80])
    _ = try SecureTests.ask(open, "POST /?\(query)", "Content-Length: 0\r\n")
    #expect(server.heads.first?.hasPrefix("POST /?\(query) ") == true)
  }

  @Test func `a disguise that nobody looks for does not pass where a grant answers without bodies`()
    throws
  {
    let server = try SecureServer()
    // Written backwards, as the server of the laboratory gives it back.
    let disguise = String("Bearer \(Self.secret)".reversed())
    let bounded = try Self.broker(server) { $0.answerFields = ["ETag"] }
    let answer = try Self.ask(bounded, "GET /disguise")
    #expect(answer.hasPrefix("HTTP/1.1 200 \r\nETag: \"v1\"\r\nContent-Length: 0\r\n"), "\(answer)")
    #expect(answer.hasSuffix("\r\n\r\n") && !answer.contains(disguise.prefix(8)))
    #expect(server.heads.first?.contains(Self.secret) == true)
    // Control: of a whole answer it is a part, twice.
    let whole = try Self.ask(try Self.broker(server), "GET /disguise")
    #expect(whole.ranges(of: disguise).count == 2, "\(whole)")
  }

  @Test func `probe 103 uses, bytes and time come to an end`() throws {
    let server = try SecureServer()
    let twice = try Self.broker(server) { $0.uses = 2 }
    for _ in 0..<2 { #expect(try Self.ask(twice, "GET /").hasSuffix("hello\n")) }
    #expect(try Self.ask(twice, "GET /").contains("X-Sentinel-Refusal: grantUses\r\n"))
    let little = try Self.broker(server) { $0.bytes = 1024 }
    let body = String(repeating: "x", count: 2000)
    #expect(
      try Self.ask(little, "POST /count", "Content-Length: 2000\r\n", body: body)
        .contains("X-Sentinel-Refusal: grantBytes\r\n"))
    let past = try Self.broker(server) { $0.expires = 1 }
    usleep(2000)
    #expect(try Self.ask(past, "GET /").contains("X-Sentinel-Refusal: grantExpired\r\n"))
    #expect(server.heads.count == 2)
  }

  @Test func `probe 96 a placeholder goes nowhere but to its own host`() throws {
    let server = try SecureServer(names: "DNS:api.test,DNS:web.test")
    var configuration = server.configuration(grant: Self.grant(), secret: Self.secret)
    var other = configuration.rules[0]
    (other.id, other.target, other.grant) = ("rules[1]", "web.test", nil)
    configuration.rules.append(other)
    configuration.hosts["web.test"] = ["127.0.0.1"]
    let broker = try RunningBroker(configuration, ports: [80])
    let held = "Authorization: Bearer sentinel-grant-api\r\n"
    let answer = try SecureTests.ask(broker, "GET /", held, name: "web.test")
    #expect(answer.contains("X-Sentinel-Refusal: grantHost\r\n"))
    #expect(server.heads.isEmpty)
    #expect(try SecureTests.ask(broker, "GET /", held).hasSuffix("hello\n"))
    // Nor does what one server was given come back from another.
    _ = try SecureTests.ask(broker, "GET /", name: "web.test")
    #expect(server.heads.last?.contains("Authorization") == false)
  }

  @Test func `probes 100 and 95 the credential is in no message of the broker`() throws {
    let server = try SecureServer()
    let broker = try Self.broker(server)
    for path in ["/", "/echo", "/field", "/malformed"] { _ = try? Self.ask(broker, "GET \(path)") }
    try broker.order { $0.show = true }
    try broker.order { $0.finish = true }
    let all = try broker.messages { $0.end != nil }
    #expect(!"\(all)".contains(Self.secret.prefix(6)))
  }
}
