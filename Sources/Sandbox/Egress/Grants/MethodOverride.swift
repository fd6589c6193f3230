/// Parameters of a query that some servers take for the method, whatever the request line says.
enum MethodOverride {
  /// Their names in small letters and digits; servers differ in the marks between.
  private static let names: Set<String> = [
    "method", "httpmethod", "xhttpmethod", "methodoverride", "httpmethodoverride",
    "xmethodoverride", "xhttpmethodoverride", "requestmethod",
  ]

  /// Whether a query holds one, however it is separated and encoded.
  static func isIn(_ query: some Collection<UInt8>) -> Bool {
    query.split { Array("&;?".utf8).contains($0) }.contains { parameter in
      names.contains(name(Array(parameter.prefix { $0 != UInt8(ascii: "=") })))
    }
  }

  /// The name as the most lenient server reads it.
  private static func name(_ bytes: [UInt8]) -> String {
    var bytes = bytes
    // A server behind another decodes what that one has decoded.
    for _ in 0..<3 { bytes = decoded(bytes) }
    let plain = bytes.prefix { $0 != UInt8(ascii: "[") }
      .filter { ASCII.isLetter($0) || ASCII.isDigit($0) }
    return String(decoding: ASCII.lower(plain), as: UTF8.self)
  }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(ASCII.hexValue),
        let low = rest.dropFirst().first.flatMap(ASCII.hexValue)
      {
        output.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        output.append(byte)
      }
    }
    return output
  }
}
