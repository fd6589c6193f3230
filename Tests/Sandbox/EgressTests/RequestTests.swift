import EgressTestKit
import Testing

@testable import Egress

@Suite struct RequestTests {
  private func rule(_ mode: EgressMode = .http, _ leniency: EgressRule.Leniency = []) throws
    -> EgressRule
  {
    EgressRule(
      id: RuleID("r"), target: try EgressRule.Target(parsing: "allowed.test"), ports: PortSet(80),
      mode: mode, leniency: leniency)
  }

  private func verdict(
    _ head: HTTPRequestHead, _ rule: EgressRule
  ) throws -> (refusal: EgressRefusal, status: UInt16)? {
    HTTPRequestCheck.check(
      head, expected: .name(try HostName(parsing: "allowed.test")), port: 80, rule: rule)
  }

  @Test(arguments: [
    ("CONNECT api.test:443 HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n", "api.test:443"),
    ("CONNECT [2001:db8::1]:8443 HTTP/1.0\r\n\r\n", "2001:db8::1:8443"),
    ("CONNECT api.test:443 HTTP/1.1\r\nHost: api.test\r\n", "more"),
    ("CONNECT api.test HTTP/1.1\r\n\r\n", "none"), ("CONNECT a b:1 HTTP/1.1\r\n\r\n", "none"),
    ("CONNECT user@api.test:443 HTTP/1.1\r\n\r\n", "none"),
    ("CONNECT api.test:443 HTTP/2\r\n\r\n", "none"),
    ("GET http://api.test/ HTTP/1.1\r\n\r\n", "none"),
    // What comes before the answer would be read by nobody.
    ("CONNECT api.test:443 HTTP/1.1\r\n\r\nrest", "none"),
    (String(repeating: "x", count: ProxyTunnel.headLimit), "none"),
  ])
  func `a proxy's client is understood in one form alone`(_ text: String, _ expected: String) {
    let found =
      switch ProxyTunnel.question(Array(text.utf8)) {
      case .needMore: "more"
      case .none: "none"
      case .way(let host, let port): "\(host):\(port)"
      }
    #expect(found == expected)
  }

