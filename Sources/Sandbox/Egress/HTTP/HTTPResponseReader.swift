/// Reads responses of HTTP/1 to requests that were announced, from bytes in any pieces.
///
/// The first mistake is the last event. Holds the given bytes until they are read and at most one head.
package struct HTTPResponseReader: Sendable {
  /// One step through the responses of a connection.
  package enum Event: Hashable, Sendable {
    /// More bytes must come first.
    case needMore
    /// A head; of interim ones another follows, of others body and end.
    case head(HTTPResponseHead)
    /// Bytes of the body, without chunk sizes; after an upgrade, of the new protocol.
    case body([UInt8])
    /// The end of the response.
    case end
  }

  private struct Request: Sendable {
    var method: String
    var mayUpgrade: Bool
  }

  private let headBytes: Int
  private let headFields: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = HTTPLine()
  private var budget: Int
  private var start: HTTPStatusLine?
  private var fields: [HTTPField] = []
  private var body: HTTPBody?
  private var requests: [Request] = []
  private var interimHeads = 0
  private var mistake: HTTPMistake?

  /// A reader for a new connection.
  package init(limits: EgressLimits = EgressLimits()) {
    headBytes = limits.headBytes
    headFields = limits.headFields
    budget = limits.headBytes
  }

  /// Announces the next request; its method decides whether the answer has a body.
  package mutating func expect(method: String, mayUpgrade: Bool = false) {
    requests.append(Request(method: method, mayUpgrade: mayUpgrade))
  }

  /// Takes bytes; ask for events until more are needed before giving the next.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    guard mistake == nil else { return }
    buffer.removeFirst(position)
    position = 0
    buffer += bytes
  }

  /// Gives the next event, `needMore` when the bytes are used up; once it has thrown, always
  /// throws.
  package mutating func next() throws(HTTPMistake) -> Event {
    if let mistake { throw mistake }
    do throws(HTTPMistake) {
      return try body == nil ? nextOfHead() : nextOfBody()
    } catch {
      throw fail(error)
    }
  }

  /// Says that the server has closed; a mistake unless a message may end here.
  package mutating func close() throws(HTTPMistake) {
    if let mistake { throw mistake }
    let isIdle = body == nil && requests.isEmpty && position == buffer.count && budget == headBytes
    guard body?.mayEnd ?? isIdle else { throw fail(.truncated) }
  }

  private mutating func fail(_ error: HTTPMistake) -> HTTPMistake {
    mistake = error
    buffer = []
    position = 0
    return error
  }

  private mutating func nextOfHead() throws(HTTPMistake) -> Event {
    while position < buffer.count {
      guard let request = requests.first else { throw .unexpectedResponse }
      guard let read = try line.read(buffer, at: &position, budget: &budget, tooLong: .headTooLarge)
      else { break }
      guard let start else {
        guard !read.isEmpty else { throw .emptyLine }
        start = try HTTPStatusLine(read)
        continue
      }
      guard !read.isEmpty else { return .head(try finishHead(start, request)) }
      guard fields.count < headFields else { throw .tooManyFields }
      fields.append(try HTTPField(line: read))
    }
    return .needMore
  }

  private mutating func finishHead(
    _ line: HTTPStatusLine, _ request: Request
  ) throws(HTTPMistake) -> HTTPResponseHead {
    let head = try HTTPResponseHead(
      line: line, fields: HTTPFields(fields), method: request.method)
    (start, fields, budget) = (nil, [], headBytes)
    if head.isInterim {
      interimHeads += 1
      // Some servers send progress as 102; without a bound they could go on for ever.
      guard interimHeads <= 32 else { throw .unexpectedResponse }
      return head
    }
    guard head.status != 101 || request.mayUpgrade else { throw .unexpectedResponse }
    interimHeads = 0
    requests.removeFirst()
    body = HTTPBody(head.status == 101 ? .untilClose : head.framing)
    return head
  }

  private mutating func nextOfBody() throws(HTTPMistake) -> Event {
    switch try body?.next(buffer, at: &position) {
    case .needMore: return .needMore
    case .data(let bytes): return .body(bytes)
    case .end, nil:
      body = nil
      return .end
    }
  }
}
