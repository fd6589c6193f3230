/// One request to a service, with its bounds.
package struct HTTPCall: Sendable {
  /// The method, such as `POST`.
  package var method: String
  /// The whole address; only `http` and `https` are spoken.
  package var url: String
  /// Names and values in their order; a value may be a secret and is never part of an error.
  package var headers: [(name: String, value: String)]
  /// What is sent; empty for none.
  package var body: [UInt8]
  /// Milliseconds until a connection must stand.
  package var connectMilliseconds = 5_000
  /// Milliseconds until the answer must be complete.
  package var totalMilliseconds = 600_000
  /// The most bytes of an answer's body; more of them end the call.
  package var limitBytes = 16 << 20

  /// A request within the usual bounds: 5 s to connect and 10 minutes, as vendors' own clients have.
  package init(
    method: String, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a service answered.
package struct HTTPAnswer: Sendable {
  /// The status of the last response, 100 to 599.
  package var status: Int
  /// The header of the last response, with names in lower case.
  package var headers: [String: String]
  /// The body, as far as it was not handed to the caller while it came.
  package var body: [UInt8]

  /// An answer from its parts.
  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no whole answer.
package enum TransportFailure: Error, Hashable, Sendable {
  /// No connection, or it ended before a status came; the text is libcurl's and holds no secret.
  case unreachable(String)
  /// A bound in time was reached.
  case timedOut
  /// The connection ended inside the body.
  case cut
  /// The body went past the call's bound.
  case tooLong
  /// The caller asked for the end.
  case cancelled
  /// The request cannot be made as it stands.
  case invalid(String)
}

/// What carries calls to a service; libcurl in the product, scripts in tests.
package protocol HTTPTransport: Sendable {
  /// Sends a call and waits for its answer.
  ///
  /// - Parameters:
  ///   - call: the request.
  ///   - isCancelled: asked at least every second; true ends the call.
  ///   - receive: gets the parts of a body whose status is 200 as they come; nil collects them.
  /// - Returns: the answer of any status.
  /// - Throws: ``TransportFailure`` when there is no whole answer.
  func send(
    _ call: HTTPCall, isCancelled: @escaping @Sendable () -> Bool,
    receive: ((HTTPAnswer, [UInt8]) -> Void)?
  ) throws(TransportFailure) -> HTTPAnswer
}
