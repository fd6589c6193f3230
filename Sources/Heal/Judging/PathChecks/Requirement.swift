internal import Patches

/// A line of pip's requirement files.
struct Requirement {
  /// The name, normalised (PEP 503); of an option, the whole text.
  var name: String
  /// The version behind `==`; nil for any other condition.
  var pin: String?
  var hasHash: Bool
  /// Whether it is an option or a source rather than a name.
  var isOption: Bool
  var text: String
  var line: Int

  /// The requirements of a file; continued lines are one.
  static func all(_ bytes: [UInt8]) -> [Requirement] {
    var found: [Requirement] = []
    var pending = ""
    var start = 1
    for (index, line) in DiffHunks.lines(of: bytes).enumerated() {
      var text = String(decoding: line, as: UTF8.self)
      text = PlainText.trimmed(text)
      if pending.isEmpty { start = index + 1 }
      if text.hasSuffix("\\") {
        pending += text.dropLast() + " "
        continue
      }
      pending += text
      if let requirement = Requirement(pending, line: start) { found.append(requirement) }
      pending = ""
    }
    return found
  }

  private init?(_ line: String, line number: Int) {
    let isComment = line.hasPrefix("#")
    let code = line.split(separator: " #", maxSplits: 1).first.map(String.init) ?? line
    let text = PlainText.trimmed(code)
    guard !text.isEmpty, !isComment else { return nil }
    self.text = text
    self.line = number
    hasHash = PlainText.contains(text, "--hash=")
    isOption =
      text.hasPrefix("-") || PlainText.contains(text, "://") || text.hasPrefix(".")
      || text.hasPrefix("/") || PlainText.contains(text, " @ ")
    let end = text.firstIndex { "=<>!~;[ @".contains($0) } ?? text.endIndex
    name =
      isOption
      ? text
      : text[..<end].lowercased().split { "-_.".contains($0) }.joined(separator: "-")
    pin = nil
    let rest = PlainText.trimmed(
      text[end...].drop { $0 != "=" && $0 != "<" && $0 != ">" && $0 != "~" })
    if rest.hasPrefix("=="), !rest.hasPrefix("==="), !rest.contains("*") {
      pin = String(rest.dropFirst(2).prefix { $0 != " " && $0 != ";" && $0 != "," })
    }
  }

  /// Whether a version comes before another: numbers by value, then letters.
  static func isOlder(_ left: String, _ right: String) -> Bool {
    let one = left.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    let two = right.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    for index in 0..<max(one.count, two.count) {
      let (a, b) = (index < one.count ? one[index] : 0, index < two.count ? two[index] : 0)
      if a != b { return a < b }
    }
    // 1.0rc1 precedes 1.0.
    return left.contains { $0.isLetter } && !right.contains { $0.isLetter }
  }
}
