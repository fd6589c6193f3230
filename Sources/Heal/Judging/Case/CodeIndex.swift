internal import Patches

/// The tokens of a file without comments and line ends, found by what they are.
///
/// Dozens of articles look for hundreds of patterns: each asks here instead of reading every token.
struct TokenIndex: Sendable {
  /// The tokens in order.
  let tokens: [CodeToken]
  private let places: [String: [Int]]
  private let strings: [String: [Int]]

  init(_ code: CodeTokens) {
    tokens = code.tokens.filter { ![.comment, .indent, .dedent, .newline].contains($0.kind) }
    var places: [String: [Int]] = [:]
    var strings: [String: [Int]] = [:]
    for (index, token) in tokens.enumerated() {
      if let value = token.stringValue { strings[value, default: []].append(index) }
      if token.kind != .string { places[token.text, default: []].append(index) }
    }
    self.places = places
    self.strings = strings
  }

  /// Where a word or sign is.
  func places(of text: String) -> [Int] { places[text] ?? [] }

  /// Where a string with a value is.
  func places(ofString value: String) -> [Int] { strings[value] ?? [] }
}

/// The dotted names that a Python file uses, found by their beginnings and by their parts.
struct NameIndex: Sendable {
  /// A use of a name.
  struct Use: Sendable {
    let name: String
    let line: Int
  }

  private var beginnings: [String: [Use]] = [:]
  private var attributes: [String: [Use]] = [:]
  /// Imports of everything: the module with its dot.
  private var everything: [(prefix: String, use: Use)] = []

  /// The most parts of a name that are looked at; no power has a longer one.
  private static let mostParts = 8

  init(_ names: PythonNames) {
    for reference in names.references {
      let use = Use(name: reference.name, line: reference.line)
      if reference.name.hasSuffix(".*") {
        everything.append((String(reference.name.dropLast()), use))
        continue
      }
      // Leading dots of a relative import belong to the first part.
      let parts = reference.name.split(separator: ".", omittingEmptySubsequences: true)
      var end = reference.name.startIndex
      for part in parts.prefix(Self.mostParts) {
        end = part.endIndex
        beginnings[String(reference.name[..<end]), default: []].append(use)
      }
      for part in Set(parts.dropFirst()) { attributes[String(part), default: []].append(use) }
    }
  }

  /// The uses of a dotted name and of what belongs to it; `?.x` is the attribute of anything.
  func uses(of wanted: String) -> [Use] {
    if wanted.hasPrefix("?.") { return attributes[String(wanted.dropFirst(2))] ?? [] }
    let star = everything.filter { wanted.hasPrefix($0.prefix) }.map(\.use)
    return (beginnings[wanted] ?? []) + star
  }
}
