internal import Text

/// Chat Completions, as OpenAI's clients and most local servers speak it.
struct ChatWire: ModelWire {
  func call(
    _ request: ModelRequest, rung: ModelRequest.Rung, settings: ModelSettings,
    leniency: Set<WireLeniency>
  ) -> HTTPCall {
    var messages: [JSONValue] = [["role": "system", "content": .string(request.system)]]
    messages += request.turns.map {
      ["role": .string($0.speaker.rawValue), "content": .string($0.text)]
    }
    // Local servers know only the old name, OpenAI's newer models only the new one.
    let isNewName = settings.isHostedOpenAI != leniency.contains(.otherBoundName)
    var members: [String: JSONValue] = [
      "model": .string(settings.name), "messages": .array(messages),
      isNewName ? "max_completion_tokens" : "max_tokens": .integer(request.maximumOutput),
    ]
    if !leniency.contains(.noStream) {
      members["stream"] = true
      if !leniency.contains(.noStreamOptions) {
        members["stream_options"] = ["include_usage": true]
      }
    }
    switch rung {
    case .strictTool, .tool:
      var function: [String: JSONValue] = [
        "name": .string(request.tool.name), "description": .string(request.tool.description),
        "parameters": request.tool.schema,
      ]
      if rung == .strictTool { function["strict"] = true }
      members["tools"] = [["type": "function", "function": .object(function)]]
      // A server that does not know how to demand one tool by name knows this word.
      members["tool_choice"] =
        rung == .tool
        ? "required" : ["type": "function", "function": ["name": .string(request.tool.name)]]
      if !leniency.contains(.noParallelism) { members["parallel_tool_calls"] = false }
    case .json: members["response_format"] = ["type": "json_object"]
    case .text: break
    }
    return .posting(members, to: "/chat/completions", settings: settings, headers: settings.bearer)
  }

  func reply(from answer: JSONValue) -> ModelReply {
    var reply = ModelReply()
    reply.model = answer["model"]?.string ?? ""
    reply.requestID = answer["id"]?.string ?? ""
    reply.usage = usage(answer["usage"])
    let choice = answer["choices"]?[0]
    let message = choice?["message"]
    reply.text = message?["content"].map(text) ?? ""
    for call in message?["tool_calls"]?.elements ?? [] {
      let function = call["function"]
      reply.calls.append(
        ModelReply.ToolCall(
          name: function?["name"]?.string ?? "", arguments: function?["arguments"]?.asText ?? ""))
    }
    reply.stop =
      switch choice?["finish_reason"]?.string {
      case "stop", "tool_calls", "function_call": reply.calls.isEmpty ? .done : .tool
      case "length": .length
      case "content_filter": .filtered
      default: .other
      }
    if let refusal = message?["refusal"]?.string, !refusal.isEmpty {
      reply.stop = .refusal
      reply.text = refusal
    }
    return reply
  }

  /// A text, or the texts of its parts.
  private func text(_ content: JSONValue) -> String {
    content.string ?? content.elements.compactMap { $0["text"]?.string }.joined()
  }

  private func usage(_ value: JSONValue?) -> ModelUsage {
    var usage = ModelUsage()
    usage.input = value?["prompt_tokens"]?.count ?? 0
    usage.output = value?["completion_tokens"]?.count ?? 0
    usage.cachedInput = value?["prompt_tokens_details"]?["cached_tokens"]?.count ?? 0
    usage.cacheWrite = value?["prompt_tokens_details"]?["cache_write_tokens"]?.count ?? 0
    usage.reasoning = value?["completion_tokens_details"]?["reasoning_tokens"]?.count ?? 0
    return usage
  }

  func assembler() -> any StreamAssembler { Assembler() }

  /// Deltas of one choice; the usage comes last, in an event without choices.
  private struct Assembler: StreamAssembler {
    var members: [String: JSONValue] = [:]
    var content = ""
    var refusal = ""
    var calls: [Int: (name: String, arguments: String)] = [:]
    var finish: String?

    mutating func take(_ event: JSONValue) {
      for name in ["id", "model", "usage", "error"] {
        if let value = event[name] { members[name] = value }
      }
      guard let choice = event["choices"]?[0] else { return }
      if let reason = choice["finish_reason"]?.string { finish = reason }
      let delta = choice["delta"]
      content += delta?["content"]?.string ?? ""
      refusal += delta?["refusal"]?.string ?? ""
      for (position, call) in (delta?["tool_calls"]?.elements ?? []).enumerated() {
        let index = call["index"]?.integer ?? position
        guard index >= 0, index < 64 else { continue }
        var known = calls[index] ?? ("", "")
        known.name += call["function"]?["name"]?.string ?? ""
        known.arguments += call["function"]?["arguments"]?.asText ?? ""
        calls[index] = known
      }
    }

    func answer() -> (value: JSONValue, isWhole: Bool) {
      var message: [String: JSONValue] = ["content": .string(content)]
      if !refusal.isEmpty { message["refusal"] = .string(refusal) }
      if !calls.isEmpty {
        message["tool_calls"] = .array(
          calls.sorted { $0.key < $1.key }.map { _, call in
            ["function": ["name": .string(call.name), "arguments": .string(call.arguments)]]
          })
      }
      var choice: [String: JSONValue] = ["message": .object(message)]
      if let finish { choice["finish_reason"] = .string(finish) }
      var value = members
      value["choices"] = [.object(choice)]
      return (.object(value), finish != nil)
    }
  }
}

extension JSONValue {
  /// The text of a string, or of any other value in JSON: servers differ in how they send arguments.
  var asText: String { string ?? String(decoding: serialized(), as: UTF8.self) }

  /// A count, which no service's word may make absurd: 0 to a thousand million.
  var count: Int? { integer.map { min(max($0, 0), 1_000_000_000) } }
}
