internal import FoundationEssentials

/// The one form of every JSON document: sorted keys, indented, one final newline.
package enum Document {
  /// The document of a value.
  package static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}
