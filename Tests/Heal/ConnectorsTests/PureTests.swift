import Connectors
import Testing

@Suite("Settings, waits, events and secrets")
struct PureTests {
  @Test("No variable means no model")
  func none() throws {
    #expect(try ModelSettings.read(["PATH": "/bin", "SENTINEL_MODEL_URL": ""]) == nil)
  }

  @Test("The three formats are read")
  func good() throws {
    let chat = try ModelSettings.read([
      "SENTINEL_MODEL_URL": "http://127.0.0.1:8080/v1/", "SENTINEL_MODEL_NAME": "m",
    ])
    #expect(chat?.api == .openAIChat)
    #expect(chat?.url == "http://127.0.0.1:8080/v1")
    let claude = try ModelSettings.read([
      "SENTINEL_MODEL_URL": "https://models.example.com", "SENTINEL_MODEL_NAME": "m",
      "SENTINEL_MODEL_API": "anthropic", "SENTINEL_MODEL_KEY": "k",
      "SENTINEL_MODEL_PRICE_IN": "3", "SENTINEL_MODEL_PRICE_OUT": "15.5",
      "SENTINEL_MODEL_SAMPLES": "3",
    ])
    #expect(claude?.samples == 3)
    #expect(claude?.apiVersion == "2026-10-21")
    #expect(claude?.priceOut == 15.5)
  }

  @Test("All mistakes are told at once, and none tells the key")
  func mistakes() throws {
    let environment = [
      "SENTINEL_MODEL_URL": "http://models.example.com/v2", "SENTINEL_MODEL_API": "openai-chat",
      "SENTINEL_MODEL_KEY": "hunter2hunter2", "SENTINEL_MODEL_API_VERSION": "1",
      "SENTINEL_MODEL_PRICE_IN": "-1", "SENTINEL_MODEL_TEMPERATURE": "0",
      "SENTINEL_MODEL_SAMPLES": "17",
    ]
    do {
      _ = try ModelSettings.read(environment)
      Issue.record("accepted")
    } catch {
      #expect(error.all.count == 7)
      #expect(!"\(error.all)".contains("hunter2"))
    }
  }

  @Test(
    "An address of the wrong format is refused",
    arguments: [
      ("anthropic", "https://models.example.com/v1"), ("openai-chat", "https://models.example.com"),
      ("openai-responses", "ftp://models.example.com/v1"),
      ("openai-chat", "https://user:pass@models.example.com/v1"),
    ])
  func addresses(api: String, url: String) {
    #expect(throws: SettingMistakes.self) {
      try ModelSettings.read([
        "SENTINEL_MODEL_URL": url, "SENTINEL_MODEL_NAME": "m", "SENTINEL_MODEL_API": api,
      ])
    }
  }

  @Test("A date says when to come back")
  func date() {
    var policy = RetryPolicy()
    let answer = HTTPAnswer(
      status: 503, headers: ["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(policy.wait(after: answer, tries: 1, now: 784_111_770, chance: 0) == 7000)
    #expect(policy.wait(after: answer, tries: 1, now: 784_111_800, chance: 0) == 0)
    #expect(policy.wait(after: answer, tries: 1, now: 0, chance: 0) == nil)
    policy.retries = 0
    #expect(policy.wait(after: answer, tries: 1, now: 784_111_770, chance: 0) == nil)
  }

  @Test("Only what may pass is sent again", arguments: [400, 401, 403, 404, 413, 422])
  func final(status: Int) {
    let wait = RetryPolicy().wait(
      after: HTTPAnswer(status: status), tries: 1, now: 0, chance: 0)
    #expect(wait == nil)
  }

  @Test("Events survive every way of being cut into parts", arguments: 1...9)
  func parts(size: Int) {
    let text = Array(
      ": ping\r\nevent: x\r\ndata: {\"a\"\r\ndata:: 1}\r\n\r\ndata: two\n\nid: 1\n\ndata: lost".utf8
    )
    var stream = EventStream()
    var events: [String] = []
    for start in stride(from: 0, to: text.count, by: size) {
      events += stream.take(Array(text[start..<min(start + size, text.count)]))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(events == ["{\"a\"\n: 1}", "two"])
  }

  @Test("A line without end is a fault of the stream, not of memory")
  func flood() {
    var stream = EventStream()
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 1...12 { _ = stream.take(part) }
    #expect(stream.isOver)
  }

  @Test("Secrets of the environment become their names")
  func mask() {
    let mask = SecretMask([
      "API_TOKEN": "abcdefgh12345", "PATH": "/usr/bin", "OTHER": "ghp_abcdefghijk",
      "KEYBOARD": "/dev/keyboard", "MY_PASSWORD": "short", "SESSION_ID": "12345678",
    ])
    #expect(
      mask.masked("a abcdefgh12345 b ghp_abcdefghijk /usr/bin /dev/keyboard short 12345678")
        == "a [secret of API_TOKEN] b [secret of OTHER] /usr/bin /dev/keyboard short 12345678")
  }

  @Test("Of a long secret the beginning is struck too, as it is left by whoever cuts a text")
  func half() {
    let mask = SecretMask([
      "API_TOKEN": "abcdefghijklmnopqrstuvwxyz", "AUTH_URL": "https://login.example.com/realm/x",
    ])
    #expect(mask.masked("an abcdefghijklmnopq...") == "an [secret of API_TOKEN]...")
    #expect(mask.masked("abcdefghijkl") == "abcdefghijkl")
    #expect(mask.masked("https://login.example.com/") == "https://login.example.com/")
    #expect(mask.masked("https://login.example.com/realm/x") == "[secret of AUTH_URL]")
  }

  @Test("A header that would end early is not sent, and its value not told")
  func injection() throws {
    let call = HTTPCall(
      method: "GET", url: "http://127.0.0.1:1/", headers: [("X-Key", "secret\r\nX-Other: 1")])
    #expect(throws: TransportFailure.invalid("the header X-Key holds a control character")) {
      try CurlTransport().send(call, isCancelled: { false })
    }
    for url in ["file:///etc/passwd", "http://127.0.0.1:1/ x", "gopher://127.0.0.1/"] {
      #expect(throws: TransportFailure.self) {
        try CurlTransport().send(HTTPCall(method: "GET", url: url), isCancelled: { false })
      }
    }
  }
}
