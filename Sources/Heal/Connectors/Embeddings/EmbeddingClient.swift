internal import Text

/// Why there is no vector; one sentence that holds no secret.
package struct EmbeddingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, which holds no secret and may be shown.
  package var description: String
}

/// Asks a service for the vectors of texts: `POST /embeddings` in OpenAI's format.
package struct EmbeddingClient: Sendable {
  /// The most bytes of a text that are sent; services refuse longer ones, in tokens, some at 512.
  package static let mostBytes = 2_000
  /// The most dimensions of a vector.
  package static let mostDimensions = 8_192

  /// Which service is asked.
  package let settings: EmbeddingSettings
  private let transport: any HTTPTransport

  /// Makes a client; nothing is sent before texts are given.
  package init(
    _ settings: EmbeddingSettings, transport: any HTTPTransport = CurlTransport()
  ) {
    self.settings = settings
    self.transport = transport
  }

  /// The vector of a text.
  ///
  /// A memory can do without: the service is asked once and has ten seconds.
  ///
  /// - Parameters:
  ///   - text: what is sent, as far as it is not too long.
  ///   - isCancelled: asked at least every second.
  /// - Returns: 1 to ``mostDimensions`` finite numbers, not all of them zero.
  /// - Throws: ``EmbeddingFailure``.
  package func vector(
    of text: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(EmbeddingFailure) -> [Float] {
    let text = Self.cut(text)
    let body: JSONValue = [
      "model": .string(settings.name), "input": [.string(text)], "encoding_format": "float",
    ]
    var call = HTTPCall(
      method: "POST", url: settings.url + "/embeddings",
      headers: [("Content-Type", "application/json")], body: body.serialized())
    if let key = settings.key { call.headers.append(("Authorization", "Bearer \(key)")) }
    call.totalMilliseconds = 10_000
    call.limitBytes = 1 << 20
    let answer: HTTPAnswer
    do throws(TransportFailure) {
      answer = try transport.send(call, isCancelled: isCancelled, receive: nil)
    } catch {
      throw EmbeddingFailure(description: Self.sentence(error))
    }
    if let error = ServiceError(answer) {
      throw EmbeddingFailure(description: "status \(error.status): \(error.message)")
    }
    return try Self.vector(in: answer.body)
  }

  private static func cut(_ text: String) -> String {
    var bytes = Array(text.utf8.prefix(mostBytes))
    while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func vector(in body: [UInt8]) throws(EmbeddingFailure) -> [Float] {
    let answer = try? JSONValue(parsing: body)
    guard let data = answer?["data"]?.elements, data.count == 1,
      let numbers = data[0]["embedding"]?.elements
    else { throw EmbeddingFailure(description: "the answer holds no vector") }
    let vector = numbers.compactMap { $0.string == nil ? $0.double.map { Float($0) } : nil }
    guard vector.count == numbers.count, (1...mostDimensions).contains(vector.count),
      vector.allSatisfy(\.isFinite), vector.contains(where: { $0 != 0 })
    else { throw EmbeddingFailure(description: "the response contains no valid vector") }
    return vector
  }

  private static func sentence(_ failure: TransportFailure) -> String {
    switch failure {
    case .unreachable(let text), .invalid(let text): text
    case .timedOut: "no answer in time"
    case .cut: "the connection ended before the answer"
    case .tooLong: "the answer is too long"
    case .cancelled: "the run is ending"
    }
  }
}
