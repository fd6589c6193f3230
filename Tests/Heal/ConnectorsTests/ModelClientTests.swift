import Connectors
import ModelTestKit
import Testing
import Text

@Suite("A model is asked by its vendor's contract")
struct ModelClientTests {
  @Test("A call of the tool arrives whole, streamed or not", arguments: ModelAPI.allCases)
  func toolCall(api: ModelAPI) throws {
    let service = try ScriptedService(
      api, replies: [["tool": patch], ["tool": patch, "stream": false]])
    let client = service.client()
    for _ in 1...2 {
      let exchange = try client.ask(.sample) { false }
      #expect(exchange.reply.isWhole)
      #expect(exchange.reply.stop == .tool)
      let call = try #require(exchange.reply.calls.first)
      #expect(call.name == "propose_patch")
      #expect(try JSONValue(parsing: Array(call.arguments.utf8)) == patch)
      #expect(exchange.reply.usage.input > 0)
      #expect(exchange.reply.usage.output > 0)
      #expect(!exchange.reply.usage.isEstimated)
      #expect(exchange.tries == 1)
    }
    #expect(service.breaches == [])
  }

  @Test("A text arrives whole", arguments: ModelAPI.allCases)
  func text(api: ModelAPI) throws {
    let service = try ScriptedService(api, replies: [["text": "no patch \u{1F600} today"]])
    let exchange = try service.client().ask(.sample) { false }
    #expect(exchange.reply.text == "no patch \u{1F600} today")
    #expect(exchange.reply.stop == .done)
    #expect(service.breaches == [])
  }

  @Test(
    "Parts and refusals are told apart from answers",
    arguments: ModelAPI.allCases, ["length", "refusal", "filtered"])
  func stops(api: ModelAPI, stop: String) throws {
    let service = try ScriptedService(
      api, replies: [["text": "some", "stop": .string(stop)]])
    let reply = try service.client().ask(.sample) { false }.reply
    #expect(!reply.isWhole)
    #expect(reply.stop == .length || stop != "length")
  }

  @Test(
    "A stream that is cut is charged, not used and not asked for again",
    arguments: ModelAPI.allCases)
  func cut(api: ModelAPI) throws {
    let service = try ScriptedService(
      api, replies: [["text": "one two three four five six seven", "cut": 700], ["tool": patch]])
    let exchange = try service.client().ask(.sample) { false }
    #expect(exchange.reply.stop == .cut)
    #expect(!exchange.reply.isWhole)
    #expect(exchange.reply.usage.isEstimated)
    #expect(exchange.reply.usage.input > 0)
    #expect(service.requests.count == 1)
  }

  @Test(
    "Without counts, a third of the bytes is charged and said to be estimated",
    arguments: ModelAPI.allCases)
  func estimate(api: ModelAPI) throws {
    let service = try ScriptedService(api, replies: [["text": "abcdef", "usage": false]])
    let usage = try service.client().ask(.sample) { false }.reply.usage
    #expect(usage.isEstimated)
    #expect(usage.output == 2)
  }

  @Test("The service's word on waiting is kept, in each of its forms", arguments: ModelAPI.allCases)
  func retryAfter(api: ModelAPI) throws {
    let service = try ScriptedService(
      api,
      replies: [
        ["status": 429, "headers": ["retry-after": "3"]],
        ["status": 529, "headers": ["retry-after-ms": "250"]], ["tool": patch],
      ])
    let waits = Waits()
    let exchange = try service.client(waits: waits).ask(.sample) { false }
    #expect(exchange.tries == 3)
    #expect(waits.milliseconds == [3000, 250])
    #expect(exchange.reply.isWhole)
  }

  @Test(
    "Money is never asked for twice",
    arguments: [("insufficient_quota", 429), ("billing_error", 402), ("spend_limit_exceeded", 429)])
  func money(code: String, status: Int) throws {
    let service = try ScriptedService(
      .openAIChat,
      replies: [
        [
          "status": .integer(status),
          "error": ["type": .string(code), "message": "no credit left"],
        ], ["tool": patch],
      ])
    #expect(throws: ModelFailure.spendLimit("no credit left")) {
      try service.client().ask(.sample) { false }
    }
    #expect(service.requests.count == 1)
  }

  @Test("After two more tries the service is unavailable", arguments: ModelAPI.allCases)
  func outage(api: ModelAPI) throws {
    let service = try ScriptedService(api, replies: .init(repeating: ["status": 503], count: 5))
    let waits = Waits()
    #expect(throws: ModelFailure.self) { try service.client(waits: waits).ask(.sample) { false } }
    #expect(service.requests.count == 3)
    #expect(waits.milliseconds.count == 2)
    #expect((375...500).contains(waits.milliseconds[0]))
    #expect((750...1000).contains(waits.milliseconds[1]))
  }

  @Test("A service that forbids another try gets none")
  func forbidden() throws {
    let service = try ScriptedService(
      .anthropic, replies: [["status": 500, "headers": ["x-should-retry": "false"]]])
    #expect(throws: ModelFailure.self) { try service.client().ask(.sample) { false } }
    #expect(service.requests.count == 1)
  }

  @Test(
    "What a server does not bear is left out, once and for all",
    arguments: [
      "stream_options", "parallel_tool_calls", "strict", "tool_choice",
    ])
  func ladder(word: String) throws {
    let refusing: JSONValue = ["tool": patch, "refuses": .string(word)]
    let service = try ScriptedService(.openAIChat, replies: [refusing, refusing])
    let client = service.client()
    let first = try client.ask(.sample) { false }
    let second = try client.ask(.sample) { false }
    #expect(first.reply.isWhole)
    #expect(second.tries == 1)
    #expect(service.breaches == [])
  }

  @Test("Nobody there is an outage, and a cancelled question ends", arguments: ModelAPI.allCases)
  func nobody(api: ModelAPI) throws {
    var settings = try ScriptedService(api, replies: []).settings
    settings.url = settings.url.replacing("127.0.0.1", with: "127.0.0.2")
    let client = ModelClient(settings, time: Waits().time)
    #expect(throws: ModelFailure.self) { try client.ask(.sample) { false } }
    let slow = try ScriptedService(api, replies: [["tool": patch, "delay": 30]])
    #expect(throws: ModelFailure.cancelled) { try slow.client().ask(.sample) { true } }
  }

  @Test("The service's texts come out as one visible line")
  func hostileError() throws {
    let service = try ScriptedService(
      .openAIChat,
      replies: [
        ["status": 400, "error": ["type": "x", "message": "a\u{1B}[31m\nb\u{202E}c"]]
      ])
    do {
      _ = try service.client().ask(.sample) { false }
      Issue.record("no failure")
    } catch {
      #expect(!"\(error)".contains("\u{1B}"))
      #expect(!"\(error)".contains("\u{202E}"))
    }
  }
}
