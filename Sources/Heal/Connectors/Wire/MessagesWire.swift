internal import Text

/// Anthropic's Messages, in the version of 2026-10-21 and those before.
///
/// No sampling parameters and no turn of the assistant at the end: the newer version refuses both.
struct MessagesWire: ModelWire {
  func call(
    _ request: ModelRequest, rung: ModelRequest.Rung, settings: ModelSettings,
    leniency: Set<WireLeniency>
  ) -> HTTPCall {
    var members: [String: JSONValue] = [
      "model": .string(settings.name), "max_tokens": .integer(request.maximumOutput),
      "system": .string(request.system),
      "messages": .array(
        request.turns.map {
          ["role": .string($0.speaker.rawValue), "content": .string($0.text)]
        }),
    ]
    if !leniency.contains(.noStream) { members["stream"] = true }
    let name = JSONValue.string(request.tool.name)
    switch rung {
    case .strictTool, .tool:
      var tool: [String: JSONValue] = [
        "name": name, "description": .string(request.tool.description),
        "input_schema": request.tool.schema,
      ]
      if rung == .strictTool { tool["strict"] = true }
      members["tools"] = [.object(tool)]
      var choice: [String: JSONValue] = ["type": "tool", "name": name]
      if !leniency.contains(.noParallelism) { choice["disable_parallel_tool_use"] = true }
      members["tool_choice"] = .object(choice)
    case .json:
      members["output_config"] = [
        "format": ["type": "json_schema", "schema": request.tool.schema]
      ]
    case .text: break
    }
    var headers = [(name: "anthropic-version", value: settings.apiVersion)]
    if let key = settings.key { headers.append(("x-api-key", key)) }
    return .posting(members, to: "/v1/messages", settings: settings, headers: headers)
  }

  func reply(from answer: JSONValue) -> ModelReply {
    var reply = ModelReply()
    reply.model = answer["model"]?.string ?? ""
    reply.requestID = answer["id"]?.string ?? ""
    reply.usage = usage(answer["usage"])
    for block in answer["content"]?.elements ?? [] {
      switch block["type"]?.string {
      case "text": reply.text += block["text"]?.string ?? ""
      case "tool_use":
        reply.calls.append(
          ModelReply.ToolCall(
            name: block["name"]?.string ?? "", arguments: block["input"]?.asText ?? "{}"))
      default: break  // thinking, and what is added later
      }
    }
    reply.stop =
      switch answer["stop_reason"]?.string {
      case "end_turn", "stop_sequence": .done
      case "tool_use": .tool
      case "max_tokens": .length
      case "refusal": .refusal
      case "model_context_window_exceeded": .contextFull
      default: .other
      }
    return reply
  }

  private func usage(_ value: JSONValue?) -> ModelUsage {
    var usage = ModelUsage()
    usage.cachedInput = value?["cache_read_input_tokens"]?.count ?? 0
    usage.cacheWrite = value?["cache_creation_input_tokens"]?.count ?? 0
    // Here the cached ones are counted beside the others.
    usage.input = (value?["input_tokens"]?.count ?? 0) + usage.cachedInput + usage.cacheWrite
    usage.output = value?["output_tokens"]?.count ?? 0
    return usage
  }

  func assembler() -> any StreamAssembler { Assembler() }

  /// Blocks grow by deltas; counts are cumulative and come with the first and the last event.
  private struct Assembler: StreamAssembler {
    var members: [String: JSONValue] = [:]
    var usage: [String: JSONValue] = [:]
    var blocks: [Int: (start: JSONValue, text: String)] = [:]
    var isWhole = false

    mutating func take(_ event: JSONValue) {
      switch event["type"]?.string {
      case "message_start":
        members = event["message"]?.members ?? [:]
        usage = members["usage"]?.members ?? [:]
      case "content_block_start":
        if let index = event["index"]?.integer, (0..<256).contains(index) {
          let start = event["content_block"] ?? .null
          blocks[index] = (start, start["text"]?.string ?? "")
        }
      case "content_block_delta":
        if let index = event["index"]?.integer {
          let delta = event["delta"]
          blocks[index]?.text +=
            delta?["text"]?.string ?? delta?["partial_json"]?.string ?? ""
        }
      case "message_delta":
        members["stop_reason"] = event["delta"]?["stop_reason"]
        usage.merge(event["usage"]?.members ?? [:]) { $1 }
      case "message_stop": isWhole = true
      case "error": members["error"] = event["error"] ?? event
      default: break  // pings, signatures
      }
    }

    func answer() -> (value: JSONValue, isWhole: Bool) {
      var value = members
      value["usage"] = .object(usage)
      value["content"] = .array(
        blocks.sorted { $0.key < $1.key }.map { _, block in
          var members = block.start.members
          switch members["type"]?.string {
          case "text": members["text"] = .string(block.text)
          case "tool_use":
            if !block.text.isEmpty {
              members["input"] =
                (try? JSONValue(parsing: Array(block.text.utf8))) ?? .string(block.text)
            }
          default: break
          }
          return .object(members)
        })
      return (.object(value), isWhole && members["stop_reason"] != nil)
    }
  }
}
