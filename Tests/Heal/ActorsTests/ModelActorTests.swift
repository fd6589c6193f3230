import Connectors
import Healing
import ModelTestKit
import Patches
import Synchronization
import Testing
import Text

@testable import Actors

@Suite("A model is asked once an attempt, within the budget, and what it says is only a candidate")
struct ModelActorTests {
  private static let source = "def gcd(a, b):\n    return gcd(a % b, b) if b else a\n"
  private static let texts = [
    "gcd.py": source,
    "test_gcd.py": "from gcd import gcd\n\ndef test_gcd():\n    assert gcd(6, 4) == 2\n",
  ]
  private static let good: JSONValue = [
    "patch": """
    --- a/gcd.py
    +++ b/gcd.py
    @@ -1,2 +1,2 @@
     def gcd(a, b):
    -    return gcd(a % b, b) if b else a
    +    return gcd(b, a % b) if b else a

    """, "rationale": "the arguments were swapped",
  ]

  private func request(
    turn: Int = 1, limits: RunBudget.Limits = .init(), message: String = "RecursionError",
    texts: [String: String] = ModelActorTests.texts
  ) -> ActorRequest {
    Cases.request(
      Cases.test("test_gcd", in: "test_gcd.py", message: message), texts, turn: turn,
      limits: limits)
  }

  private func actor(
    _ service: ScriptedService, prices: (Double, Double)? = nil, secrets: [String: String] = [:],
    cassette: (any ReplyCassette)? = nil, samples: Int = 1, waits: Waits = Waits()
  ) -> ModelActor {
    var settings = service.settings
    settings.priceIn = prices?.0
    settings.priceOut = prices?.1
    var options = ModelActor.Options()
    options.samples = samples
    return ModelActor(
      ModelClient(settings, time: waits.time), mask: SecretMask(secrets), cassette: cassette,
      options: options)
  }

  // MARK: Answers

  @Test("A call of the tool is a candidate that applies", arguments: ModelAPI.allCases)
  func tool(api: ModelAPI) async throws {
    let service = try ScriptedService(api, replies: [["tool": Self.good]])
    let answer = await actor(service).propose(request())
    let proposal = try #require(answer.candidates.first, "\(answer)")
    #expect(answer.candidates.count == 1)
    #expect(proposal.rationale == "the arguments were swapped")
    #expect(proposal.origin.hasPrefix("prompt "))
    #expect(try proposal.applied(to: Self.texts)["gcd.py"]?.contains("gcd(b, a % b)") == true)
    #expect(service.breaches == [])
    #expect(service.requests.count == 1)
  }

  @Test("A text is a candidate as it stands", arguments: ModelAPI.allCases)
  func text(api: ModelAPI) async throws {
    let patch = "Here:\n```diff\n\(Self.good["patch"]?.string ?? "")```\n"
    let service = try ScriptedService(api, replies: [["text": .string(patch)]])
    let answer = await actor(service).propose(request())
    #expect(answer.candidates.map(\.text) == [Array(patch.utf8)])
    #expect(try answer.candidates.first?.applied(to: Self.texts)["gcd.py"] != nil)
  }

  @Test(
    "A part of an answer is charged, is an attempt, and is never applied",
    arguments: ModelAPI.allCases, ["length", "refusal", "filtered", "cut"])
  func parts(api: ModelAPI, end: String) async throws {
    let patch = JSONValue.string(Self.good["patch"]?.string ?? "")
    let reply: JSONValue =
      end == "cut" ? ["text": patch, "cut": 900] : ["text": patch, "stop": .string(end)]
    let service = try ScriptedService(api, replies: [reply, ["tool": Self.good]])
    let request = request()
    let answer = await actor(service).propose(request)
    #expect(answer.candidates.count == 1)
    #expect(throws: PatchRefusal.self) {
      try Candidate(reading: try #require(answer.candidates.first).text)
    }
    #expect(request.budget.spent.calls == 1)
    #expect(request.budget.spent.tokens > 0)
    #expect(service.requests.count == 1)
  }

  @Test("Tries of the transport are one attempt", arguments: ModelAPI.allCases)
  func retries(api: ModelAPI) async throws {
    let service = try ScriptedService(api, replies: [["status": 529], ["tool": Self.good]])
    let request = request()
    let answer = await actor(service).propose(request)
    #expect(answer.candidates.count == 1)
    #expect(request.budget.spent.calls == 1)
    #expect(service.requests.count == 2)
  }

  @Test("No money and no service end the actor with their reasons", arguments: ModelAPI.allCases)
  func failures(api: ModelAPI) async throws {
    let poor = try ScriptedService(
      api,
      replies: [
        ["status": 429, "error": ["type": "insufficient_quota", "message": "no credit"]],
        ["tool": Self.good],
      ])
    #expect(await actor(poor).propose(request()).unavailable == .spendLimit)
    #expect(poor.requests.count == 1)
    let gone = try ScriptedService(api, replies: .init(repeating: ["status": 503], count: 5))
    #expect(await actor(gone).propose(request()).unavailable == .modelUnavailable)
  }