  @Test func `a request is the same however it arrives, and is sent on as judged`() throws {
    let text =
      "POST /a?b=c HTTP/1.1\r\nHost: Allowed.test:80\r\nX-Long:   v  w \t\r\nTransfer-Encoding: chunked"
      + "\r\n\r\n5;x=y\r\nhello\r\n0A\r\n0123456789\r\n0\r\n\r\nGET / HTTP/1.0\r\nhost: allowed.test\r\n\r\n"
    let whole = RequestReading(text)
    #expect(whole.mistake == nil && whole.requests.count == 2)
    #expect(whole.requests.map(\.isComplete) == [true, true])
    #expect(String(decoding: whole.requests[0].body, as: UTF8.self) == "hello0123456789")
    for pieces in 1...text.utf8.count { #expect(RequestReading(text, pieces: pieces) == whole) }
    let head = whole.requests[0].head
    #expect(head.authority.description == "allowed.test:80" && head.keepsAlive)
    #expect(!whole.requests[1].head.keepsAlive)
    let again =
      head.bytes + head.framing.wrap(whole.requests[0].body) + head.framing.end
    #expect(RequestReading(again).requests == [whole.requests[0]])
    #expect(try verdict(head, rule()) == nil)
  }

  @Test(arguments: [
    ("evil.test", false), ("allowed.test:8080", false), ("127.0.0.1", false),
    ("allowed.test", true),
    ("ALLOWED.TEST.", true), ("allowed.test:80", true), ("x.allowed.test", false),
    ("allowed.testx", false),
  ])
  func `probes 51, 52 and 55 a request for another host is refused`(host: String, passes: Bool)
    throws
  {
    let reading = RequestReading("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    let head = try #require(reading.requests.first).head
    #expect(try (verdict(head, rule()) == nil) == passes)
    if !passes {
      #expect(try verdict(head, rule())?.status == 403)
      #expect(try verdict(head, rule(.tlsUp))?.status == 421)
    }
  }

  @Test func `probe 56 the second request of a connection is judged again`() throws {
    let reading = RequestReading(
      "GET / HTTP/1.1\r\nHost: allowed.test\r\n\r\nGET / HTTP/1.1\r\nHost: evil.test\r\n\r\n")
    let verdicts = try reading.requests.map { try verdict($0.head, rule())?.refusal.code }
    #expect(verdicts == [nil, .hostMismatch])
  }

  @Test(arguments: [
    ("Host: a.test\r\nHost: a.test", HTTPMistake.hostRepeated),
    ("Host: a.test\r\nhOST: b.test", .hostRepeated),
    ("X: y", .hostMissing), ("Host:", .hostMalformed), ("Host: user@a.test", .hostMalformed),
    ("Host: a.test\u{0}", .controlByte), ("Host: a.test:80:80", .hostMalformed),
    ("Host: a.test:", .hostMalformed),
    ("Host: a.test, b.test", .hostMalformed), ("Host: a .test", .hostMalformed),
    ("Host: a.test:0", .hostMalformed),
    ("Host: a.test:443@evil", .hostMalformed), ("Host: a.test:443.evil", .hostMalformed),
    ("Host: [a.test]", .hostMalformed), ("Host: [::1", .hostMalformed),
    ("Host: [::1%25eth0]", .hostMalformed),
    ("Host: a.test:99999", .hostMalformed), ("Host: 2130706433", .hostMalformed),
    ("Host: a%2etest", .hostMalformed),
    ("Host : a.test", .fieldName), ("Host\t: a.test", .fieldName), (" Host: a.test", .foldedField),
    ("Host: a.test\r\n folded", .foldedField), ("Host: a.test\r\n\tfolded", .foldedField),
    ("Host a.test", .fieldValue),
    (": a.test", .fieldName), ("Ho(st: a.test", .fieldName),
    ("Host: a.test\r\nX: a\u{1}b", .controlByte),
    ("Host: a.test\r\nX: a\u{7f}b", .controlByte), ("Host: a.test\r\nX: a\rb", .bareCarriageReturn),
    ("Host: a.test\nX: b", .bareLineFeed), ("Host: a.test\r\r\n", .bareCarriageReturn),
    ("Host: a.test\r\nConnection: host", .connection),
    ("Host: a.test\r\nHTTP2-Settings: AA", .http2),
  ])
  func `probes 57 and 58 heads that two readers could read differently are refused`(
    fields: String, mistake: HTTPMistake
  ) {
    let text = "GET / HTTP/1.1\r\n\(fields)\r\n\r\n"
    for pieces in [1, 7, .max] {
      #expect(RequestReading(text, pieces: pieces).mistake == mistake)
    }
  }

  @Test(arguments: [
    ("GET http://a.test/ HTTP/1.1", HTTPMistake.targetForm),
    ("CONNECT a.test:443 HTTP/1.1", .method),
    ("GET a.test HTTP/1.1", .targetForm), ("GET * HTTP/1.1", .targetForm),
    ("GET /#f HTTP/1.1", .targetForm),
    ("GET /é HTTP/1.1", .targetForm), ("GET  / HTTP/1.1", .requestLine),
    ("GET /a b HTTP/1.1", .requestLine),
    ("GET / HTTP/1.1 ", .requestLine), (" GET / HTTP/1.1", .requestLine),
    ("GET\t/\tHTTP/1.1", .requestLine),
    ("GET /", .requestLine), ("G(T / HTTP/1.1", .requestLine), ("GET / http/1.1", .requestLine),
    ("GET / HTTP/1.2", .version), ("GET / HTTP/0.9", .version), ("GET / HTTP/1.10", .version),
    ("GET / HTTP/3", .version),
    ("PRI * HTTP/2.0", .http2), ("TRACE / HTTP/1.1", .method), ("track / HTTP/1.1", .method),
    ("Connect / HTTP/1.1", .method),
    ("", .emptyLine), ("AAAAAAAAAAAAAAAAAAAAA / HTTP/1.1", .requestLine),
    ("GET /\u{0} HTTP/1.1", .controlByte),
  ])
  func `probes 58, 60 and 63 request lines of other kinds are refused`(
    line: String, mistake: HTTPMistake
  ) {
    #expect(RequestReading("\(line)\r\nHost: a.test\r\n\r\n").mistake == mistake)
    #expect(mistake != .method || mistake.status == 405)
  }

  @Test func `probe 58 lines that end in LF are refused at once`() {
    #expect(RequestReading("GET / HTTP/1.1\n").mistake == .bareLineFeed)
    #expect(RequestReading("GET / HTTP/1.1\r\nHost: a.test\n").mistake == .bareLineFeed)
  }

  @Test(arguments: [
    ("Content-Length: 5\r\nTransfer-Encoding: chunked", "", HTTPMistake.framingConflict),
    ("Content-Length: 5\r\nContent-Length: 5", "", .contentLength),
    ("Content-Length: 5, 5", "", .contentLength),
    ("Content-Length: +5", "", .contentLength), ("Content-Length: 0x5", "", .contentLength),
    ("Content-Length: -1", "", .contentLength), ("Content-Length: 5 5", "", .contentLength),
    ("Content-Length:", "", .contentLength),
    ("Content-Length: 99999999999999999999", "", .contentLength),
    ("Content-Length: 9007199254740993", "", .contentLength),
    ("Transfer-Encoding: identity", "", .transferEncoding),
    ("Transfer-Encoding: gzip, chunked", "", .transferEncoding),
    ("Transfer-Encoding: chunked, chunked", "", .transferEncoding),
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "", .transferEncoding),
    ("Transfer-Encoding: xchunked", "", .transferEncoding),
    ("Transfer-Encoding:", "", .transferEncoding),
    ("Transfer-Encoding: chunked", "\r\n", .chunkSize),
    ("Transfer-Encoding: chunked", "-1\r\n", .chunkSize),
    ("Transfer-Encoding: chunked", "0x1\r\n", .chunkSize),
    ("Transfer-Encoding: chunked", "1 \r\n", .chunkSize),
    ("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFF\r\n", .chunkSize),
    ("Transfer-Encoding: chunked", "1\n", .bareLineFeed),
    ("Transfer-Encoding: chunked", "g\r\n", .chunkSize),
    ("Transfer-Encoding: chunked", "1\r\nab\r\n", .chunkEnd),
    ("Transfer-Encoding: chunked", "1\r\na\n", .bareLineFeed),
    ("Transfer-Encoding: chunked", "0\r\nX: y\r\n\r\n", .trailer),
    ("Transfer-Encoding: chunked", "0\r\nHost: evil.test\r\n\r\n", .trailer),
  ])
  func `probe 59 bodies that could end in two places are refused`(
    fields: String, body: String, mistake: HTTPMistake
  ) {
    let text = "POST / HTTP/1.1\r\nHost: a.test\r\n\(fields)\r\n\r\n\(body)"
    for pieces in [1, 3, .max] { #expect(RequestReading(text, pieces: pieces).mistake == mistake) }
  }

  @Test func `probe 59 chunks are not for HTTP 1.0 and their extensions are bounded`() {
    let head = "Host: a.test\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(RequestReading("POST / HTTP/1.0\r\n" + head).mistake == .framingConflict)
    let long = "POST / HTTP/1.1\r\n" + head + "1;" + String(repeating: "x", count: 300)
    #expect(RequestReading(long).mistake == .chunkSize)
    #expect(
      RequestReading("POST / HTTP/1.1\r\n" + head + "1;a\r\nb\r\n0;c\r\n\r\n").requests.first?
        .isComplete == true)
  }

  @Test func `probe 60 a change of protocol needs a rule's leave, h2c has none`() throws {
    func head(_ protocolName: String) throws -> HTTPRequestHead {
      let text =
        "GET / HTTP/1.1\r\nHost: allowed.test\r\nConnection: Upgrade\r\nUpgrade: \(protocolName)\r\n\r\n"
      return try #require(RequestReading(text).requests.first).head
    }
    #expect(try verdict(head("websocket"), rule())?.refusal.code == .upgradeNotAllowed)
    #expect(try verdict(head("websocket"), rule(.http, .upgrade)) == nil)
    for name in ["h2c", "H2C", "websocket, h2c", "h2", "HTTP/2.0"] {
      #expect(try verdict(head(name), rule(.http, .upgrade))?.status == 403)
    }
    #expect(RequestReading("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").mistake == .http2)
  }

  @Test func `probe 91 heads end at their limits`() {
    let start = "GET / HTTP/1.1\r\nHost: a.test\r\n"
    let wide = start + "X: " + String(repeating: "a", count: 32 << 10) + "\r\n\r\n"
    #expect(RequestReading(wide).mistake == .headTooLarge)
    #expect(RequestReading(wide, pieces: 999).mistake == .headTooLarge)
    let many = start + String(repeating: "X: y\r\n", count: 99) + "\r\n"
    #expect(RequestReading(many).mistake == nil)
    #expect(
      RequestReading(start + String(repeating: "X: y\r\n", count: 100) + "\r\n").mistake
        == .tooManyFields)
    #expect(HTTPMistake.tooManyFields.status == 431)
    let thousands = String(repeating: start + "\r\n", count: 3000)
    #expect(RequestReading(thousands).requests.count == 3000)
  }

