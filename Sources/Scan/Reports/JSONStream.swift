/// JSON documents that stand one after another in a text.
enum JSONStream {
  /// Cuts the text between documents; what lies between them and is no blank becomes one of its
  /// own, so that a reader of JSON refuses it.
  static func documents(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var documents: [ArraySlice<UInt8>] = []
    var start: Int?
    var depth = 0
    var isString = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if isString {
        isString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      if start == nil, !isBlank(byte) { start = index }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        guard depth <= 0, let first = start else { continue }
        documents.append(bytes[first...index])
        start = nil
        depth = 0
      default: break
      }
    }
    if let start { documents.append(bytes[start...]) }
    return documents
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }
}
