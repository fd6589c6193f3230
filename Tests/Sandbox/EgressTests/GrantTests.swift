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

@Suite struct ReflectionTests {
  private let token = "s3cr3t/t0ken+wi\"th=marks"

  private func scan(_ bytes: [UInt8], pieces: Int, _ automaton: SecretAutomaton) -> (
    passed: [UInt8], isCut: Bool
  ) {
    var scanner = ReflectionScanner(automaton)
    var passed: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      switch scanner.scan(bytes[start..<min(bytes.count, start + pieces)]) {
      case .pass(let bytes): passed += bytes
      case .cut(let bytes): return (passed + bytes, true)
      }
    }
    return (passed + scanner.finish(), false)
  }

  @Test func `probes 97 and 102 an answer ends before the first byte of a credential`() throws {
    let secret = try #require(Secret(Array(token.utf8)))
    let automaton = SecretAutomaton(secrets: [secret])
    let every = { (write: (String) -> String) in
      secret.bytes.map { write(String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)) }.joined()
    }
    let percent = "s3cr3t%2Ft0ken%2Bwi%22th%3Dmarks"
    let forms = [
      token, percent,
      percent.replacing("%2F", with: "%2f").replacing("%2B", with: "%2b").replacing(
        "%3D", with: "%3d"),
      "s3cr3t\\/t0ken+wi\\\"th=marks", "s3cr3t/t0ken+wi&quot;th=marks",
      "s3cr3t/t0ken+wi%22th=marks", "s3cr3t/t0ken+wi&#x22;th=marks",
      "s3cr3t&#47;t0ken&#43;wi&#34;th&#61;marks",
      every { "%" + $0 }, every { "%" + $0.uppercased() }, every { "\\u00" + $0 },
      every { "&#x" + $0 + ";" },
      every { $0 },
    ]
    for form in forms {
      let text = Array("{\"headers\": \"s3cr3t s3cr3t/t0ke".utf8)
      let whole = text + Array(form.utf8) + Array("\"} and more".utf8)
      for pieces in [1, 2, 3, 7, 64, whole.count] {
        let result = scan(whole, pieces: pieces, automaton)
        #expect(result.isCut && result.passed == text, "\(form) \(pieces)")
      }
    }
  }

  @Test func `base64 of a credential is found at every place of a longer text`() throws {
    let secret = try #require(Secret(Array("\u{fb}\u{ff}tok?~>en".utf8)))
    let automaton = SecretAutomaton(secrets: [secret])
    for before in 0..<7 {
      for after in 0..<4 {
        let bytes =
          Array("abcdefg".utf8.prefix(before)) + secret.bytes + Array("xyz".utf8.prefix(after))
        for encoded in [Base64.encode(bytes), Base64.urlForm(Base64.encode(bytes))] {
          let result = scan(encoded, pieces: 3, automaton)
          #expect(result.isCut && result.passed.count <= (before * 8 + 5) / 6)
        }
      }
    }
    #expect(Base64.encode(Array("any carnal pleas".utf8)) == Array("YW55IGNhcm5hbCBwbGVhcw==".utf8))
  }

  @Test func `what holds no credential passes whole, whatever the pieces`() throws {
    let automaton = SecretAutomaton(patterns: [
      Array("abab".utf8), Array("bababb".utf8), [0, 1, 2],
    ])
    var random = SeededRandom(seed: 9)
    for _ in 0..<5000 {
      let bytes = (0..<random.below(40)).map { _ in
        [0, 1, 0x61, 0x62, 0x63][random.below(5)] as UInt8
      }
      let text = bytes.map { String(UnicodeScalar($0)) }.joined()
      let first = ["abab", "bababb", "\u{0}\u{1}\u{2}"].compactMap { text.firstRange(of: $0) }
        .map { text.distance(from: text.startIndex, to: $0.upperBound) }.min()
      let result = scan(bytes, pieces: 1 + random.below(6), automaton)
      #expect(result.isCut == (first != nil))
      #expect(result.isCut ? bytes.starts(with: result.passed) : bytes == result.passed)
      if let first { #expect(result.passed.count <= first - 3) }
    }
  }
}