  @Test func `a body of many chunks is one body`() {
    let head = "PUT / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunks = String(repeating: "1;x=y\r\na\r\n", count: 2000)
    let reading = RequestReading(head + chunks + "0\r\n\r\n")
    #expect(reading.requests.map(\.body.count) == [2000] && reading.requests[0].isComplete)
  }

  @Test(arguments: [
    ("/a/b", "/a/b"), ("/", "/"), ("/a/", "/a/"), ("/%61b", "/ab"), ("/a%2db", "/a-b"),
    ("/a%3ab", "/a%3Ab"),
    ("/100%25", "doubleEncoding"), ("/a%20b", "/a%20b"), ("/%e4%bd", "forbiddenByte"),
    ("/...", "dotSegment"),
    ("/a.b/c~", "/a.b/c~"),
    ("/%2525", "doubleEncoding"), ("/a/../b", "dotSegment"), ("/..", "dotSegment"),
    ("/a/./b", "dotSegment"),
    ("/%2e%2e/b", "dotSegment"), ("/.%2E/b", "dotSegment"), ("/%2e", "dotSegment"),
    ("/a//b", "emptySegment"),
    ("//a", "emptySegment"), ("/a;x=1/b", "parameter"), ("/a%3bx", "parameter"),
    ("/..;/b", "parameter"),
    ("/a\\b", "backslash"), ("/a%5cb", "backslash"), ("/a%2fb", "encodedSlash"),
    ("/%252e%252e/b", "doubleEncoding"), ("/%25u002e", "doubleEncoding"),
    ("/a%25", "doubleEncoding"),
    ("/%c0%ae%C0%AE/b", "forbiddenByte"), ("/a%c3%a9", "forbiddenByte"), ("/a%80", "forbiddenByte"),
    ("/%EF%BC%8E%EF%BC%8E/b", "forbiddenByte"), ("/a%EF%BC%8Fb", "forbiddenByte"),
    ("/%E2%80%A4%E2%80%A4/b", "forbiddenByte"), ("/a%3fb", "forbiddenByte"),
    ("/a%23b", "forbiddenByte"),
    ("/..%20/b", "dotSegment"), ("/.%20.%20/b", "dotSegment"), ("/.../b", "dotSegment"),
    ("/a/%20/b", "emptySegment"), ("/a/%20", "emptySegment"), ("/a%20b", "/a%20b"),
    ("/%25%32%65", "doubleEncoding"), ("/a%00", "forbiddenByte"), ("/a%0d%0a", "forbiddenByte"),
    ("/a%7f", "forbiddenByte"),
    ("/%", "badEncoding"), ("/%1", "badEncoding"), ("/%zz", "badEncoding"), ("a", "noPath"),
    ("", "noPath"), ("*", "noPath"),
    ("/é", "forbiddenByte"), ("/a b", "forbiddenByte"), ("/a?b", "forbiddenByte"),
    ("/%u002e", "badEncoding"),
  ])
  func `probe 62 a path has one reading or none`(path: String, expected: String) {
    do throws(CanonicalPath.Mistake) {
      let canonical = try CanonicalPath(Array(path.utf8))
      #expect(canonical.text == expected)
      #expect(try CanonicalPath(Array(canonical.text.utf8)) == canonical)
    } catch {
      #expect(error.rawValue == expected)
    }
  }

