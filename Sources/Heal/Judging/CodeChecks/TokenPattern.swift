internal import Patches

/// A sequence of tokens to look for: words and punctuation as written, `$name`, `$string`, `$number`,
/// `$any` for one token of a kind, `'text'` for a string of that value, `...` for some tokens between.
struct TokenPattern: Sendable {
  private enum Element: Equatable {
    case exact(String)
    case value(String)
    case kind(CodeToken.Kind)
    case any
    case gap
  }

  /// The pattern as written.
  let text: String
  private let elements: [Element]
  /// The most tokens that `...` stands for.
  private static let gap = 12

  init(_ text: String) {
    self.text = text
    var elements: [Element] = []
    for word in text.split(separator: " ") {
      switch word {
      case "$name": elements.append(.kind(.name))
      case "$string": elements.append(.kind(.string))
      case "$number": elements.append(.kind(.number))
      case "$any": elements.append(.any)
      case "...": elements.append(.gap)
      default:
        let isQuoted = word.count > 1 && word.first == "'" && word.last == "'"
        elements.append(
          isQuoted ? .value(String(word.dropFirst().dropLast())) : .exact(String(word)))
      }
    }
    self.elements = elements
  }

  /// The places where it begins; comments must be left out of the tokens.
  func matches(_ index: TokenIndex) -> [Int] {
    let tokens = index.tokens
    let starts: [Int] =
      switch elements.first {
      case .exact(let text): index.places(of: text)
      case .value(let text): index.places(ofString: text)
      default: Array(tokens.indices)
      }
    return starts.filter { matches(tokens, $0, 0) }
  }

  private func matches(_ tokens: [CodeToken], _ start: Int, _ first: Int) -> Bool {
    var at = start
    for index in first..<elements.count {
      if elements[index] == .gap {
        return (at...min(at + Self.gap, tokens.count)).contains { matches(tokens, $0, index + 1) }
      }
      guard at < tokens.count, fits(tokens[at], elements[index]) else { return false }
      at += 1
    }
    return true
  }

  private func fits(_ token: CodeToken, _ element: Element) -> Bool {
    switch element {
    case .exact(let text): token.kind != .string && token.text == text
    case .value(let text): token.stringValue.map { $0 == text } ?? false
    case .kind(let kind): token.kind == kind
    case .any: token.kind != .newline
    case .gap: false
    }
  }
}
