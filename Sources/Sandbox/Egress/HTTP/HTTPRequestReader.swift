/// Reads requests of HTTP/1, one after the other, from bytes that arrive in any pieces.
///
/// Every head of a kept-alive connection is read and given by itself, so that its Host is judged
/// again. The first mistake is the last event. Holds the given bytes until they are read and at most
/// one head.
package struct HTTPRequestReader: Sendable {
  /// One step through the requests of a connection.
  package enum Event: Hashable, Sendable {
    /// More bytes must come first.
    case needMore
    /// The head of a request; its body and end follow.
    case head(HTTPRequestHead)
    /// Bytes of the body, without chunk sizes.
    case body([UInt8])
    /// The end of the request.
    case end
  }

  private let headBytes: Int
  private let headFields: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = HTTPLine()
  private var budget: Int
  private var start: HTTPRequestLine?
  private var fields: [HTTPField] = []
  private var body: HTTPBody?
  private var mistake: HTTPMistake?

  /// A reader for a new connection.
  package init(limits: EgressLimits = EgressLimits()) {
    headBytes = limits.headBytes
    headFields = limits.headFields
    budget = limits.headBytes
  }

  /// Whether nothing of a request has come yet, so that the connection may end here.
  package var isBetweenRequests: Bool {
    mistake == nil && body == nil && position == buffer.count && budget == headBytes
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
      mistake = error
      buffer = []
      position = 0
      throw error
    }
  }

  /// Gives up parsing and hands over what was not read, after an upgrade.
  package mutating func takeRest() -> [UInt8] {
    defer {
      buffer = []
      position = 0
    }
    return Array(buffer[position...])
  }

  private mutating func nextOfHead() throws(HTTPMistake) -> Event {
    while let read = try line.read(
      buffer, at: &position, budget: &budget, tooLong: .headTooLarge)
    {
      guard let start else {
        guard !read.isEmpty else { throw .emptyLine }
        start = try HTTPRequestLine(read)
        continue
      }
      guard !read.isEmpty else {
        let head = try HTTPRequestHead(line: start, fields: HTTPFields(fields))
        body = HTTPBody(head.framing)
        (self.start, fields, budget) = (nil, [], headBytes)
        return .head(head)
      }
      guard fields.count < headFields else { throw .tooManyFields }
      fields.append(try HTTPField(line: read))
    }
    return .needMore
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
