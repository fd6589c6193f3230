internal import Egress

extension FuzzedParser {
  private static let words = [
    "\r\n", "\r\n\r\n", "\n", "\r", "\u{0}", " ", "\t", ":", "Host: a.test\r\n",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "Upgrade: h2c\r\n", "HTTP/1.1",
    "HTTP/1.0", "GET /",
    "0\r\n\r\n", "5\r\nhello\r\n", ";x=y", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 C\r\n\r\n",
    "HTTP/1.1 304 N\r\n\r\n",
  ]

  /// Requests: the same in any pieces, and the same again when what was judged is sent on.
  static let request = FuzzedParser(
    "http-request",
    seeds: [
      "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n", "OPTIONS * HTTP/1.0\r\nHost: [::1]:80\r\n\r\n",
      "POST /a?b HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: b.test\r\n\r\n",
      "PUT / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ], tokens: words
  ) { input, random in
    let whole = RequestReading(input)
    guard whole == RequestReading(pieces: input.pieces(by: &random)) else {
      return .broken("pieces change the requests")
    }
    var sent: [UInt8] = []
    for request in whole.requests {
      let head = request.head
      guard head.fields.values(of: "host").count == 1, head.bytes.count <= 40_000 else {
        return .broken("a head that must not pass")
      }
      guard !head.target.contains(where: { $0 <= 0x20 || $0 >= 0x7f }) else {
        return .broken("a target that must not pass")
      }
      sent += head.bytes + head.framing.wrap(request.body)
      if request.isComplete { sent += head.framing.end }
    }
    let again = RequestReading(sent)
    // A head may be a little longer than its original, which stood at the limit.
    guard again.requests == whole.requests || again.mistake == .headTooLarge else {
      return .broken("what is sent on is read differently")
    }
    return .fine(
      behaviour: "\(String(describing: whole.mistake)) \(whole.requests.count) "
        + "\(whole.requests.map { "\($0.head.fields.count) \($0.isComplete) \($0.head.framing)".prefix(24) })"
    )
  }

  /// Responses: the same in any pieces, and the same again when sent on.
  static let response = FuzzedParser(
    "http-response",
    seeds: [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "HTTP/1.0 404\r\n\r\nto the end",
      "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      "HTTP/1.1 304 N\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 N\r\n\r\n",
      "HTTP/1.1 101 S\r\nUpgrade: websocket\r\n\r\n\u{1}\u{2}",
    ], tokens: words
  ) { input, random in
    let methods = ["GET", "HEAD", "POST"]
    let mayUpgrade = random.below(2) == 0
    let whole = ResponseReading(input, methods: methods, mayUpgrade: mayUpgrade)
    let cut = ResponseReading(
      pieces: input.pieces(by: &random), methods: methods, mayUpgrade: mayUpgrade)
    guard whole == cut else { return .broken("pieces change the responses") }
    var sent: [UInt8] = []
    for response in whole.responses {
      sent += response.head.bytes + response.head.framing.wrap(response.body)
      if response.isComplete { sent += response.head.framing.end }
    }
    let again = ResponseReading(sent, methods: methods, mayUpgrade: mayUpgrade)
    guard again.responses == whole.responses || again.mistake == .headTooLarge else {
      return .broken("what is sent on is read differently")
    }
    return .fine(
      behaviour: "\(String(describing: whole.mistake)) \(String(describing: whole.endMistake)) "
        + "\(whole.responses.map { "\($0.head.fields.count) \($0.isComplete) \($0.head.status / 100)" })"
    )
  }

  /// Paths: one form, which is its own form, and no trick left in it.
  static let path = FuzzedParser(
    "path", seeds: ["/a/b", "/%61/%2e%2e", "/a//b", "/a;x", "/%252e", "/100%25", "/..;/", "/\\"],
    tokens: ["/", "%", ".", "..", "%2e", "%2f", "%25", "%5c", ";", "//", "%00", "25", "2e"]
  ) { input, _ in
    do throws(CanonicalPath.Mistake) {
      let path = try CanonicalPath(input)
      let lower = path.text.lowercased()
      guard try CanonicalPath(Array(path.text.utf8)) == path else { return .broken("two forms") }
      let tricks = ["//", "/./", "/../", "\\", ";", "%2f", "%5c", "%2e", "%00", "%3b", "?", "#"]
      guard !tricks.contains(where: { lower.contains($0) }), !lower.hasSuffix("/.."),
        !lower.hasSuffix("/.")
      else { return .broken("a trick is left") }
      return .fine(behaviour: "path \(path.text.utf8.count)")
    } catch {
      return .fine(behaviour: "\(error) \(input.count / 4)")
    }
  }
}
