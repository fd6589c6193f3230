import EgressTestKit
import Testing

@testable import Egress

@Suite struct GrantTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000)
  private static let token = "tok/en+1234567890=="

  private func name(_ text: String = "api.test") throws -> HostName { try HostName(parsing: text) }

  private func grant(
    methods: Set<String> = ["GET"], prefix: String = "/v1", form: CredentialGrant.Form = .bearer,
    uses: Int? = nil,
    bytes: UInt64? = nil, expiry: MonotonicTime? = nil, git: CredentialGrant.Git? = nil
  ) throws -> CredentialGrant {
    let secret = try #require(Secret(Array(Self.token.utf8)))
    return try #require(
      CredentialGrant(
        id: "api", hosts: [try name()], methods: methods,
        pathPrefixes: [CanonicalPath(Array(prefix.utf8))],
        form: form, secret: secret, maxUses: uses, maxBytes: bytes, expiry: expiry, git: git))
  }

  private func head(_ line: String = "GET /v1/x", _ fields: String = "") throws -> HTTPRequestHead {
    let reading = RequestReading("\(line) HTTP/1.1\r\nHost: api.test\r\n\(fields)\r\n")
    return try #require(reading.requests.first, "\(reading)").head
  }

  private func code(
    _ head: HTTPRequestHead, _ grant: CredentialGrant, to host: String = "api.test",
    at now: MonotonicTime? = nil
  ) throws -> EgressRefusal.Code? {
    var ledger = GrantUses()
    let name = try name(host)
    do throws(EgressRefusal) {
      _ = try ledger.permit(head, to: name, with: grant, at: now ?? self.now)
      return nil
    } catch {
      #expect(ledger.requests(of: grant) == 0)
      return error.code
    }
  }

  @Test func `probe 98 what the payload forged is replaced by the credential`() throws {
    let forged = try head(
      "GET /v1/%78?q=1",
      "authorization: Bearer evil\r\nAUTHORIZATION: x\r\nCookie: a=b\r\nAccept-Encoding: gzip\r\nRange: bytes=0-5\r\n"
        + "Connection: close, x-a\r\nUpgrade: websocket\r\nSec-Fetch-Mode: cors\r\nAccept: */*\r\n"
    )
    var ledger = GrantUses()
    let sent = try ledger.permit(forged, to: name(), with: grant(), at: now).head
    #expect(
      String(decoding: sent.bytes, as: UTF8.self)
        == "GET /v1/x?q=1 HTTP/1.1\r\nHost: api.test\r\nAccept: */*\r\nAccept-Encoding: identity\r\n"
        + "Authorization: Bearer \(Self.token)\r\n\r\n")
    #expect(RequestReading(sent.bytes).requests.map(\.head) == [sent])
    let basic = try ledger.permit(head(), to: name(), with: grant(form: .basic(user: "u")), at: now)
      .head
    #expect(
      basic.fields.values(of: "authorization") == [Array("Basic dTp0b2svZW4rMTIzNDU2Nzg5MD09".utf8)]
    )
  }

  @Test(arguments: [
    ("text/plain;charset=utf-16", "text/plain"),
    (
      "text/html; q=0.9 ; Charset=utf-32, application/json;charset=utf-7;q=1",
      "text/html; q=0.9 , application/json;q=1"
    ),
    ("a/b;profile=\"x;charset=utf-16\"", "*/*"), ("application/json", "application/json"),
  ])
  func `probe 97 an answer is asked for in no other letters`(wish: String, sent: String) throws {
    let grant = try grant()
    var ledger = GrantUses()
    let permitted = try ledger.permit(
      try head("GET /v1/x", "Accept: \(wish)\r\n"), to: name(), with: grant, at: now)
    #expect(permitted.head.fields.values(of: "accept") == [Array(sent.utf8)])
  }

  @Test func `probe 98 a grant with a field of its own lets no other credential through`() throws {
    let secret = try #require(Secret(Array(Self.token.utf8)))
    let grant = try #require(
      CredentialGrant(
        id: "api", hosts: [try name()], pathPrefixes: [CanonicalPath(Array("/".utf8))],
        header: "X-Api-Key", form: .plain, secret: secret))
    let forged = try head(
      "GET /", "Authorization: a\r\nx-api-key: b\r\nProxy-Authorization: c\r\nCookie: d\r\n")
    var ledger = GrantUses()
    let sent = try ledger.permit(forged, to: name(), with: grant, at: now).head
    #expect(sent.fields.fields.map(\.name) == ["Host", "Accept-Encoding", "X-Api-Key"])
    #expect(sent.fields.values(of: "X-Api-Key") == [Array(Self.token.utf8)])
  }

  @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "Connection", "", "a b", "a:"])
  func `a grant has no field that frames messages`(header: String) throws {
    let secret = try #require(Secret(Array(Self.token.utf8)))
    let hosts: Set<HostName> = [try name()]
    #expect(
      CredentialGrant(id: "a", hosts: hosts, pathPrefixes: [], header: header, secret: secret)
        == nil)
    let split = CredentialGrant.Form.basic(user: "u\r\nX: y")
    #expect(
      CredentialGrant(id: "a", hosts: hosts, pathPrefixes: [], form: split, secret: secret) == nil)
  }

  @Test(arguments: [
    ("X_HTTP_Method_Override", false), ("Proxy_Authorization", false), ("X_Api_Key", false),
    ("Content_Type", false), ("X.HTTP.Method.Override", false), ("X-HTTP-Method-Override", false),
    ("X-Forwarded-Path", false), ("Forwarded", false), ("X-Original-Method", false),
    ("X-Rewrite-URL", false), ("X-Envoy-Original-Path", false), ("X-Request-URI", false),
    ("X-Host", false), ("Proxy-Anything", false), ("Via", false), ("Trailer", false),
    ("Cookie2", false), ("X-Api-Version", true), ("Max-Forwards", false),
    ("Destination", false), ("Private-Token", false), ("X-Authorization", false), ("Sudo", false),
    ("Impersonate-User", false), ("Idempotency-Key", true),
  ])
  func `a field that is on no list is refused, and the reason says whether a grant may name it`(
    field: String, mayBeNamed: Bool
  ) throws {
    let secret = try #require(Secret(Array(Self.token.utf8)))
    func grant(_ fields: Set<String>) throws -> CredentialGrant? {
      CredentialGrant(
        id: "api", hosts: [try name()], pathPrefixes: [try CanonicalPath(Array("/".utf8))],
        header: "X-Api-Key", secret: secret, fields: fields)
    }
    let head = try head("GET /", "Accept: */*\r\n\(field): x\r\n")
    var ledger = GrantUses()
    let closed = try #require(try grant([]))
    let refusal = #expect(throws: EgressRefusal.self) {
      try ledger.permit(head, to: name(), with: closed, at: now)
    }
    #expect(refusal?.code == .grantField && refusal?.reason.contains(field) == true)
    #expect(refusal?.allowWith == (mayBeNamed ? "fields: [\(field)], in the grant api" : nil))
    let open = try grant([field.uppercased()])
    #expect((open != nil) == mayBeNamed)
    guard let open else { return }
    let sent = try ledger.permit(head, to: name(), with: open, at: now).head
    #expect(sent.fields.values(of: field) == [Array("x".utf8)])
  }

  @Test(arguments: [
    ("_method=DELETE", false), ("a=b&_method=PUT", false), ("a=b;_METHOD=PUT", false),
    ("?_method=PUT", false), ("%5Fmethod=PUT", false), ("_%6dethod=PUT", false),
    ("%25%35%46method=PUT", false), (".method=PUT", false), ("%20_method%00=PUT", false),
    ("_method[]=PUT", false), ("X-HTTP-Method-Override=PUT", false), ("x_http_method=PUT", false),
    ("$method=PUT", false), ("method", false), ("_verb=PUT", false), ("x-method=PUT", false),
    ("HTTP_X_HTTP_METHOD_OVERRIDE=PUT", false), ("_method%00x=PUT", false),
    ("q=_method", true), ("methods=x", true), ("", true), ("a=%zz&b", true),
  ])
  func `a query that could change the method is refused`(query: String, passes: Bool) throws {
    #expect(try code(head("GET /v1/x?\(query)"), grant()) == (passes ? nil : .grantMethod))
  }

  @Test(arguments: [
    ("GET /v1/x", nil), ("GET /v1", nil), ("POST /v1/x", EgressRefusal.Code.grantMethod),
    ("GET /v2", .grantPath),
    ("GET /v1x", .grantPath), ("GET /v1/../v2", .grantPath), ("GET /v1/%2e%2e/v2", .grantPath),
    ("GET /v1//x", .grantPath),
    ("GET /v1/..;/v2", .grantPath), ("GET /v1%2f..%2fv2", .grantPath), ("GET /V1/x", .grantPath),
    ("OPTIONS *", .grantMethod),
    ("get /v1/x", .grantMethod), ("GET /%76%31/x", nil),
  ])
  func `probe 99 methods and paths outside the grant are refused`(
    line: String, expected: EgressRefusal.Code?
  ) throws {
    #expect(try code(head(line), grant()) == expected)
  }

  @Test func `probe 96 a placeholder that goes elsewhere is not replaced and raises an alarm`()
    throws
  {
    let grant = try grant()
    let book = GrantTable([grant])
    #expect(try code(head(), grant, to: "evil.test") == .grantHost)
    let encoded = String(
      decoding: Base64.encode(Array("u:\(grant.placeholder)".utf8)), as: UTF8.self)
    for text in ["Bearer \(grant.placeholder)", "Basic \(encoded)"] {
      let head = try head("GET /", "Authorization: \(text)\r\n")
      let refusal = book.objection(to: head, for: .name(try name("evil.test")))
      #expect(refusal?.code == .grantHost && refusal?.reason.contains("grant api") == true)
      #expect(book.objection(to: head, for: .name(try name())) == nil)
    }
    let inQuery = try head("GET /?\(grant.placeholder)")
    #expect(book.objection(to: inQuery, for: .name(try name("evil.test"))) != nil)
    #expect(book.objection(to: try head(), for: .name(try name("evil.test"))) == nil)
  }

  @Test(arguments: [1, 7, 4096])
  func `probe 96 a watch sees a placeholder in pieces, as far as it looks`(pieces: Int) throws {
    let book = GrantTable([try grant()])
    let text = Array("x sentinel-grant-sentinel-grant-api y".utf8)
    func refusals(_ bytes: [UInt8], to host: String = "evil.test", most: Int = 1000) throws -> Int {
      var watch = try #require(book.watch(to: .name(try name(host)), most: most))
      return bytes.pieces(of: pieces).count { watch.refusal(of: $0) != nil }
    }
    #expect(try refusals(text) == 1)
    #expect(try refusals(Array("sentinel-grant-ap".utf8)) == 0)
    #expect(try refusals(text, most: text.count - 3) == 0)
    #expect(book.watch(to: .name(try name())) == nil)
    #expect(GrantTable().watch(to: .name(try name("evil.test"))) == nil)
  }

  @Test func `probe 103 uses, bytes and time end`() throws {
    var ledger = GrantUses()
    let twice = try grant(uses: 2)
    for _ in 0..<2 { _ = try ledger.permit(head(), to: name(), with: twice, at: now) }
    let used = #expect(throws: EgressRefusal.self) {
      try ledger.permit(head(), to: name(), with: twice, at: now)
    }
    #expect(used?.code == .grantUses && ledger.requests(of: twice) == 2)
    let soon = now.advanced(milliseconds: 5)
    let short = try grant(bytes: 100, expiry: soon)
    var other = GrantUses()
    _ = try other.permit(head(), to: name(), with: short, at: now)
    try other.charge(100, to: short, at: now)
    #expect(throws: EgressRefusal.self) { try other.charge(1, to: short, at: now) }
    #expect(throws: EgressRefusal.self) { try other.charge(.max, to: short, at: now) }
    #expect(try code(head(), short, at: soon) == .grantExpired)
    let late = #expect(throws: EgressRefusal.self) { try other.charge(0, to: short, at: soon) }
    #expect(late?.code == .grantExpired)
  }

  @Test func `probes 100 and 95 nothing that prints shows a credential`() throws {
    let grant = try grant(form: .basic(user: "u"))
    var dumped = ""
    dump(grant, to: &dumped)
    for text in [
      "\(grant.secret)", String(reflecting: grant.secret), "\(grant)", String(reflecting: grant),
      dumped,
    ] {
      #expect(!text.contains("en+12345") && !text.contains("116, 111, 107"))
    }
    #expect(Secret(Array("short".utf8)) == nil && Secret(Array("has\r\nlines".utf8)) == nil)
    #expect(Secret(Array(" spaces in front".utf8)) == nil)
  }

  @Test func `probe 101 a redirect is the client's to follow and is judged there`() throws {
    let text = "HTTP/1.1 302 Found\r\nLocation: http://evil.test/\r\nContent-Length: 0\r\n\r\n"
    let response = try #require(ResponseReading(text).responses.first).head
    #expect(try grant().objection(to: response) == nil)
    #expect(try code(head(), grant(), to: "evil.test") == .grantHost)
  }

  @Test(arguments: [
    "Content-Encoding: gzip", "content-encoding: identity, br", "Content-Range: bytes 0-4/9",
  ])
  func `probe 102 an answer that cannot be read is not passed on`(field: String) throws {
    let text = "HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 0\r\n\r\n"
    let response = try #require(ResponseReading(text).responses.first).head
    #expect(try grant().objection(to: response)?.code == .secretReflected)
  }
}
