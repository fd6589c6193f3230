internal import Connectors
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
internal import Text

/// Speaks to GitHub's REST interface within its limits; no error ever holds a credential.
final class GitHubClient: Sendable {
  /// Why a request did not do what it was for.
  struct Failure: Error, Equatable {
    /// The status; nil when there was no answer.
    var status: Int?
    /// One sentence.
    var message: String
  }

  /// What came back.
  struct Answer: Sendable {
    var status: Int
    var value: JSONValue
  }

  /// What a client waits and looks at; a test has its own.
  struct Surroundings: Sendable {
    /// Whether everything must stop.
    var isHalted: @Sendable () -> Bool
    /// The time, in seconds since 1970.
    var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
    /// Waits so many milliseconds.
    var wait: @Sendable (Int) -> Void = { usleep(UInt32(min($0, 1_000)) * 1_000) }
  }

  private struct Token {
    var text: String
    var expires: Double
  }

  let settings: GitHubSettings
  private let surroundings: Surroundings
  private let policy: RetryPolicy
  private let token = Mutex<Token?>(nil)

  /// The version of the interface that is spoken.
  private static let version = "2022-11-28"
  private static let mostBytes = 16 << 20

  init(_ settings: GitHubSettings, _ surroundings: Surroundings) {
    self.settings = settings
    self.surroundings = surroundings
    var policy = RetryPolicy()
    policy.retries = 4
    self.policy = policy
  }

  /// The address of something of the repository.
  func path(_ rest: String) -> String { "/repos/\(settings.repository)\(rest)" }

  /// Sends a request as who we are; any status below 300 is an answer, and those that are `expected`.
  func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, expecting expected: Set<Int> = []
  ) throws(Failure) -> Answer {
    try send(method, path, body, bearer: bearer(), expecting: expected)
  }

  /// Every element of a list, page by page; at most a thousand.
  func list(_ path: String) throws(Failure) -> [JSONValue] {
    var found: [JSONValue] = []
    for page in 1...10 {
      let joint = path.contains("?") ? "&" : "?"
      let elements = try send("GET", "\(path)\(joint)per_page=100&page=\(page)").value.elements
      found += elements
      if elements.count < 100 { break }
    }
    return found
  }

  private func send(
    _ method: String, _ path: String, _ body: JSONValue?, bearer: String,
    expecting expected: Set<Int>
  ) throws(Failure) -> Answer {
    var call = HTTPCall(
      method: method, url: settings.service + path,
      headers: [
        ("Accept", "application/vnd.github+json"), ("X-GitHub-Api-Version", Self.version),
        ("Authorization", "Bearer \(bearer)"),
      ], body: body?.serialized() ?? [])
    if body != nil { call.headers.append(("Content-Type", "application/json")) }
    call.totalMilliseconds = 60_000
    call.limitBytes = Self.mostBytes
    var tries = 0
    while true {
      tries += 1
      if surroundings.isHalted() { throw Failure(status: nil, message: "everything must stop") }
      var answer: HTTPAnswer?
      var trouble = ""
      do throws(TransportFailure) {
        answer = try settings.transport.send(
          call, isCancelled: surroundings.isHalted, receive: nil)
      } catch {
        trouble = Self.text(error)
        if error == .cancelled { throw Failure(status: nil, message: "everything must stop") }
      }
      if let answer, answer.status < 300 || expected.contains(answer.status) {
        return Answer(
          status: answer.status, value: (try? JSONValue(parsing: answer.body)) ?? .null)
      }
      let plain = answer.map(limited)
      guard
        let milliseconds = policy.wait(
          after: plain, tries: tries, now: surroundings.now(), chance: .random(in: 0...1))
      else { throw Self.failure(answer, trouble, method, path) }
      try wait(milliseconds)
    }
  }

  /// A refusal for want of quota as the general form of it: GitHub says 403 for both of its limits.
  private func limited(_ answer: HTTPAnswer) -> HTTPAnswer {
    guard answer.status == 403 || answer.status == 429 else { return answer }
    var answer = answer
    let isSecondary = answer.headers["retry-after"] != nil
    let isPrimary = answer.headers["x-ratelimit-remaining"] == "0"
    guard isSecondary || isPrimary else { return answer }
    answer.status = 429
    if !isSecondary, let reset = answer.headers["x-ratelimit-reset"].flatMap(Double.init) {
      answer.headers["retry-after"] = "\(Int(max(1, reset - surroundings.now() + 1)))"
    }
    return answer
  }

  /// Waits in short pieces, so that a stop is heard.
  private func wait(_ milliseconds: Int) throws(Failure) {
    var left = milliseconds
    while left > 0 {
      if surroundings.isHalted() { throw Failure(status: nil, message: "everything must stop") }
      surroundings.wait(min(left, 500))
      left -= 500
    }
  }

  // MARK: Who we are

  private func bearer() throws(Failure) -> String {
    guard case .app(let id, let key, let installation) = settings.credential else {
      guard case .token(let token) = settings.credential else { return "" }
      return token
    }
    let now = surroundings.now()
    // A minute before its end it would not last for what comes next.
    if let known = token.withLock({ $0 }), known.expires > now + 60 { return known.text }
    guard let proof = AppToken.make(id: id, key: key, at: Int(now)) else {
      throw Failure(status: nil, message: "the key of the App is not an RSA key in PEM")
    }
    let number: Int
    if let installation {
      number = installation
    } else {
      let found = try send("GET", path("/installation"), nil, bearer: proof, expecting: [])
      guard let id = found.value["id"]?.integer else {
        throw Failure(status: found.status, message: "the App is not installed there")
      }
      number = id
    }
    let name = settings.repository.split(separator: "/").last.map(String.init) ?? ""
    let answer = try send(
      "POST", "/app/installations/\(number)/access_tokens",
      .object([
        "repositories": .array([.string(name)]),
        "permissions": .object(["contents": "write", "pull_requests": "write"]),
      ]), bearer: proof, expecting: [])
    guard let text = answer.value["token"]?.string else {
      throw Failure(status: answer.status, message: "GitHub gave no token for the App")
    }
    // It lasts an hour; half of that needs no reading of dates.
    token.withLock { $0 = Token(text: text, expires: now + 1_800) }
    return text
  }

  // MARK: Words

  private static func failure(
    _ answer: HTTPAnswer?, _ trouble: String, _ method: String, _ path: String
  ) -> Failure {
    let plain = path.prefix { $0 != "?" }
    guard let answer else {
      return Failure(status: nil, message: "\(method) \(plain): GitHub \(trouble)")
    }
    let value = (try? JSONValue(parsing: answer.body)) ?? .null
    let errors = value["errors"]?.elements.compactMap { $0["message"]?.string ?? $0.string } ?? []
    let said = ([value["message"]?.string].compactMap { $0 } + errors).joined(separator: "; ")
    return Failure(
      status: answer.status,
      message: String(
        VisibleText.line("\(method) \(plain): GitHub says \(answer.status): \(said)").prefix(500)))
  }

  private static func text(_ failure: TransportFailure) -> String {
    switch failure {
    case .unreachable(let text): "cannot be reached: \(text)"
    case .timedOut: "did not answer in time"
    case .cut: "ended in the middle of an answer"
    case .tooLong: "answered with more than can be read"
    case .cancelled: "was not waited for"
    case .invalid(let text): "cannot be asked: \(text)"
    }
  }
}
