internal import FoundationEssentials

/// A JSON value that has one form only (RFC 8785), so that its digest is that of its meaning.
///
/// Numbers are integers of at most 2^53: what else has a fraction is written as text.
package indirect enum CanonicalJSON: Sendable, Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case text(String)
  case array([CanonicalJSON])
  case object([String: CanonicalJSON])

  /// The largest integer that every reader of JSON keeps exactly.
  package static let largestInteger: Int64 = 1 << 53

  /// The one form: keys sorted by UTF-16, no white space, the fewest escapes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Reads the one form; nil for any other form of the same value, doubled keys among them.
  package init?(bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(CanonicalJSON.self, from: Data(bytes)),
      value.bytes == bytes
    else { return nil }
    self = value
  }

  /// The value of a key; nil when there is none or this is no object.
  package subscript(key: String) -> CanonicalJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The string; nil for any other kind of value.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The integer; nil for any other kind of value.
  package var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  /// The truth value, if it is one.
  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "1")\(String(byte & 15, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension CanonicalJSON: Codable {
  /// Reads any JSON without fractions.
  package init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      var members: [String: CanonicalJSON] = [:]
      for name in object.allKeys {
        members[name.stringValue] = try object.decode(CanonicalJSON.self, forKey: name)
      }
      self = .object(members)
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var elements: [CanonicalJSON] = []
      while !list.isAtEnd { elements.append(try list.decode(CanonicalJSON.self)) }
      self = .array(elements)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? single.decode(Int64.self), abs(value) <= Self.largestInteger {
      self = .integer(value)
    } else {
      self = .text(try single.decode(String.self))
    }
  }

  /// Writes the value; only ``bytes`` is the one form.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for (name, value) in members { try container.encode(value, forKey: Name(name)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .integer(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .text(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
