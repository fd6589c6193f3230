package import Text

/// What a model is asked, whatever the service.
package struct ModelRequest: Sendable {
  /// Who speaks in a turn.
  package enum Speaker: String, Sendable {
    /// The healer.
    case user
    /// The model, earlier.
    case assistant
  }

  /// One turn of a conversation.
  package struct Turn: Sendable {
    /// Whether the healer or the model speaks.
    package var speaker: Speaker
    /// What is said; untrusted parts are marked as data in it.
    package var text: String

    /// Makes a turn; whoever calls has marked what is untrusted in the text.
    package init(_ speaker: Speaker, _ text: String) {
      self.speaker = speaker
      self.text = text
    }
  }

  /// The one tool that a model may call.
  package struct Tool: Sendable {
    /// The tool's name.
    package var name: String
    /// What the tool does, in words for the model.
    package var description: String
    /// The JSON Schema of its arguments: an object, all of whose members are required.
    package var schema: JSONValue

    /// Makes a tool; some services take only schemas without optional members.
    package init(name: String, description: String, schema: JSONValue) {
      self.name = name
      self.description = description
      self.schema = schema
    }
  }

  /// How an answer is given its shape; a service that refuses one rung is asked on the next.
  package enum Rung: Int, CaseIterable, Comparable, Sendable {
    /// A call of the tool is demanded, its arguments held to the schema.
    case strictTool
    /// A call of the tool is demanded.
    case tool
    /// An object in JSON is demanded.
    case json
    /// Nothing is demanded but by words.
    case text

    /// The order of the ladder, from its top.
    package static func < (left: Rung, right: Rung) -> Bool { left.rawValue < right.rawValue }
  }

  /// What holds for the whole conversation.
  package var system: String
  /// The turns; the last is the user's.
  package var turns: [Turn]
  /// The tool that is offered.
  package var tool: Tool
  /// The most tokens of the answer.
  package var maximumOutput: Int

  /// Makes a request; the answer is expected as a call of the tool.
  package init(system: String, turns: [Turn], tool: Tool, maximumOutput: Int) {
    self.system = system
    self.turns = turns
    self.tool = tool
    self.maximumOutput = maximumOutput
  }

  /// An upper estimate of the tokens that are sent: a token for every two bytes, and the frame.
  package var inputCeiling: Int {
    let texts = [system, tool.description] + turns.map(\.text)
    return texts.reduce(256) { $0 + $1.utf8.count / 2 } + tool.schema.serialized().count / 2
  }
}

/// What a model answered, whatever the service.
package struct ModelReply: Sendable {
  /// Why the model stopped.
  package enum Stop: String, Sendable {
    /// It was done.
    case done
    /// It called a tool.
    case tool
    /// The bound of the answer was reached: what is there is a part.
    case length
    /// It refuses.
    case refusal
    /// The service held the answer back.
    case filtered
    /// What was sent and written no longer fits the model.
    case contextFull
    /// The connection ended before the answer did: what is there is a part.
    case cut
    /// The service gave a reason that is not known here.
    case other
  }

  /// A call that the model wants made; untrusted like everything that it writes.
  package struct ToolCall: Hashable, Sendable {
    /// The tool's name, as the model wrote it.
    package var name: String
    /// The arguments: the text of a JSON value, which the model may have got wrong.
    package var arguments: String

    /// Makes a call as it was read, its arguments unchecked.
    package init(name: String, arguments: String) {
      self.name = name
      self.arguments = arguments
    }
  }

  /// What the model wrote beside calls.
  package var text = ""
  /// The calls in their order.
  package var calls: [ToolCall] = []
  /// Why the model stopped writing; only a whole answer is used.
  package var stop = Stop.other
  /// The tokens that are charged for, or an estimate of them.
  package var usage = ModelUsage()
  /// The name of the model that answered, as the service gives it.
  package var model = ""
  /// The service's name for the request.
  package var requestID = ""

  /// An answer to fill in.
  package init() {}

  /// Whether the answer is whole: parts are never used.
  package var isWhole: Bool { stop == .done || stop == .tool }
}

/// What a service counted, in tokens.
package struct ModelUsage: Hashable, Sendable {
  /// Tokens that were sent, those from a cache among them.
  package var input = 0
  /// Tokens of `input` that came from a cache.
  package var cachedInput = 0
  /// Tokens of `input` that were written to a cache.
  package var cacheWrite = 0
  /// Tokens that were written, those of reasoning among them.
  package var output = 0
  /// Tokens of `output` that were reasoning.
  package var reasoning = 0
  /// Whether the service did not count, and these are a third of the bytes.
  package var isEstimated = false

  /// The usage of an answer before anything is counted.
  package init() {}

  /// US dollars; nil without prices.
  package func price(_ settings: ModelSettings) -> Double? {
    guard let priceIn = settings.priceIn, let priceOut = settings.priceOut else { return nil }
    return (Double(input) * priceIn + Double(output) * priceOut) / 1_000_000
  }
}
