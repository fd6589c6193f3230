/// A header field: name and value, without the colon and the end of the line.
package struct HTTPField: Hashable, Sendable {
  /// The name as it was written: a token.
  package let name: String
  /// The value without spaces around it; any bytes but control bytes.
  package let value: [UInt8]

  /// A field; the caller answers for its parts.
  package init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }

  /// Reads `Name: value`; no space may stand before the colon (RFC 9112, section 5.1).
  init(line: [UInt8]) throws(HTTPMistake) {
    guard let first = line.first, first != ASCII.space, first != ASCII.tab else {
      throw .foldedField
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .fieldValue }
    let name = line[..<colon]
    guard !name.isEmpty, name.count <= 256, name.allSatisfy(ASCII.isToken) else {
      throw .fieldName
    }
    self.name = String(decoding: name, as: UTF8.self)
    // Some servers take an underscore for a hyphen.
    let folded = self.name.lowercased().replacing("_", with: "-")
    guard !name.contains(UInt8(ascii: "_")) || !Self.framing.contains(folded) else {
      throw .fieldName
    }
    value = Array(ASCII.trimmed(line[(colon + 1)...]))
  }
}

extension HTTPField {
  /// What decides where a message ends and whom it is for.
  private static let framing: Set = ["content-length", "transfer-encoding", "host", "connection"]
}

/// The header fields of a message in their order.
package struct HTTPFields: Hashable, Sendable {
  /// The fields as they came, names in their own case, of one name perhaps several.
  package private(set) var fields: [HTTPField]

  /// Fields in their order.
  package init(_ fields: [HTTPField] = []) { self.fields = fields }

  /// How many there are.
  package var count: Int { fields.count }

  /// The values of all fields of a name, whatever its case.
  package func values(of name: String) -> [[UInt8]] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// The members of all comma-separated lists of a name, in small letters, without empty ones.
  package func members(of name: String) -> [String] {
    values(of: name).flatMap { value in
      value.split(separator: UInt8(ascii: ",")).map { member in
        String(decoding: ASCII.lower(ASCII.trimmed(member)), as: UTF8.self)
      }
    }.filter { !$0.isEmpty }
  }

  /// Whether a field of the name is there.
  package func contains(_ name: String) -> Bool {
    fields.contains { Self.isSame($0.name, name) }
  }

  /// Adds a field at the end.
  package mutating func append(_ field: HTTPField) { fields.append(field) }

  /// Takes all fields of the names out; says whether there were any.
  @discardableResult
  package mutating func remove(_ names: String...) -> Bool {
    let before = fields.count
    fields.removeAll { field in names.contains { Self.isSame(field.name, $0) } }
    return fields.count < before
  }

  /// Puts one field in the place of all of its name.
  package mutating func set(_ name: String, _ value: [UInt8]) {
    remove(name)
    fields.append(HTTPField(name: name, value: value))
  }

  /// The fields as they are sent, each with its line end.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for field in fields {
      bytes += Array(field.name.utf8) + Array(": ".utf8) + field.value + Array("\r\n".utf8)
    }
    return bytes
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { ASCII.lower($0) == ASCII.lower($1) }
  }
}
