extension JSONValue {
  /// Writes the value with sorted keys, two spaces of indentation and a line feed at the end.
  ///
  /// Equal values give equal bytes. Scalars that could steer a terminal are written as escapes,
  /// which every reader undoes.
  package func serialized() -> [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes, indentation: 0)
    bytes.append(0x0A)
    return bytes
  }

  /// The value with sorted keys on one line without spaces; equal values give equal texts.
  package var compactText: String {
    var bytes: [UInt8] = []
    write(into: &bytes, indentation: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without an indentation nothing is written between the parts.
  private func write(into bytes: inout [UInt8], indentation: Int?) {
    let deeper = indentation.map { $0 + 1 }
    switch self {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .integer(let value): bytes += Array(String(value).utf8)
    case .number(let value): bytes += Array((value.isFinite ? String(value) : "null").utf8)
    case .string(let text): JSONText.write(text, into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        Self.newLine(into: &bytes, indentation: deeper, isFirst: index == 0)
        element.write(into: &bytes, indentation: deeper)
      }
      if !elements.isEmpty {
        Self.newLine(into: &bytes, indentation: indentation, isFirst: true)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        Self.newLine(into: &bytes, indentation: deeper, isFirst: index == 0)
        JSONText.write(member.key, into: &bytes)
        bytes += indentation == nil ? [UInt8(ascii: ":")] : [UInt8(ascii: ":"), 0x20]
        member.value.write(into: &bytes, indentation: deeper)
      }
      if !members.isEmpty {
        Self.newLine(into: &bytes, indentation: indentation, isFirst: true)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func newLine(into bytes: inout [UInt8], indentation: Int?, isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    guard let indentation else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: indentation * 2))
  }
}

/// The spelling of JSON strings.
enum JSONText {
  /// Appends a quoted string.
  static func write(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) {
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\""))
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case "\t": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      default: append(scalar, into: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func append(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    guard VisibleText.isHidden(scalar) else {
      bytes += Array(String(scalar).utf8)
      return
    }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    }
  }
}
