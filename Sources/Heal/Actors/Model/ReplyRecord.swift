package import Connectors
internal import Text

/// A model's answer as it is kept: `sentinel.model-reply/1`.
package enum ReplyRecord {
  /// Writes an answer.
  static func bytes(of reply: ModelReply) -> [UInt8] {
    let usage = reply.usage
    let value: JSONValue = [
      "schema": "sentinel.model-reply/1", "text": .string(reply.text),
      "calls": .array(
        reply.calls.map { ["name": .string($0.name), "arguments": .string($0.arguments)] }),
      "stop": .string(reply.stop.rawValue), "model": .string(reply.model),
      "requestID": .string(reply.requestID),
      "usage": [
        "input": .integer(usage.input), "cachedInput": .integer(usage.cachedInput),
        "cacheWrite": .integer(usage.cacheWrite), "output": .integer(usage.output),
        "reasoning": .integer(usage.reasoning), "isEstimated": .bool(usage.isEstimated),
      ],
    ]
    return value.serialized()
  }

  /// Reads an answer; nil for anything that ``bytes(of:)`` has not written.
  ///
  /// - Parameter bytes: what was kept.
  /// - Returns: the answer as it came.
  package static func reply(from bytes: [UInt8]) -> ModelReply? {
    guard let value = try? JSONValue(parsing: bytes),
      value["schema"]?.string == "sentinel.model-reply/1", let text = value["text"]?.string,
      let stop = value["stop"]?.string.flatMap({ ModelReply.Stop(rawValue: $0) }),
      let usage = usage(value["usage"])
    else { return nil }
    var reply = ModelReply()
    for call in value["calls"]?.elements ?? [] {
      guard let name = call["name"]?.string, let arguments = call["arguments"]?.string else {
        return nil
      }
      reply.calls.append(ModelReply.ToolCall(name: name, arguments: arguments))
    }
    reply.text = text
    reply.stop = stop
    reply.model = value["model"]?.string ?? ""
    reply.requestID = value["requestID"]?.string ?? ""
    reply.usage = usage
    return reply
  }

  private static func usage(_ value: JSONValue?) -> ModelUsage? {
    guard let input = value?["input"]?.integer, let output = value?["output"]?.integer,
      let isEstimated = value?["isEstimated"]?.bool, input >= 0, output >= 0
    else { return nil }
    var usage = ModelUsage()
    usage.input = input
    usage.output = output
    usage.cachedInput = value?["cachedInput"]?.integer ?? 0
    usage.cacheWrite = value?["cacheWrite"]?.integer ?? 0
    usage.reasoning = value?["reasoning"]?.integer ?? 0
    usage.isEstimated = isEstimated
    return usage
  }
}