  @Test func `a path prefix means whole segments`() throws {
    func path(_ text: String) throws -> CanonicalPath { try CanonicalPath(Array(text.utf8)) }
    #expect(
      try path("/simple/x").isWithin(path("/simple")) && path("/simple").isWithin(path("/simple")))
    #expect(
      try !path("/simplex").isWithin(path("/simple")) && !path("/simple").isWithin(path("/simple/"))
    )
    #expect(try path("/x").isWithin(path("/")) && path("/simple/x").isWithin(path("/simple/")))
  }

  @Test(arguments: [
    "a.test:443@evil", "a.test:443.evil", "[a.test]", "a.test :443", "a.test:443 ",
    "a.test:443:443", "a.test\r\n:443",
    "@a.test", "a.test@:443", "", ":443", "[::1]x", "[::1]:", "[1.2.3.4]", "a.test:+1", "a.test/",
    "a.test?",
  ])
  func `probe 64 an authority is a host and a port and nothing else`(text: String) {
    #expect(HTTPAuthority(parsing: Array(text.utf8)) == nil)
    let bytes = BlockedResponse.bytes(HTTPMistake.hostMalformed.refusal(host: text), status: 400)
    #expect(ResponseReading(bytes).responses.count == 1)
  }

  @Test func `a refusal is a response that anybody can read`() throws {
    let refusal = EgressRefusal(
      .nameNotAllowed, "evil.test is not on the allow-list of profile p",
      allowWith: "--allow-host evil.test")
    for status in [403, 405, 421, 431] as [UInt16] {
      let reading = ResponseReading(BlockedResponse.bytes(refusal, status: status))
      let response = try #require(reading.responses.first)
      #expect(response.head.status == status && response.isComplete && !response.head.keepsAlive)
      #expect(
        String(decoding: response.body, as: UTF8.self)
          == "sentinel: blocked by policy: evil.test is not on the allow-list of profile p; add: "
          + "--allow-host evil.test\n")
    }
    let hostile = EgressRefusal(.nameMalformed, "a\r\nX: y\r\n\r\nb")
    let answered = try #require(ResponseReading(BlockedResponse.bytes(hostile)).responses.first)
    #expect(answered.isComplete && answered.body.dropLast().allSatisfy { $0 >= 0x20 })
  }
}
