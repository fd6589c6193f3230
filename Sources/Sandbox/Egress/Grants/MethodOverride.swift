/// Parameters of a query that some servers take for the method, whatever the request line says.
enum MethodOverride {
  /// Their names in small letters and digits; servers differ in the marks between, and in whether they
  /// write `X` or, as CGI does, `HTTP` before the name of a field.
  private static let names: Set<String> = [
    "method", "methodoverride", "requestmethod", "verb", "override",
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
    // Some servers end a name at a NUL, some at a bracket.
    let plain = bytes.prefix { $0 != UInt8(ascii: "[") && $0 != 0 }
      .filter { ASCII.isLetter($0) || ASCII.isDigit($0) }
    var name = String(decoding: ASCII.lower(plain), as: UTF8.self)
    while let prefix = ["x", "http"].first(where: name.hasPrefix) {
      name.removeFirst(prefix.count)
    }
    return name
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
