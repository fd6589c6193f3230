/// Where the body of a message ends.
package enum HTTPFraming: Hashable, Sendable {
  /// There is none.
  case none
  /// After so many bytes.
  case length(UInt64)
  /// After the chunk of size zero.
  case chunked
  /// Where the connection ends; only of responses.
  case untilClose

  /// What the fields say; nil when they say nothing.
  ///
  /// Anything that two readers could understand differently is refused: both ways at once, any
  /// repetition, any coding besides chunked (RFC 9112, sections 6.1 to 6.3).
  init?(_ fields: HTTPFields) throws(HTTPMistake) {
    let lengths = fields.values(of: "Content-Length")
    let codings = fields.values(of: "Transfer-Encoding")
    guard lengths.isEmpty || codings.isEmpty else { throw .framingConflict }
    if let coding = codings.first {
      guard codings.count == 1, ASCII.lower(coding) == Array("chunked".utf8) else {
        throw .transferEncoding
      }
      self = .chunked
      return
    }
    guard let length = lengths.first else { return nil }
    // 2^53 is what every reader of numbers agrees on.
    guard lengths.count == 1, let count = ASCII.decimal(length), count <= 1 << 53 else {
      throw .contentLength
    }
    self = .length(count)
  }
}

/// Follows a body to its end; gives its bytes without chunk sizes.
struct HTTPBody: Sendable {
  /// What comes next of a body.
  enum Step: Hashable, Sendable {
    case needMore
    case data([UInt8])
    case end
  }

  private enum State: Sendable {
    case size
    case data(UInt64)
    case untilClose
    case dataEnd
    case trailer
    case done
  }

  private let framing: HTTPFraming
  private var state: State
  private var line = HTTPLine()
  private var lineBudget = HTTPBody.lineLimit

  /// A size has at most 15 digits here; what else a line may hold are extensions.
  private static let lineLimit = 256

  init(_ framing: HTTPFraming) {
    self.framing = framing
    state =
      switch framing {
      case .none: .done
      case .length(let count): count == 0 ? .done : .data(count)
      case .chunked: .size
      case .untilClose: .untilClose
      }
  }

  /// Whether the body may end where the connection does.
  var mayEnd: Bool {
    switch state {
    case .untilClose, .done: true
    default: false
    }
  }

  mutating func next(_ input: [UInt8], at position: inout Int) throws(HTTPMistake) -> Step {
    while true {
      switch state {
      case .done: return .end
      case .untilClose:
        guard position < input.count else { return .needMore }
        return .data(take(input, at: &position, .max))
      case .data(let remaining):
        guard position < input.count else { return .needMore }
        let bytes = take(input, at: &position, remaining)
        let rest = remaining - UInt64(bytes.count)
        state = rest > 0 ? .data(rest) : framing == .chunked ? .dataEnd : .done
        return .data(bytes)
      case .size:
        guard let line = try readLine(input, at: &position, tooLong: .chunkSize) else {
          return .needMore
        }
        let size = try Self.size(line)
        state = size > 0 ? .data(size) : .trailer
      case .dataEnd:
        guard let line = try readLine(input, at: &position, tooLong: .chunkEnd) else {
          return .needMore
        }
        guard line.isEmpty else { throw .chunkEnd }
        state = .size
      case .trailer:
        guard let line = try readLine(input, at: &position, tooLong: .trailer) else {
          return .needMore
        }
        guard line.isEmpty else { throw .trailer }
        state = .done
      }
    }
  }

  private func take(_ input: [UInt8], at position: inout Int, _ limit: UInt64) -> [UInt8] {
    let count = Int(min(UInt64(input.count - position), limit))
    defer { position += count }
    return Array(input[position..<position + count])
  }

  private mutating func readLine(
    _ input: [UInt8], at position: inout Int, tooLong: HTTPMistake
  ) throws(HTTPMistake) -> [UInt8]? {
    let read = try line.read(input, at: &position, budget: &lineBudget, tooLong: tooLong)
    if read != nil { lineBudget = Self.lineLimit }
    return read
  }

  /// The size before a chunk; extensions are left out, and are not passed on.
  private static func size(_ line: [UInt8]) throws(HTTPMistake) -> UInt64 {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }
    guard (1...15).contains(digits.count) else { throw .chunkSize }
    var size: UInt64 = 0
    for byte in digits {
      guard let digit = ASCII.hexValue(byte) else { throw .chunkSize }
      size = size << 4 | UInt64(digit)
    }
    return size
  }
}

extension HTTPFraming {
  /// Body bytes as they are sent on under this framing; nothing for no bytes.
  package func wrap(_ bytes: [UInt8]) -> [UInt8] {
    guard self == .chunked, !bytes.isEmpty else { return bytes }
    return Array(String(bytes.count, radix: 16).utf8) + Array("\r\n".utf8) + bytes
      + Array("\r\n".utf8)
  }

  /// What ends a body under this framing.
  package var end: [UInt8] { self == .chunked ? Array("0\r\n\r\n".utf8) : [] }
}
