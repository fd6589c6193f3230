internal import Kernel

/// Writes the launch plan: JSON whose strings are the bytes of paths, not necessarily UTF-8.
///
/// Keys stay in the order given, so that one plan has one digest.
struct PlanJSON {
  private(set) var bytes: [UInt8] = []

  enum Value {
    case text([UInt8])
    case number(UInt64)
    case flag(Bool)
    case list([Value])
    case object([(String, Value)])

    static func text(_ string: String) -> Value { .text(Array(string.utf8)) }
    static func text(_ path: BytePath) -> Value { .text(path.bytes) }
  }

  static func encode(_ value: Value) -> [UInt8] {
    var writer = PlanJSON()
    writer.write(value)
    return writer.bytes
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .text(let text): write(text)
    case .number(let number): bytes += Array(String(number).utf8)
    case .flag(let flag): bytes += Array((flag ? "true" : "false").utf8)
    case .list(let values):
      write(values, between: "[", "]") { $0.write($1) }
    case .object(let members):
      write(members, between: "{", "}") { writer, member in
        writer.write(Array(member.0.utf8))
        writer.bytes.append(UInt8(ascii: ":"))
        writer.write(member.1)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: Unicode.Scalar, _ close: Unicode.Scalar,
    each: (inout PlanJSON, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(&self, element)
    }
    bytes.append(UInt8(ascii: close))
  }

  private mutating func write(_ text: [UInt8]) {
    let hex = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<32:
        bytes += Array("\\u00".utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