  @Test("A cancelled question is no answer of the model")
  func cancelled() async throws {
    let service = try ScriptedService(.openAIChat, replies: [["tool": Self.good, "delay": 30]])
    let actor = actor(service)
    let request = request()
    let task = Task { await actor.propose(request) }
    task.cancel()
    #expect(await task.value.unavailable == .killed)
  }

  @Test("An answer that gives orders is a candidate that cannot be read, and nothing else")
  func orders() async throws {
    let service = try ScriptedService(
      .openAIChat, replies: Injections.texts.map { ["text": .string($0)] })
    let actor = actor(service)
    for text in Injections.texts {
      let answer = await actor.propose(request())
      #expect(answer.candidates.map(\.text) == [Array(text.utf8)])
      let proposal = try #require(answer.candidates.first)
      #expect(throws: PatchRefusal.self) { try proposal.applied(to: Self.texts) }
    }
    #expect(service.requests.count == Injections.texts.count)
    #expect(Injections.texts.count >= 30)
  }

  // MARK: Budget

  @Test("A question that might cost too many tokens is not asked", arguments: ModelAPI.allCases)
  func tokens(api: ModelAPI) async throws {
    var limits = RunBudget.Limits()
    limits.tokens = 1_500
    let service = try ScriptedService(api, replies: [["tool": Self.good]])
    let request = request(limits: limits)
    #expect(await actor(service).propose(request).unavailable == .tokensExhausted)
    #expect(service.requests.isEmpty)
    #expect(request.budget.spent == Spending())
  }

  @Test("An answer may be as long as the budget bears, and says so", arguments: ModelAPI.allCases)
  func shorter(api: ModelAPI) async throws {
    var limits = RunBudget.Limits()
    limits.tokens = 6_000
    let service = try ScriptedService(api, replies: [["tool": Self.good], ["tool": Self.good]])
    _ = await actor(service).propose(request(limits: limits))
    _ = await actor(service).propose(request())
    let stated = service.requests.map { request -> Int in
      let body = request["body"]
      let names = ["max_tokens", "max_completion_tokens", "max_output_tokens"]
      return names.compactMap { body?[$0]?.integer }.first ?? 0
    }
    #expect((1_024..<6_000).contains(stated[0]))
    #expect(stated[1] == service.settings.maximumOutput)
  }

