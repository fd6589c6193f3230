/// Why bytes are not JSON.
package struct JSONFailure: Error, Equatable, CustomStringConvertible {
  /// What kind of thing stands in the way.
  package enum Reason: String, Equatable, Sendable {
    /// The bytes break RFC 8259.
    case malformed
    /// Brackets are nested deeper than 256.
    case tooDeep
    /// There are more values than the caller takes.
    case tooMany
  }

  /// The kind of it.
  package var reason: Reason
  /// What was expected or not bearable.
  package var message: String
  /// How many bytes come before the place.
  package var offset: Int

  /// One sentence for a report.
  package var description: String {
    reason == .malformed
      ? "not JSON at byte \(offset): \(message)" : "no bearable JSON at byte \(offset): \(message)"
  }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259).
  ///
  /// Tolerant where tools are sloppy: a byte order mark, control characters inside strings and
  /// bytes that are not UTF-8 (which are replaced) pass. Nesting deeper than 256 is refused, for
  /// the bytes are hostile and the stack is finite; so are more values than `mostValues`, keys not
  /// counted, for two bytes of text can take a hundred of memory.
  package init(
    parsing bytes: [UInt8], mostValues: Int = JSONValue.mostValues
  ) throws(JSONFailure) {
    var reader = JSONReader(bytes: bytes, left: mostValues)
    self = try reader.document()
  }

  /// The most values that are read unless a caller says otherwise: some hundred bytes each, so at most
  /// a few hundred megabytes; a scanner's report about a hundred thousand findings has fewer.
  package static let mostValues = 4_000_000
}

extension DataNode {
  /// Reads one JSON text with the line of every value, under the limits of ``JSONValue``.
  ///
  /// - Parameters:
  ///   - bytes: The text, as tolerantly taken as by ``JSONValue``.
  ///   - mostValues: The most values that are read, names not counted.
  /// - Throws: `JSONFailure` with the offset of what is wrong.
  package init(
    parsingJSON bytes: [UInt8], mostValues: Int = JSONValue.mostValues
  ) throws(JSONFailure) {
    var reader = JSONReader(bytes: bytes, left: mostValues)
    self = try reader.nodeDocument()
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  /// How many values may still come.
  var left: Int
  /// The line of ``counted``, which every node asks for in the order of the text.
  private var line = 1
  private var counted = 0

  init(bytes: [UInt8], left: Int) {
    self.bytes = bytes
    self.left = left
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func failure(
    _ message: String, _ reason: JSONFailure.Reason = .malformed
  ) -> JSONFailure {
    JSONFailure(reason: reason, message: message, offset: position)
  }

  mutating func document() throws(JSONFailure) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard current == nil else { throw failure("text after the end") }
    return value
  }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func accept(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func value(depth: Int) throws(JSONFailure) -> JSONValue {
    guard depth < 256 else { throw failure("nested too deeply", .tooDeep) }
    guard left > 0 else { throw failure("too many values", .tooMany) }
    left -= 1
    skipSpace()
    guard let byte = current else { throw failure("the text ends too early") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
    let expected = Array(word.description.utf8)
    guard bytes[position...].starts(with: expected) else { throw failure("unknown word") }
    position += expected.count
    return value
  }

  mutating func array(depth: Int) throws(JSONFailure) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    if accept(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "]")) else { throw failure("expected , or ]") }
    return .array(elements)
  }

  mutating func object(depth: Int) throws(JSONFailure) -> JSONValue {
    position += 1
    var members: [String: JSONValue] = [:]
    if accept(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw failure("expected a key") }
      let key = try string()
      guard accept(UInt8(ascii: ":")) else { throw failure("expected :") }
      members[key] = try value(depth: depth + 1)
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "}")) else { throw failure("expected , or }") }
    return .object(members)
  }

  // MARK: Nodes

  mutating func nodeDocument() throws(JSONFailure) -> DataNode {
    let value = try node(depth: 0)
    skipSpace()
    guard current == nil else { throw failure("text after the end") }
    return value
  }

  private mutating func currentLine() -> Int {
    while counted < min(position, bytes.count) {
      if bytes[counted] == 0x0A { line += 1 }
      counted += 1
    }
    return line
  }

  private mutating func node(depth: Int) throws(JSONFailure) -> DataNode {
    skipSpace()
    let line = currentLine()
    switch current {
    case UInt8(ascii: "{"):
      try enter(depth)
      return DataNode(.mapping(try nodeObject(depth: depth)), line: line)
    case UInt8(ascii: "["):
      try enter(depth)
      return DataNode(.list(try nodeArray(depth: depth)), line: line)
    case UInt8(ascii: "\""):
      try enter(depth)
      return DataNode(.text(try string()), line: line)
    default:
      let start = position
      let isNull = try value(depth: depth) == .null
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      return DataNode(isNull ? .nothing : .text(text), line: line)
    }
  }

  private mutating func enter(_ depth: Int) throws(JSONFailure) {
    guard depth < 256 else { throw failure("nested too deeply", .tooDeep) }
    guard left > 0 else { throw failure("too many values", .tooMany) }
    left -= 1
  }

  private mutating func nodeArray(depth: Int) throws(JSONFailure) -> [DataNode] {
    position += 1
    var elements: [DataNode] = []
    if accept(UInt8(ascii: "]")) { return elements }
    repeat {
      elements.append(try node(depth: depth + 1))
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "]")) else { throw failure("expected , or ]") }
    return elements
  }

  private mutating func nodeObject(depth: Int) throws(JSONFailure) -> DataNode.Mapping {
    position += 1
    var members = DataNode.Mapping()
    if accept(UInt8(ascii: "}")) { return members }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw failure("expected a key") }
      let line = currentLine()
      let key = try string()
      guard accept(UInt8(ascii: ":")) else { throw failure("expected :") }
      var value = try node(depth: depth + 1)
      value.line = line
      members.append(key, value)
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "}")) else { throw failure("expected , or }") }
    return members
  }

  // MARK: Scalars

  mutating func number() throws(JSONFailure) -> JSONValue {
    let start = position
    var isWhole = true
    while let byte = current {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
      case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        isWhole = false
      default: return try number(from: start, isWhole: isWhole)
      }
      position += 1
    }
    return try number(from: start, isWhole: isWhole)
  }

  private func number(from start: Int, isWhole: Bool) throws(JSONFailure) -> JSONValue {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw failure("not a number") }
    return .number(value)
  }

  mutating func string() throws(JSONFailure) -> String {
    position += 1
    let start = position
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    var text = Array(bytes[start..<position])
    while let byte = current {
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        try escape(into: &text)
      } else {
        text.append(byte)
      }
    }
    throw failure("a string without end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFailure) {
    guard let byte = current else { throw failure("a string without end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: Array(String(try scalar()).utf8))
    default: throw failure("unknown escape")
    }
  }

  /// Reads the digits after `\u`; half a surrogate pair becomes the replacement character.
  private mutating func scalar() throws(JSONFailure) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    let first = try codeUnit()
    guard (0xD800...0xDBFF).contains(first) else {
      return Unicode.Scalar(first) ?? replacement
    }
    guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return replacement
    }
    let mark = position
    position += 2
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second) else {
      position = mark
      return replacement
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? replacement
  }

  private mutating func codeUnit() throws(JSONFailure) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count,
      bytes[position..<end].allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let unit = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    position = end
    return unit
  }
}
