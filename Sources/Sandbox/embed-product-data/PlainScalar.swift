internal import Text

/// What an unquoted YAML scalar stands for.
enum PlainScalar {
  /// The value; nil where versions of YAML disagree and the author has to add quotes.
  static func value(of text: String) -> JSONValue? {
    switch text {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if ambiguousWords.contains(text.lowercased()) { return nil }
    guard startsLikeNumber(text) else { return .string(text) }
    guard isJSONNumber(text) else { return nil }
    return Int(text).map { .integer($0) } ?? Double(text).map { .number($0) }
  }

  /// Booleans and nulls of YAML 1.1, and the spellings that only some readers accept.
  private static let ambiguousWords: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<", ".inf", ".nan",
  ]

  /// True also for dates, versions, octal and hexadecimal numbers.
  private static func startsLikeNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: ".") { rest.removeFirst() }
    return rest.first.map(isDigit) ?? false
  }

  /// True for digits with an optional minus sign and fraction; exponents are refused.
  private static func isJSONNumber(_ text: String) -> Bool {
    let unsigned = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let parts = unsigned.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else {
      return false
    }
    return parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
