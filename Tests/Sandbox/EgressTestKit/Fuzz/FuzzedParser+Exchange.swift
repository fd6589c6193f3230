internal import Egress

extension FuzzedParser {
  private static let secret = "s3cret/Tok+en==value"
  /// Stands between what the client says and what the server says.
  private static let turn = Array("<turn>".utf8)

  /// Both sides of a connection under `tls-up` with a grant: whatever they say, in any pieces, each
  /// request that is sent on is for the host and has the credential once, and none comes back.
  static let exchange = FuzzedParser(
    "http-exchange",
    seeds: [
      "GET /a HTTP/1.1\r\nHost: api.test\r\n\r\n<turn>HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "GET /a HTTP/1.1\r\nHost: api.test\r\n\r\nGET /b HTTP/1.1\r\nHost: api.test:80\r\n\r\n<turn>"
        + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 204 N\r\n\r\n",
      "POST /a HTTP/1.1\r\nHost: api.test\r\nContent-Length: 3\r\n\r\nabc<turn>HTTP/1.1 200 OK\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n3\r\ns3c\r\n11\r\nret/Tok+en==value\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: api.test\r\nAuthorization: x\r\nRange: bytes=1-2\r\n\r\n<turn>"
        + "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\(secret)",
    ],
    tokens: [
      "<turn>", "\r\n", "\r\n\r\n", "Host: api.test\r\n", "Host: evil.test\r\n",
      "Content-Length: 3\r\n",
      "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "Authorization: x\r\n", secret,
      "s3cret/", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "GET /", "POST /", "0\r\n\r\n", "3\r\nabc\r\n",
      "Upgrade: websocket\r\n", "Set-Cookie: a\r\n", "Content-Encoding: gzip\r\n",
      "Expect: 100-continue\r\n",
    ]
  ) { input, random in
    let middle = input.firstRange(of: turn)
    let client = Array(input[..<(middle?.lowerBound ?? input.count)])
    let server = Array(input[(middle?.upperBound ?? input.count)...])
    guard let whole = Meeting([client[...]], [server[...]]),
      let cut = Meeting(client.pieces(by: &random), server.pieces(by: &random))
    else { return .broken("no exchange") }
    guard whole == cut else { return .broken("pieces change what passes") }
    for request in whole.up.requests {
      guard request.head.authority.host.description == "api.test",
        request.head.fields.values(of: "Authorization") == [Array("Bearer \(secret)".utf8)]
      else { return .broken("a request that must not pass") }
    }
    guard whole.up.mistake == nil else { return .broken("what is sent on is no request") }
    guard !whole.isLeaking else { return .broken("the credential came back") }
    return .fine(
      behaviour: "\(whole.up.requests.count) \(whole.down.responses.count) \(whole.ending)")
  }

  /// What became of both sides.
  private struct Meeting: Equatable {
    var up: RequestReading
    var down: ResponseReading
    var ending: String
    var isLeaking: Bool

    init?(_ client: [ArraySlice<UInt8>], _ server: [ArraySlice<UInt8>]) {
      let now = MonotonicTime(nanoseconds: 1)
      var text = GrantDescription(name: "api")
      (text.hosts, text.paths, text.methods) = (["api.test"], ["/"], ["GET", "POST"])
      guard let secret = Secret(Array(FuzzedParser.secret.utf8)),
        let grant = try? CredentialGrant(text, secret: secret, at: now),
        let name = try? HostName(parsing: "api.test"),
        let pattern = try? NamePattern(parsing: "api.test")
      else { return nil }
      let rule = EgressRule(
        id: RuleID("r"), target: .names(pattern), mode: .tlsUp, grant: "api")
      var exchange = HTTPExchange(
        HTTPExchange.Terms(
          host: .name(name), port: 80, rule: rule, book: GrantTable([grant]), limits: EgressLimits()
        )
      )
      var ledger = GrantUses()
      var (sent, told): ([UInt8], [UInt8]) = ([], [])
      var ended: HTTPExchange.Ending?
      let take = { (step: HTTPExchange.Step) in
        sent += step.up
        told += step.down
        ended = ended ?? step.ending
      }
      for piece in client { take(exchange.receiveRequest(piece, &ledger, at: now)) }
      for piece in server { take(exchange.receiveAnswer(piece, &ledger, at: now)) }
      take(exchange.endAnswer(isWhole: true))
      up = RequestReading(sent)
      down = ResponseReading(
        told, methods: up.requests.map(\.head.method) + ["GET"], mayUpgrade: false)
      switch ended {
      case .finished: ending = "finished"
      case .refused(let refusal): ending = "refused \(refusal.code)"
      case .broken(let refusal): ending = "broken \(refusal.code)"
      case nil: ending = "open"
      }
      isLeaking = told.firstRange(of: Array(FuzzedParser.secret.utf8)) != nil
    }
  }
}
