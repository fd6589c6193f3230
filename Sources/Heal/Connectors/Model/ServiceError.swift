package import Text

/// What a service says when it does not answer: its status and the error in its body.
package struct ServiceError: Hashable, Sendable {
  /// The status; 200 for an error inside a stream.
  package var status: Int
  /// Type and code, as the service wrote them, in lower case.
  package var codes: [String]
  /// The parameter that is named; empty for none.
  package var parameter: String
  /// The message, cut and made visible.
  package var message: String

  /// Reads an answer that is not one of a model; nil when it is.
  package init?(_ answer: HTTPAnswer) {
    self.init(status: answer.status, body: try? JSONValue(parsing: answer.body))
    if message.isEmpty {
      let text = String(decoding: answer.body.prefix(300), as: UTF8.self)
      message = String(VisibleText.line(text).prefix(300))
    }
  }

  /// Reads the error of a body; nil when the status is 200 and there is none.
  package init?(status: Int, body: JSONValue?) {
    let error = body?["error"]
    guard status != 200 || error != nil else { return nil }
    self.status = status
    codes = ["type", "code"].compactMap { error?[$0]?.string?.lowercased() }
    parameter = error?["param"]?.string ?? ""
    let text = error?["message"]?.string ?? error?.string ?? ""
    message = String(VisibleText.line(text).prefix(300))
  }

  /// Whether the account has no money left: waiting would not help, though some say so with 429.
  package var isAboutMoney: Bool {
    let words = ["quota", "billing", "spend", "credit", "payment", "balance"]
    return status == 402
      || (status != 200 && status < 500)
        && codes.contains { code in words.contains { code.contains($0) } }
  }

  /// What may be left out, when the service does not bear a part of the request.
  package var unborne: (leniency: WireLeniency?, isAboutShape: Bool) {
    guard [400, 404, 415, 422, 501].contains(status) else { return (nil, false) }
    let text = (parameter + " " + message).lowercased()
    if text.contains("max_tokens") || text.contains("max_completion_tokens") {
      return (.otherBoundName, false)
    }
    if text.contains("stream_options") { return (.noStreamOptions, false) }
    if text.contains("parallel_tool") { return (.noParallelism, false) }
    if text.contains("stream") { return (.noStream, false) }
    let shapes = [
      "tool", "function", "strict", "schema", "response_format", "output_config", "text.format",
    ]
    return (nil, shapes.contains { text.contains($0) })
  }
}
