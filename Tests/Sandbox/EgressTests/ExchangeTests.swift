import EgressTestKit
import Testing

@testable import Egress

/// Requests and answers under `tls-up`, byte for byte, without any socket.
@Suite struct ExchangeTests {
  private static let secret = "s3cret/Tok+en==value"
  private let now = MonotonicTime(nanoseconds: 1_000_000_000)

  /// Both sides of one connection.
  private struct Pair {
    var exchange: HTTPExchange
    var ledger = GrantUses()
    var up = ""
    var down = ""
    var ending: HTTPExchange.Ending?

    mutating func client(_ text: String, pieces: Int = .max, at now: MonotonicTime) {
      for piece in Array(text.utf8).pieces(of: pieces) where ending == nil {
        take(exchange.receiveRequest(piece, &ledger, at: now))
      }
    }

    mutating func server(_ text: String, pieces: Int = .max, at now: MonotonicTime) {
      for piece in Array(text.utf8).pieces(of: pieces) where ending == nil {
        take(exchange.receiveAnswer(piece, &ledger, at: now))
      }
    }

    mutating func take(_ step: HTTPExchange.Step) {
      up += String(decoding: step.up, as: UTF8.self)
      down += String(decoding: step.down, as: UTF8.self)
      if let ending = step.ending { self.ending = ending }
    }

    /// The code of the refusal that has ended it.
    var code: EgressRefusal.Code? {
      switch ending {
      case .refused(let refusal), .broken(let refusal): refusal.code
      case .finished, nil: nil
      }
    }
  }

  private func pair(
    grant change: ((inout GrantDescription) -> Void)? = nil, leniency: EgressRule.Leniency = []
  ) throws -> Pair {
    var grants: [CredentialGrant] = []
    if let change {
      var text = GrantDescription(name: "api")
      (text.hosts, text.paths, text.methods) = (["api.test"], ["/"], ["GET", "POST"])
      change(&text)
      let secret = try #require(Secret(Array(Self.secret.utf8)))
      grants.append(try CredentialGrant(text, secret: secret, at: now))
    }
    let rule = EgressRule(
      id: RuleID("rules[0]"), target: .names(try NamePattern(parsing: "api.test")), mode: .tlsUp,
      grant: grants.first?.id, leniency: leniency)
    let terms = HTTPExchange.Terms(
      host: .name(try HostName(parsing: "api.test")), port: 80, rule: rule,
      book: GrantTable(grants), limits: EgressLimits())
    return Pair(exchange: HTTPExchange(terms))
  }

  private static let request = "GET /a?b HTTP/1.1\r\nHost: api.test:80\r\nAccept: b\r\n\r\n"
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test(arguments: [1, 7, Int.max])
  func `requests pass in turn, however they arrive`(pieces: Int) throws {
    var pair = try pair()
    pair.client(Self.request + Self.request, pieces: pieces, at: now)
    let sent = "GET /a?b HTTP/1.1\r\nHost: api.test\r\nAccept: b\r\n\r\n"
    // The second waits until the first is answered.
    #expect(pair.up == sent && !pair.exchange.wantsRequest)
    pair.server(Self.answer, pieces: pieces, at: now)
    #expect(pair.up.hasPrefix(sent) && pair.down == Self.answer)
    if pieces == 1 { pair.client(Self.request, at: now) }
    #expect(pair.up == sent + sent && pair.ending == nil)
  }

