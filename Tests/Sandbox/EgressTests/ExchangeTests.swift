import EgressTestKit
import Testing

@testable import Egress

/// Requests and answers under `tls-up`, byte for byte, without any socket.
@Suite struct ExchangeTests {
  private static let secret = "s3cret/Tok+en==value"
  private let now = Moment(nanoseconds: 1_000_000_000)

  /// Both sides of one connection.
  private struct Pair {
    var exchange: HTTPExchange
    var ledger = GrantLedger()
    var up = ""
    var down = ""
    var ending: HTTPExchange.Ending?

    mutating func client(_ text: String, pieces: Int = .max, at now: Moment) {
      for piece in Array(text.utf8).pieces(of: pieces) where ending == nil {
        take(exchange.receiveRequest(piece, &ledger, at: now))
      }
    }

    mutating func server(_ text: String, pieces: Int = .max, at now: Moment) {
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
    var code: Refusal.Code? {
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
      book: GrantBook(grants), limits: EgressLimits())
    return Pair(exchange: HTTPExchange(terms))
  }

  private static let request = "GET /a?b HTTP/1.1\r\nHost: api.test:80\r\nX-A: b\r\n\r\n"
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test(arguments: [1, 7, Int.max])
  func `requests pass in turn, however they arrive`(pieces: Int) throws {
    var pair = try pair()
    pair.client(Self.request + Self.request, pieces: pieces, at: now)
    let sent = "GET /a?b HTTP/1.1\r\nHost: api.test\r\nX-A: b\r\n\r\n"
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

  // MARK: Git

  private static let old = String(repeating: "1", count: 40)

  private static func push(_ ref: String, capabilities: String) -> String {
    let line = "\(old) \(String(repeating: "2", count: 40)) \(ref)\0\(capabilities)"
    let size = String(line.utf8.count + 4, radix: 16)
    return String(repeating: "0", count: 4 - size.count) + size + line + "0000PACK"
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
    #expect(pair.up.hasSuffix("0000PACK") && pair.up.contains("Authorization: Bearer"))
  }

  @Test(arguments: ["report-status side-band-64k", "report-status"])
  func `a push elsewhere is refused in git's own words`(capabilities: String) throws {
    let pair = try pushed("refs/heads/main", " \(capabilities)", pieces: .max)
    #expect(pair.up.isEmpty && pair.code == .grantGit)
    #expect(pair.down.contains("a push to refs/heads/main is outside the grant"))
    let isBand = capabilities.hasSuffix("64k")
    #expect(pair.down.contains(isBand ? "\u{3}sentinel: " : "ERR sentinel: "))
  }
}