  @Test("Money is counted by the prices, and without prices a limit of it forbids every question")
  func money() async throws {
    var limits = RunBudget.Limits()
    limits.money = 1
    let service = try ScriptedService(.anthropic, replies: [["tool": Self.good]])
    let request = request(limits: limits)
    let answer = await actor(service, prices: (3, 15)).propose(request)
    #expect(answer.candidates.count == 1)
    let spent = request.budget.spent
    let sum = Double(spent.inputTokens) * 3 + Double(spent.outputTokens) * 15
    #expect(abs(spent.money - sum / 1_000_000) < 1e-12)
    #expect(spent.money > 0)
    #expect(
      await actor(service).propose(self.request(limits: limits)).unavailable == .moneyExhausted)
    limits.money = 0.001
    let poor = self.request(limits: limits)
    #expect(await actor(service, prices: (3, 15)).propose(poor).unavailable == .moneyExhausted)
    #expect(service.requests.count == 1)
  }

  @Test("Counts that are missing are estimated, and the books say so")
  func estimated() async throws {
    let service = try ScriptedService(
      .openAIChat, replies: [["tool": Self.good, "usage": false]])
    let request = request()
    _ = await actor(service).propose(request)
    #expect(request.budget.isEstimated)
    #expect(request.budget.spent.outputTokens > 0)
  }

  // MARK: Samples

  @Test("Of several answers equal ones are one, and the most frequent comes first")
  func vote() async throws {
    let other = (Self.good["patch"]?.string ?? "").replacing("gcd(b, a % b)", with: "b")
    let spaced = (Self.good["patch"]?.string ?? "")
      .replacing("gcd(b, a % b)", with: "gcd(b,  a % b)")
    let replies: [JSONValue] = [
      ["tool": ["patch": .string(other), "rationale": "r"]], ["text": "no idea"],
      ["tool": Self.good], ["tool": ["patch": .string(spaced), "rationale": "r"]],
    ]
    let service = try ScriptedService(.openAIChat, replies: replies)
    let request = request()
    let answer = await actor(service, samples: 4).propose(request)
    #expect(service.requests.count == 4)
    #expect(request.budget.spent.calls == 4)
    #expect(answer.candidates.count == 3)
    let first = try #require(answer.candidates.first)
    #expect(try first.applied(to: Self.texts)["gcd.py"]?.contains("gcd(b, a % b)") == true)
    #expect(answer.candidates.last?.text == Array("no idea".utf8))
  }

  // MARK: Cassette

  @Test(
    "An answer that was kept is not asked for again, and is charged", arguments: ModelAPI.allCases)
  func cassette(api: ModelAPI) async throws {
    let cassette = Cassette()
    let service = try ScriptedService(api, replies: [["tool": Self.good]])
    let before = request(), after = request()
    let first = await actor(service, cassette: cassette).propose(before)
    let second = await actor(service, cassette: cassette).propose(after)
    #expect(service.requests.count == 1)
    #expect(first.candidates == second.candidates)
    #expect(!first.candidates.isEmpty)
    #expect(before.budget.spent == after.budget.spent)
    let next = await actor(service, cassette: cassette).propose(request(turn: 2))
    #expect(next.unavailable == .modelUnavailable, "another turn is another question")
  }

  @Test("An answer that cannot be kept is not used")
  func lost() async throws {
    let service = try ScriptedService(.openAIChat, replies: [["tool": Self.good]])
    let answer = await actor(service, cassette: Cassette(isFull: true)).propose(request())
    #expect(answer.unavailable == .environment)
  }

  // MARK: Secrets and data

  @Test("No secret of the environment is sent, in whatever it hides", arguments: ModelAPI.allCases)
  func secrets(api: ModelAPI) async throws {
    let secrets = [
      "API_TOKEN": "hunter2-hunter2", "QUOTED_SECRET": "with\"quote\\and\nline",
      "LONG_PASSWORD": String(repeating: "p4ss", count: 200),
    ]
    var texts = Self.texts
    for (number, value) in secrets.values.sorted().enumerated() {
      texts["gcd.py", default: ""] += "# \(number) \(value)\n"
    }
    let words = secrets.values.sorted().joined(separator: " ")
    let padding = String(repeating: "x", count: 2_000)
    var request = request(message: "\(words) \(padding) \(words)", texts: texts)
    request.reflections = [
      Reflection(attempt: 1, outcome: .regression, findings: [words], guidance: words)
    ]
    request.recalled = [Precedent(rule: nil, title: words, patch: words, provenance: words)]
    let service = try ScriptedService(api, replies: [["tool": Self.good], ["tool": Self.good]])
    _ = await actor(service, secrets: secrets).propose(request)
    _ = await actor(service).propose(request)
    let sent = service.requests.map { String(decoding: $0.serialized(), as: UTF8.self) }
    #expect(sent.count == 2)
    for piece in ["hunter2", "quote\\\\", "p4ssp4ss", "line\\n"] {
      #expect(!sent[0].contains(piece), "\(piece)")
    }
    #expect(sent[1].contains("hunter2"), "the control: without a mask it is there")
  }

  @Test("What earlier attempts taught is sent as data")
  func reflections() async throws {
    var request = request()
    request.reflections = [
      Reflection(
        attempt: 3, outcome: .stillReproduces, failingTests: ["test_gcd.test_gcd"],
        errorClass: "RecursionError", findings: ["gcd.py:2"], changed: ["gcd.py:2"],
        guidance: "Change something else.")
    ]
    let service = try ScriptedService(.openAIChat, replies: [["tool": Self.good]])
    _ = await actor(service).propose(request)
    let text = service.requests.first?["body"]?["messages"]?[1]?["content"]?.string ?? ""
    for piece in ["still-reproduces", "test_gcd.test_gcd", "RecursionError", "Change something"] {
      #expect(text.contains(piece), "\(piece)")
    }
  }

  @Test("A case without a file of the tree is not asked about")
  func nothing() async throws {
    let service = try ScriptedService(.openAIChat, replies: [])
    let answer = await actor(service).propose(request(texts: ["other.py": "x = 1\n"]))
    #expect(answer.abstention != nil)
    #expect(service.requests.isEmpty)
  }

  @Test("Another model is another version")
  func version() throws {
    let service = try ScriptedService(.openAIChat, replies: [])
    var settings = service.settings
    let one = ModelActor(ModelClient(settings), mask: SecretMask([:]))
    settings.name = "other"
    let other = ModelActor(ModelClient(settings), mask: SecretMask([:]))
    #expect(one.version.utf8.count == 64)
    #expect(one.version != other.version)
  }
}

/// Keeps answers in memory.
private final class Cassette: ReplyCassette {
  private struct Full: Error {}
  private let isFull: Bool
  private let replies = Mutex<[String: [UInt8]]>([:])

  init(isFull: Bool = false) { self.isFull = isFull }

  func reply(for digest: String) -> [UInt8]? { replies.withLock { $0[digest] } }

  func keep(_ reply: [UInt8], for digest: String) throws {
    if isFull { throw Full() }
    replies.withLock { $0[digest] = reply }
  }
}