  @Test func `an answer before the end of its request ends the connection`() throws {
    var pair = try pair()
    pair.client("POST / HTTP/1.1\r\nHost: api.test\r\nContent-Length: 9\r\n\r\nabc", at: now)
    pair.server("HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n", at: now)
    #expect(pair.down.contains("Connection: close\r\n"))
    guard case .finished = pair.ending else { return #expect(Bool(false), "\(pair)") }
  }

  @Test(arguments: [
    // What is behind a body would be a request that nobody has judged.
    "GET / HTTP/1.1\r\nHost: api.test\r\nContent-Length: 43\r\n\r\nGET /x HTTP/1.1\r\nHost: evil.test\r\nA: bcde\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: api.test\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
  ])
  func `a request with a body is the last of its connection`(text: String) throws {
    var pair = try pair()
    pair.client(text, at: now)
    #expect(pair.up.contains("Connection: close\r\n"))
    pair.server(Self.answer, at: now)
    #expect(pair.down.contains("Connection: close\r\n"))
    guard case .finished = pair.ending else { return #expect(Bool(false), "\(pair)") }
    pair.take(pair.exchange.receiveRequest(Array(Self.request.utf8)[...], &pair.ledger, at: now))
    #expect(!pair.up.contains("GET /a"))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok",
    "HTTP/1.1 200 OK\r\nX: \u{0}\r\n\r\n", "HTTP/2 200\r\n\r\n", "SSH-2.0-x\r\n",
    "HTTP/1.1 101 S\r\nUpgrade: x\r\n\r\n",
  ])
  func `an answer with two readings is told and not passed on`(text: String) throws {
    var pair = try pair()
    pair.client(Self.request, at: now)
    pair.server(text, at: now)
    #expect(pair.code == .responseMalformed && pair.down.hasPrefix("HTTP/1.1 502 Bad Gateway"))
  }

  @Test func `what a server says unasked reaches nobody`() throws {
    var pair = try pair()
    pair.client(Self.request, at: now)
    pair.server(Self.answer + Self.answer, at: now)
    #expect(pair.down == Self.answer && pair.code == .responseMalformed)
  }

  @Test(arguments: [1, 3, 19, Int.max])
  func `probe 102 a credential is cut across chunks and pieces of any size`(pieces: Int) throws {
    let secret = Self.secret
    for size in [1, 2, 5, 64] {
      var pair = try pair { _ in }
      pair.client(Self.request, at: now)
      #expect(pair.up.contains("Authorization: Bearer \(secret)\r\n"))
      let body = "before \(secret) behind"
      var text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      for piece in Array(body.utf8).pieces(of: size) {
        text +=
          String(piece.count, radix: 16) + "\r\n" + String(decoding: piece, as: UTF8.self)
          + "\r\n"
      }
      pair.server(text + "0\r\n\r\n", pieces: pieces, at: now)
      #expect(pair.code == .secretReflected)
      let whole = ResponseReading(pair.down).responses.first
      #expect(whole.map { String(decoding: $0.body, as: UTF8.self) } == "before ")
      #expect(whole?.isComplete == false)
    }
  }

  @Test func `interim answers are searched too, and pass when they are harmless`() throws {
    var pair = try pair { _ in }
    pair.client(Self.request, at: now)
    pair.server("HTTP/1.1 103 Early\r\nLink: x\r\n\r\n", at: now)
    #expect(pair.down == "HTTP/1.1 103 Early\r\nLink: x\r\n\r\n")
    pair.server("HTTP/1.1 103 Early\r\nLink: \(Self.secret)\r\n\r\n", at: now)
    #expect(pair.code == .secretReflected && !pair.down.contains("s3cret"))
  }

  @Test func `an end is whole only where the message says so`() throws {
    for isWhole in [true, false] {
      var pair = try pair()
      pair.client(Self.request, at: now)
      pair.server("HTTP/1.1 200 OK\r\n\r\nrest", at: now)
      pair.take(pair.exchange.endAnswer(isWhole: isWhole))
      if isWhole { #expect(pair.code == nil) } else { #expect(pair.code == .responseMalformed) }
      #expect(pair.down.hasSuffix("\r\n\r\nrest"))
    }
  }

  // MARK: Answers without a body

  private static let disguised = "eulav==ne+koT/terc3s"

  @Test(
    arguments: [
      "Content-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
    ], [1, Int.max])
  func `a grant may give the status and chosen fields, and nothing else of an answer`(
    body: String, pieces: Int
  ) throws {
    var pair = try pair { $0.answerFields = ["ETag"] }
    for _ in 0..<2 {
      pair.down = ""
      pair.client("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n", at: now)
      pair.server(
        "HTTP/1.1 103 \(Self.disguised)\r\nLink: \(Self.disguised)\r\n\r\n"
          + "HTTP/1.1 404 \(Self.disguised)\r\nX-Hint: \(Self.disguised)\r\netag: \"a\"\r\n"
          + body, pieces: pieces, at: now)
      #expect(
        pair.down
          == "HTTP/1.1 103 \r\n\r\nHTTP/1.1 404 \r\netag: \"a\"\r\nContent-Length: 0\r\n\r\n")
      #expect(pair.ending == nil)
    }
    // Control: with whole answers the disguise passes.
    var whole = try self.pair { _ in }
    whole.client("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n", at: now)
    whole.server("HTTP/1.1 200 OK\r\nX-Hint: \(Self.disguised)\r\n\(body)", at: now)
    #expect(whole.down.contains(Self.disguised) && whole.down.contains("body"))
  }

  @Test(arguments: [
    (
      "HTTP/1.1 200 OK\r\n\r\nbody",
      "HTTP/1.1 200 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    ),
    ("HTTP/1.1 204 N\r\nX: y\r\n\r\n", "HTTP/1.1 204 \r\n\r\n"),
    ("HTTP/1.1 304 N\r\nContent-Length: 9\r\n\r\n", "HTTP/1.1 304 \r\n\r\n"),
  ])
  func `an answer without a body is one that clients can read`(text: String, told: String) throws {
    var pair = try pair { $0.answerFields = [] }
    pair.client("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n", at: now)
    pair.server(text, at: now)
    pair.take(pair.exchange.endAnswer(isWhole: true))
    #expect(pair.down == told && pair.code == nil)
  }

  @Test func `a credential in a field that was chosen is still found`() throws {
    var pair = try pair { $0.answerFields = ["ETag"] }
    pair.client("GET / HTTP/1.1\r\nHost: api.test\r\n\r\n", at: now)
    pair.server("HTTP/1.1 200 OK\r\nETag: \(Self.secret)\r\nContent-Length: 0\r\n\r\n", at: now)
    #expect(pair.code == .secretReflected && !pair.down.contains("s3cret"))
  }

  // MARK: Git

  private static let old = String(repeating: "1", count: 40)

  private static func push(_ ref: String, capabilities: String) -> String {
    let line = "\(old) \(String(repeating: "2", count: 40)) \(ref)\0\(capabilities)"
    let size = String(line.utf8.count + 4, radix: 16)
    return String(repeating: "0", count: 4 - size.count) + size + line + "0000PACK\0\0\0\u{2}"
  }

  private func pushed(_ ref: String, _ capabilities: String, pieces: Int) throws -> Pair {
    var pair = try pair {
      $0.git = .push
      $0.refs = ["refs/heads/fix/"]
    }
    let body = Self.push(ref, capabilities: capabilities)
    pair.client(
      "POST /r.git/git-receive-pack HTTP/1.1\r\nHost: api.test\r\n"
        + "Content-Type: application/x-git-receive-pack-request\r\nExpect: 100-continue\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body, pieces: pieces, at: now)
    return pair
  }

  @Test(arguments: [1, 50, Int.max])
  func `a push within its grant passes whole, and nothing of it before it was judged`(
    pieces: Int
  ) throws {
    let pair = try pushed("refs/heads/fix/a", " report-status side-band-64k", pieces: pieces)
    #expect(pair.down == "HTTP/1.1 100 Continue\r\n\r\n" && !pair.up.contains("Expect"))
    #expect(pair.up.hasSuffix("0000PACK\0\0\0\u{2}") && pair.up.contains("Authorization: Bearer"))
  }

  @Test(arguments: ["report-status side-band-64k", "report-status"])
  func `a push elsewhere is refused in git's own words`(capabilities: String) throws {
    let pair = try pushed("refs/heads/main", " \(capabilities)", pieces: .max)
    #expect(pair.up.isEmpty && pair.code == .grantGit)
    #expect(pair.down.contains("a push to refs/heads/main is outside the grant"))
    let isBand = capabilities.hasSuffix("64k")
    #expect(pair.down.contains(isBand ? "\u{3}sentinel: " : "ERR sentinel: "))
  }

  @Test(arguments: [1, 50, Int.max])
  func `a push with options is refused before anything of it is sent`(pieces: Int) throws {
    let pair = try pushed("refs/heads/fix/a", " report-status push-options", pieces: pieces)
    #expect(pair.up.isEmpty && pair.code == .grantGit)
    #expect(pair.down.contains("asks for push-options, which grants do not let through"))
  }

  @Test(arguments: [(1, true), (50, false), (Int.max, true), (Int.max, false)])
  func `git is not offered what its grant does not let through`(
    pieces: Int, isChunked: Bool
  ) throws {
    var pair = try pair {
      $0.git = .push
      $0.refs = ["refs/heads/fix/"]
    }
    pair.client(
      "GET /r.git/info/refs?service=git-receive-pack HTTP/1.1\r\nHost: api.test\r\n\r\n",
      at: now)
    let offer = { (words: String) in
      let line = "\(Self.old) refs/heads/main\0\(words)\n"
      let size = String(line.utf8.count + 4, radix: 16)
      return "001f# service=git-receive-pack\n000000\(size)\(line)0000"
    }
    let (whole, kept) = (offer("report-status push-options atomic"), offer("report-status atomic"))
    let length = String(whole.utf8.count, radix: isChunked ? 16 : 10)
    pair.server(
      "HTTP/1.1 200 OK\r\n"
        + (isChunked
          ? "Transfer-Encoding: chunked\r\n\r\n\(length)\r\n\(whole)\r\n0\r\n\r\n"
          : "Content-Length: \(length)\r\n\r\n\(whole)"),
      pieces: pieces, at: now)
    let reading = ResponseReading(pair.down)
    let body = try #require(reading.responses.first).body
    #expect(String(decoding: body, as: UTF8.self) == kept, "\(pair.down)")
    #expect(reading.responses.count == 1 && pair.ending == nil)
  }

  @Test func `an offer that cannot be read is told and not passed on`() throws {
    var pair = try pair {
      $0.git = .push
      $0.refs = ["refs/heads/fix/"]
    }
    pair.client(
      "GET /r.git/info/refs?service=git-receive-pack HTTP/1.1\r\nHost: api.test\r\n\r\n",
      at: now)
    pair.server(Self.answer, at: now)
    #expect(pair.code == .grantGit && pair.down.hasPrefix("HTTP/1.1 502 "))
  }

  @Test(arguments: [
    (
      "POST /r.git/git-receive-pack", "Content-Type: application/x-git-receive-pack-request;x=y",
      "grantGit"
    ),
    (
      "POST /r.git/git-receive-pack",
      "Content-Type: text/plain\r\nContent-Type: application/x-git-receive-pack-request", "grantGit"
    ),
    (
      "POST /r.git/git-receive-pack", "Content_Type: application/x-git-receive-pack-request",
      "grantField"
    ),
    (
      "POST /r.git/git-receive-pack",
      "Content-Type: application/x-git-receive-pack-request\r\nContent-Encoding: x-gzip", "grantGit"
    ),
    (
      "POST /r.git/git-receive-pack/", "Content-Type: application/x-git-receive-pack-request",
      "grantGit"
    ),
    (
      "POST /r.git/git-receive-pack%20", "Content-Type: application/x-git-receive-pack-request",
      "grantGit"
    ),
    (
      "POST /r.git/git%2Dreceive-pack?x", "Content-Type: application/x-git-receive-pack-request",
      "grantGit"
    ),
    (
      "POST /r.git/git-upload-archive", "Content-Type: application/x-git-upload-archive-request",
      "grantGit"
    ),
    (
      "POST /r.git/info/lfs/objects/batch", "Content-Type: application/vnd.git-lfs+json", "grantGit"
    ),
    ("GET /r.git/info/refs?service=git-upload-archive", "Accept: */*", "grantGit"),
    ("GET /r.git/info/refs?service=git-receive-pack%0a", "Accept: */*", "grantGit"),
    ("GET /r.git/info/refs?Service=git-receive-pack", "Accept: */*", "grantGit"),
    ("GET /r.git/info/refs?service=git-receive-pack", "Git_Protocol: version=2", "grantField"),
    ("GET /r.git/info/refs?service=git-receive-pack", "X-Forwarded-Uri: /r.git/x", "grantField"),
    ("HEAD /r.git/info/refs?service=git-receive-pack", "Accept: */*", "grantMethod"),
    ("PUT /r.git/objects/aa/bb", "Accept: */*", "grantMethod"),
  ])
  func `ways to push past the judge of pushes reach no server`(
    line: String, fields: String, code: String
  ) throws {
    var pair = try pair {
      $0.git = .push
      $0.refs = ["refs/heads/fix/"]
    }
    let body = Self.push("refs/heads/main", capabilities: " report-status")
    let length = line.hasPrefix("POST") ? "Content-Length: \(body.utf8.count)\r\n" : ""
    pair.client("\(line) HTTP/1.1\r\nHost: api.test\r\n\(fields)\r\n\(length)\r\n", at: now)
    pair.client(length.isEmpty ? "" : body, at: now)
    #expect(pair.up.isEmpty && pair.code?.rawValue == code, "\(pair)")
  }

  @Test(arguments: [
    "refs/heads/fix/../main", "refs/heads/fix/@{u}", "refs/heads/fix/\u{e9}", "refs/heads/FIX/a",
    "refs/heads/fix//main", "refs/heads/fix/a%submit", "refs/heads/fix/a b", "HEAD",
    "refs/heads/fix/*:refs/heads/main", "refs/heads/main\n", "refs/heads/fix/",
    "refs/remotes/fix/a",
  ])
  func `names that could be read as another ref are not pushed to`(ref: String) throws {
    let pair = try pushed(ref, " report-status", pieces: .max)
    #expect(pair.up.isEmpty && pair.code == .grantGit)
  }
}
