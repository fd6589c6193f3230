internal import Text

/// OpenAI's Responses.
struct ResponsesWire: ModelWire {
  func call(
    _ request: ModelRequest, rung: ModelRequest.Rung, settings: ModelSettings,
    leniency: Set<WireLeniency>
  ) -> HTTPCall {
    let input = request.turns.map { turn -> JSONValue in
      ["role": .string(turn.speaker.rawValue), "content": .string(turn.text)]
    }
    var members: [String: JSONValue] = [
      "model": .string(settings.name), "instructions": .string(request.system),
      "input": .array(input), "max_output_tokens": .integer(request.maximumOutput), "store": false,
    ]
    if !leniency.contains(.noStream) { members["stream"] = true }
    let name = JSONValue.string(request.tool.name)
    switch rung {
    case .strictTool, .tool:
      members["tools"] = [
        [
          "type": "function", "name": name, "description": .string(request.tool.description),
          "parameters": request.tool.schema, "strict": .bool(rung == .strictTool),
        ]
      ]
      members["tool_choice"] = rung == .tool ? "required" : ["type": "function", "name": name]
      if !leniency.contains(.noParallelism) { members["parallel_tool_calls"] = false }
    case .json:
      members["text"] = [
        "format": [
          "type": "json_schema", "name": name, "schema": request.tool.schema, "strict": true,
        ]
      ]
    case .text: break
    }
    return .posting(members, to: "/responses", settings: settings, headers: settings.bearer)
  }

  func reply(from answer: JSONValue) -> ModelReply {
    var reply = ModelReply()
    reply.model = answer["model"]?.string ?? ""
    reply.requestID = answer["id"]?.string ?? ""
    reply.usage = usage(answer["usage"])
    var refusal = ""
    for item in answer["output"]?.elements ?? [] {
      switch item["type"]?.string {
      case "message":
        for part in item["content"]?.elements ?? [] {
          reply.text += part["type"]?.string == "output_text" ? part["text"]?.string ?? "" : ""
          refusal += part["refusal"]?.string ?? ""
        }
      case "function_call":
        reply.calls.append(
          ModelReply.ToolCall(
            name: item["name"]?.string ?? "", arguments: item["arguments"]?.asText ?? ""))
      default: break  // kinds of items are added without notice
      }
    }
    reply.stop =
      switch (answer["status"]?.string, answer["incomplete_details"]?["reason"]?.string) {
      case ("completed", _): reply.calls.isEmpty ? .done : .tool
      case ("incomplete", "max_output_tokens"): .length
      case ("incomplete", "content_filter"): .filtered
      default: .other
      }
    if !refusal.isEmpty { (reply.stop, reply.text) = (.refusal, refusal) }
    return reply
  }

  private func usage(_ value: JSONValue?) -> ModelUsage {
    var usage = ModelUsage()
    usage.input = value?["input_tokens"]?.count ?? 0
    usage.output = value?["output_tokens"]?.count ?? 0
    usage.cachedInput = value?["input_tokens_details"]?["cached_tokens"]?.count ?? 0
    usage.reasoning = value?["output_tokens_details"]?["reasoning_tokens"]?.count ?? 0
    return usage
  }

  func assembler() -> any StreamAssembler { Assembler() }

  /// The last event repeats the whole answer; what came before counts only when that is missing.
  private struct Assembler: StreamAssembler {
    var final: JSONValue?
    var text = ""
    var error: JSONValue?

    mutating func take(_ event: JSONValue) {
      switch event["type"]?.string {
      case "response.completed", "response.incomplete", "response.failed":
        final = event["response"]
      case "response.output_text.delta", "response.function_call_arguments.delta":
        text += event["delta"]?.string ?? ""
      case "error": error = event["error"] ?? event
      default: break
      }
    }

    func answer() -> (value: JSONValue, isWhole: Bool) {
      if let final { return (final, true) }
      var value: [String: JSONValue] = [
        "output": [
          ["type": "message", "content": [["type": "output_text", "text": .string(text)]]]
        ]
      ]
      if let error { value["error"] = error }
      return (.object(value), false)
    }
  }
}