@Suite struct GitTests {
  private let old = String(repeating: "0", count: 40)
  private let new = String(repeating: "a", count: 40)

  private func line(_ text: String) -> [UInt8] {
    let length = String(text.utf8.count + 4, radix: 16)
    return Array((String(repeating: "0", count: 4 - length.count) + length + text).utf8)
  }

  private func read(_ bytes: [UInt8], pieces: Int = .max) -> ReceivePackReader.Outcome {
    var reader = ReceivePackReader()
    var outcome = ReceivePackReader.Outcome.needMore
    for start in stride(from: 0, to: bytes.count, by: min(pieces, bytes.count)) {
      outcome = reader.append(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))])
    }
    return outcome == .needMore ? reader.finish() : outcome
  }

  private func check(_ request: String, _ git: CredentialGrant.Git, fields: String = "") throws
    -> EgressRefusal.Code?
  {
    let secret = try #require(Secret(Array("0123456789".utf8)))
    let host = try HostName(parsing: "git.test")
    let grant = try #require(
      CredentialGrant(
        id: "g", hosts: [host], methods: ["GET", "POST"],
        pathPrefixes: [CanonicalPath(Array("/o/r.git".utf8))],
        secret: secret, git: git))
    let text = "\(request) HTTP/1.1\r\nHost: git.test\r\n\(fields)\r\n"
    let head = try #require(RequestReading(text).requests.first).head
    var ledger = GrantUses()
    do throws(EgressRefusal) {
      _ = try ledger.permit(head, to: host, with: grant, at: MonotonicTime(nanoseconds: 0))
      return nil
    } catch {
      return error.code
    }
  }

  private let pack = Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 1]

  private let push = CredentialGrant.Git.push(
    refs: ["refs/heads/fix/", "refs/heads/one"], mayDelete: false)

  @Test(arguments: [
    ("GET /o/r.git/info/refs?service=git-upload-pack", true),
    ("POST /o/r.git/git-upload-pack", true),
    ("GET /o/r.git/info/refs?service=git-receive-pack", false),
    ("POST /o/r.git/git-receive-pack", false),
    ("GET /o/r.git/info/refs", false),
    ("GET /o/r.git/info/refs?service=git-upload-pack&service=git-receive-pack", false),
    ("GET /o/r.git/info/refs?service=git-upload-pack%00", false), ("GET /o/r.git/HEAD", false),
    ("GET /o/r.git/objects/aa/bb", false),
    ("POST /o/r.git/info/refs?service=git-upload-pack", false),
    ("GET /o/r.git/git-upload-pack", false),
    ("GET /o/r.git/%69nfo/refs?service=git-receive-pack", false),
    ("POST /o/r.git/git-upload-pack?x", false),
  ])
  func `a grant for fetching fetches and does nothing else`(request: String, passes: Bool) throws {
    let type = "Content-Type: application/x-git-upload-pack-request\r\n"
    let fields = request.hasPrefix("POST") ? type : ""
    #expect(try check(request, .fetchOnly, fields: fields) == (passes ? nil : .grantGit))
  }

  @Test func `a request of git's is of git's own type`() throws {
    let request = "POST /o/r.git/git-upload-pack"
    #expect(try check(request, .fetchOnly) == .grantGit)
    let type = "Content-Type: application/x-git-upload-pack-request\r\n"
    #expect(try check(request, .fetchOnly, fields: type + "Content-Encoding: gzip\r\n") == nil)
    #expect(try check(request, .fetchOnly, fields: "Content-Type: text/html\r\n") == .grantGit)
  }

  @Test func `a push must be plain to be judged`() throws {
    let type = "Content-Type: application/x-git-receive-pack-request\r\n"
    let request = "POST /o/r.git/git-receive-pack"
    #expect(try check(request, push, fields: type) == nil)
    #expect(try check(request, push) == .grantGit)
    #expect(try check(request, push, fields: type + "Content-Encoding: gzip\r\n") == .grantGit)
    #expect(try check("GET /o/r.git/info/refs?service=git-receive-pack", push) == nil)
  }

  @Test(arguments: [
    ("refs/heads/fix/a", true), ("refs/heads/fix/a/b", true), ("refs/heads/one", true),
    ("refs/heads/main", false),
    ("refs/heads/fix", false), ("refs/heads/one/x", false), ("refs/heads/fixx", false),
    ("refs/tags/fix/a", false),
  ])
  func `a push goes to the refs of its grant only`(ref: String, passes: Bool) throws {
    let bytes =
      line("\(old) \(new) \(ref)\u{0} report-status side-band-64k\n") + Array("0000".utf8) + pack
    let expected = ReceivePackReader.Outcome.commands([RefUpdate(ref: ref, isDeletion: false)])
    for pieces in [1, 5, .max] { #expect(read(bytes, pieces: pieces) == expected) }
    #expect((push.objection(to: [RefUpdate(ref: ref, isDeletion: false)]) == nil) == passes)
    let both = [
      RefUpdate(ref: "refs/heads/one", isDeletion: false), RefUpdate(ref: ref, isDeletion: false),
    ]
    #expect((push.objection(to: both) == nil) == passes)
    #expect(push.objection(to: [RefUpdate(ref: ref, isDeletion: true)]) != nil)
    #expect(CredentialGrant.Git.fetchOnly.objection(to: []) != nil)
  }

  @Test func `options behind a percent sign are part of no ref below a prefix`() {
    func passes(_ refs: [String], _ ref: String) -> Bool {
      let push = CredentialGrant.Git.push(refs: refs, mayDelete: false)
      return push.objection(to: [RefUpdate(ref: ref, isDeletion: false)]) == nil
    }
    for options in ["%submit", "%r=a@b,l=Code-Review+2", "%", "/x%submit"] {
      #expect(!passes(["refs/for/"], "refs/for/main\(options)"))
    }
    // Whoever names a ref whole has seen what stands in it.
    #expect(passes(["refs/for/main%wip"], "refs/for/main%wip"))
    #expect(passes(["refs/for/"], "refs/for/main"))
  }

  @Test func `several commands, deletions and probes are read`() {
    let first = line("\(old) \(new) refs/heads/a\u{0}atomic")
    let second = line("\(new) \(old) refs/heads/b\n")
    #expect(
      read(line("shallow \(new)\n") + first + second + Array("0000".utf8) + pack)
        == .commands([
          RefUpdate(ref: "refs/heads/a", isDeletion: false),
          RefUpdate(ref: "refs/heads/b", isDeletion: true),
        ]))
    #expect(
      read(second + Array("0000".utf8))
        == .commands([RefUpdate(ref: "refs/heads/b", isDeletion: true)]))
    #expect(read(Array("0000".utf8)) == .commands([]))
  }

  @Test func `what is no push is refused`() {
    let good = "\(old) \(new) refs/heads/a"
    let wrong = [
      Array("0001".utf8), Array("0003".utf8), Array("0004".utf8), Array("ffff".utf8),
      Array("00g".utf8), line("push-cert x\n"),
      line("\(old) \(new)"), line("\(old) \(new) HEAD"), line("\(old) \(new) refs/heads/a b"),
      line("\(old) \(new) refs/heads/../main"),
      line("\(old) \(new) refs/heads//a"), line("\(old) \(new) refs/heads/a.lock"),
      line("\(old) \(new) refs/heads/.a"),
      line("\(old) \(new) refs/heads/a\u{7f}"), line("\(old.dropLast()) \(new) refs/heads/a"),
      line("\(old) \(new.uppercased()) refs/heads/a"),
      line(good) + line("\(good)\u{0}caps"), line("shallow x"), line(good) + line("shallow \(new)"),
      line("\(old)  \(new) refs/heads/a"),
    ]
    for bytes in wrong {
      for pieces in [1, .max] { #expect(isRefused(read(bytes, pieces: pieces)), "\(bytes)") }
    }
    #expect(isRefused(read((0..<300).flatMap { _ in line(good) } + Array("0000".utf8) + pack)))
  }

  private func isRefused(_ outcome: ReceivePackReader.Outcome) -> Bool {
    if case .refused = outcome { true } else { false }
  }

  @Test(arguments: [
    ("report-status quiet", true), ("agent=git/2.47 object-format=sha1", true),
    ("report-status push-options", false), ("push-cert=nonce", false), ("Push-Options", false),
    ("object-format=other", false), ("agent=git\tpush-options", false),
    ("agent=git\u{b}push-options", false), ("session-id=x", false),
  ])
  func `a push asks for nothing but what grants were thought for`(
    capabilities: String, passes: Bool
  ) {
    let bytes =
      line("\(old) \(new) refs/heads/one\u{0} \(capabilities)\n") + Array("0000".utf8) + pack
    for pieces in [1, 7, .max] { #expect(isRefused(read(bytes, pieces: pieces)) != passes) }
  }

  @Test func `behind the commands comes a pack, and nothing where none is needed`() {
    let create = line("\(old) \(new) refs/heads/one\u{0}quiet\n") + Array("0000".utf8)
    let delete = line("\(new) \(old) refs/heads/one\u{0}quiet\n") + Array("0000".utf8)
    let option = line("merge_request.create") + Array("0000".utf8)
    let refused = [
      create + option + pack, create, create + Array("PACK".utf8), create + Array("PACX".utf8),
      create + Array("PACK".utf8) + [0, 0, 0, 9], create + Array("0000".utf8) + pack,
      delete + option, delete + pack, Array("0000".utf8) + option,
      Array("0000".utf8) + create + pack,
    ]
    for bytes in refused {
      for pieces in [1, 9, .max] { #expect(isRefused(read(bytes, pieces: pieces)), "\(bytes)") }
    }
    for bytes in [create + pack, delete, Array("0000".utf8)] {
      for pieces in [1, 9, .max] { #expect(!isRefused(read(bytes, pieces: pieces)), "\(bytes)") }
    }
  }

  @Test(arguments: [1, 5, Int.max])
  func `an offer to pushing clients loses what grants were not thought for`(pieces: Int) {
    let service = line("# service=git-receive-pack\n") + Array("0000".utf8)
    let offer = { (words: String) in self.line("\(self.new) refs/heads/a\u{0}\(words)\n") }
    let rest = line("\(new) refs/heads/b\n") + Array("0000".utf8)
    func filtered(_ bytes: [UInt8]) -> [UInt8]? {
      var filter = PushAdvertisement()
      var passed: [UInt8] = []
      var isOpen = false
      for piece in bytes.pieces(of: pieces) {
        if isOpen {
          passed += piece
          continue
        }
        switch filter.append(piece) {
        case .needMore: continue
        case .refused: return nil
        case .pass(let some, _): (passed, isOpen) = (some, true)
        }
      }
      return isOpen ? passed : nil
    }
    // The first version of the protocol says its number before the offer.
    let versioned = service + line("version 1\n")
    #expect(
      filtered(versioned + offer("push-options atomic") + rest) == versioned + offer("atomic")
        + rest)
    let whole = service + offer(" report-status push-options atomic made-up agent=x") + rest
    #expect(filtered(whole) == service + offer("report-status atomic agent=x") + rest)
    #expect(filtered(service + Array("0000".utf8) + rest) == nil)
    #expect(filtered(Array("<html>".utf8)) == nil)
    #expect(filtered(service + line("\(new) refs/heads/a") + Array("0000".utf8)) == nil)
  }
}
