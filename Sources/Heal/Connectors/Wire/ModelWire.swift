package import Text

/// One wire format: how a request is written, and how an answer is read.
package protocol ModelWire: Sendable {
  /// Writes the request for one rung of the ladder, as a stream.
  func call(
    _ request: ModelRequest, rung: ModelRequest.Rung, settings: ModelSettings,
    leniency: Set<WireLeniency>
  ) -> HTTPCall

  /// Reads a whole answer.
  func reply(from answer: JSONValue) -> ModelReply

  /// What puts the events of a stream together to the answer that would have come without one.
  func assembler() -> any StreamAssembler
}

/// What a service was found not to bear.
package enum WireLeniency: Hashable, Sendable {
  /// The bound of the answer has the other of its two names.
  case otherBoundName
  /// No options of a stream.
  case noStreamOptions
  /// No word on calls side by side.
  case noParallelism
  /// No stream.
  case noStream
}

/// Puts a stream's events together.
package protocol StreamAssembler {
  /// Takes the data of one event.
  mutating func take(_ event: JSONValue)
  /// The answer, with whether its end was seen.
  func answer() -> (value: JSONValue, isWhole: Bool)
}

extension ModelAPI {
  /// The format's writer and reader.
  package var wire: any ModelWire {
    switch self {
    case .openAIChat: ChatWire()
    case .openAIResponses: ResponsesWire()
    case .anthropic: MessagesWire()
    }
  }
}

extension HTTPCall {
  /// A request in JSON.
  static func posting(
    _ members: [String: JSONValue], to path: String, settings: ModelSettings,
    headers: [(name: String, value: String)]
  ) -> HTTPCall {
    HTTPCall(
      method: "POST", url: settings.url + path,
      headers: [
        ("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream"),
      ]
        + headers,
      body: JSONValue.object(members).serialized())
  }
}

extension ModelSettings {
  /// The header that OpenAI's formats carry the key in.
  var bearer: [(name: String, value: String)] {
    key.map { [("Authorization", "Bearer \($0)")] } ?? []
  }
}
