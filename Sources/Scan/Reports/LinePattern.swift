internal import Text

/// A regular expression for lines, whose named groups become members of an object.
struct LinePattern: Equatable, Sendable {
  /// The expression as it was written, for whole lines.
  let text: String
  /// The names of its groups.
  private let names: [String]

  /// Takes an expression; nil for one that cannot be read or names no group.
  init?(_ text: String) {
    guard (try? Regex<AnyRegexOutput>(text)) != nil else { return nil }
    self.text = text
    names = text.split(separator: "(?<").dropFirst(text.hasPrefix("(?<") ? 0 : 1).compactMap {
      let name = $0.prefix { $0.isLetter }
      return name.isEmpty || !$0.dropFirst(name.count).hasPrefix(">") ? nil : String(name)
    }
    if names.isEmpty { return nil }
  }

  /// What the groups hold in each line that the expression matches as a whole.
  func records(of lines: some Sequence<Substring>) -> [JSONValue] {
    // Made anew each time: an expression is not safe to share between tasks.
    guard let regex = try? Regex<AnyRegexOutput>(text) else { return [] }
    return lines.compactMap { line in
      guard let match = try? regex.wholeMatch(in: line) else { return nil }
      let found = names.compactMap { name in
        match.output[name]?.substring.map { (name, JSONValue.string(String($0))) }
      }
      return .object(Dictionary(found) { first, _ in first })
    }
  }
}
