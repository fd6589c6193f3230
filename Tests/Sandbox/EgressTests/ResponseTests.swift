import EgressTestKit
import Testing

@testable import Egress

@Suite struct ResponseTests {
  private let ok = "HTTP/1.1 200 OK\r\n"

  @Test func `responses end where their framing says, however they arrive`() throws {
    let text =
      "HTTP/1.1 100 Continue\r\n\r\n" + ok + "Content-Length: 5\r\n\r\nhello"
      + "HTTP/1.1 204 No Content\r\n\r\n"
      + ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + ok
      + "Content-Length: 99\r\n\r\n"
      + "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n"
      + "HTTP/1.0 200\r\n\r\nuntil the end"
    let methods = ["POST", "DELETE", "GET", "HEAD", "GET", "GET"]
    let whole = ResponseReading(text, methods: methods)
    #expect(whole.mistake == nil && whole.endMistake == nil)
    #expect(whole.responses.map(\.head.status) == [100, 200, 204, 200, 200, 304, 200])
    #expect(
      whole.responses.map { String(decoding: $0.body, as: UTF8.self) }
        == ["", "hello", "", "abc", "", "", "until the end"])
    #expect(whole.responses.map(\.isComplete) == [false, true, true, true, true, true, false])
    for pieces in 1...60 {
      #expect(ResponseReading(text, methods: methods, pieces: pieces) == whole)
    }
  }

  @Test(arguments: [
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      HTTPMistake.framingConflict
    ),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .contentLength),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .transferEncoding),
    ("HTTP/1.1 20 OK\r\n", .statusLine),
    ("HTTP/1.1 099 OK\r\n", .statusLine), ("HTTP/1.1 600 OK\r\n", .statusLine),
    ("HTTP/1.1\r\n", .statusLine),
    ("HTTP/2 200 OK\r\n", .version), ("SSH-2.0-x\r\n", .statusLine),
    ("HTTP/1.1 200 OK\n", .bareLineFeed),
    ("\r\n", .emptyLine), ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n", .foldedField),
    ("HTTP/1.1 200 OK\r\nA : b\r\n", .fieldName),
    ("HTTP/1.1 101 Switch\r\n\r\n", .unexpectedResponse),
    ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .framingConflict),
    ("HTTP/1.1 204 N\r\n\r\nHTTP/1.1 200 OK\r\n", .unexpectedResponse),
  ])
  func `responses that two readers could read differently are refused`(
    text: String, mistake: HTTPMistake
  ) {
    for pieces in [1, 5, .max] { #expect(ResponseReading(text, pieces: pieces).mistake == mistake) }
  }

  @Test func `a response that is cut off is noticed`() {
    for text in [
      ok + "Content-Length: 5\r\n\r\nhell", ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n", ok, "H",
      "",
    ] {
      #expect(ResponseReading(text).endMistake == .truncated)
    }
    #expect(ResponseReading(ok + "\r\n").endMistake == nil)
    #expect(ResponseReading("", methods: []).endMistake == nil)
  }

  @Test func `interim responses do not go on for ever`() {
    let text = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 40)
    #expect(ResponseReading(text).mistake == .unexpectedResponse)
  }

  @Test func `after a change of protocol bytes are opaque`() throws {
    let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}raw\nbytes"
    let reading = ResponseReading(text, mayUpgrade: true)
    #expect(reading.mistake == nil)
    #expect(
      String(decoding: try #require(reading.responses.first).body, as: UTF8.self)
        == "\u{1}raw\nbytes")
  }
}
