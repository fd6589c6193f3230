/// The tokens of languages with braces, and of shell, YAML and INI: names, numbers, strings, comments
/// and punctuation, no grammar.
struct PlainTokenizer {
  /// What a language's comments and strings look like.
  private struct Shape {
    var lineComments: [[UInt8]] = []
    var hasBlockComments = false
    var nestsBlockComments = false
    var quotes: [UInt8] = []
    /// Quotes whose strings may span lines.
    var longQuotes: [UInt8] = []
    var hasTripleQuotes = false
    /// In single quotes a backslash is a character.
    var hasRawSingleQuotes = false
    /// `#` starts a comment only after a space.
    var commentNeedsSpace = false

    init(_ language: CodeLanguage) {
      let double = UInt8(ascii: "\"")
      let single = UInt8(ascii: "'")
      let back = UInt8(ascii: "`")
      switch language {
      case .javascript:
        (quotes, longQuotes) = ([double, single, back], [back])
        (lineComments, hasBlockComments) = ([Array("//".utf8)], true)
      case .go:
        (quotes, longQuotes) = ([double, single, back], [back])
        (lineComments, hasBlockComments) = ([Array("//".utf8)], true)
      case .java, .c:
        (quotes, hasTripleQuotes) = ([double, single], language == .java)
        (lineComments, hasBlockComments) = ([Array("//".utf8)], true)
      case .rust:
        (quotes, longQuotes) = ([double], [double])
        (lineComments, hasBlockComments, nestsBlockComments) = ([Array("//".utf8)], true, true)
      case .swift:
        (quotes, hasTripleQuotes) = ([double], true)
        (lineComments, hasBlockComments, nestsBlockComments) = ([Array("//".utf8)], true, true)
      case .shell, .yaml:
        (quotes, longQuotes) = ([double, single], [double, single])
        (lineComments, commentNeedsSpace) = ([[UInt8(ascii: "#")]], true)
        hasRawSingleQuotes = true
      case .ini:
        (quotes, hasTripleQuotes) = ([double, single], true)
        lineComments = [[UInt8(ascii: "#")], [UInt8(ascii: ";")]]
        commentNeedsSpace = true
      case .ruby, .python:
        (quotes, longQuotes) = ([double, single], [double, single])
        lineComments = [[UInt8(ascii: "#")]]
      }
    }
  }

  private let bytes: [UInt8]
  private let language: CodeLanguage
  private let shape: Shape
  private var at = 0
  private var line = 1
  private(set) var tokens: [CodeToken] = []
  private(set) var fault: (line: Int, message: String)?

  init(_ bytes: [UInt8], _ language: CodeLanguage) {
    self.bytes = bytes
    self.language = language
    shape = Shape(language)
  }

  private func byte(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  mutating func run() {
    while at < bytes.count, fault == nil { token(depth: 0) }
  }

  private mutating func fail(_ message: String) {
    // Config formats have strings without quotes, so an apostrophe there is no mistake.
    if [.yaml, .ini, .shell, .ruby].contains(language) { return }
    if fault == nil { fault = (line, message) }
    at = bytes.count
  }

  private mutating func add(_ kind: CodeToken.Kind, from start: Int, line: Int? = nil) {
    let text = String(decoding: bytes[start..<min(at, bytes.count)], as: UTF8.self)
    tokens.append(CodeToken(kind, text, line: line ?? self.line))
  }

  private mutating func token(depth: Int) {
    let byte = bytes[at]
    switch byte {
    case 0x0A:
      tokens.append(CodeToken(.newline, "", line: line))
      line += 1
      at += 1
    case 0x20, 0x09, 0x0D, 0x0C: at += 1
    case _ where isLineComment(): lineComment()
    case UInt8(ascii: "/") where shape.hasBlockComments && self.byte(1) == UInt8(ascii: "*"):
      blockComment()
    case UInt8(ascii: "/") where language == .javascript && isRegexAllowed(): regex()
    case UInt8(ascii: "'") where language == .rust: quoteOfRust()
    case UInt8(ascii: "r") where language == .rust && isRawStringOfRust(): rawStringOfRust()
    case UInt8(ascii: "#") where language == .swift && isRawStringOfSwift(): rawStringOfSwift()
    case _ where shape.quotes.contains(byte): string(depth: depth)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): word(.number)
    case _ where Self.isName(byte) || byte == UInt8(ascii: "$"): word(.name)
    default: punctuation()
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x41...0x5A).contains(byte & 0xDF)
      || (0x30...0x39).contains(byte)
  }

  private mutating func word(_ kind: CodeToken.Kind) {
    let start = at
    at += 1
    while at < bytes.count,
      Self.isName(bytes[at]) || bytes[at] == UInt8(ascii: "$") && language == .javascript
        || kind == .number && bytes[at] == UInt8(ascii: ".") && Self.isName(byte(1))
    {
      at += 1
    }
    add(kind, from: start)
  }

  private static let operators = [
    ">>>=", "===", "!==", "**=", "<<=", ">>=", ">>>", "...", "??=", "&&=", "||=", "..<", "==", "!=",
    "<=", ">=", "=>", "->", "&&", "||", "??", "?.", "::", ":=", "+=", "-=", "*=", "/=", "%=", "++",
    "--", "<<", ">>", "**",
  ].map { Array($0.utf8) }

  private mutating func punctuation() {
    let start = at
    let rest = bytes[at...]
    at += Self.operators.first { rest.starts(with: $0) }?.count ?? 1
    add(.op, from: start)
  }

  // MARK: Comments

  private func isLineComment() -> Bool {
    guard shape.lineComments.contains(where: { bytes[at...].starts(with: $0) }) else {
      return false
    }
    return !shape.commentNeedsSpace || at == 0 || bytes[at - 1] <= 0x20
      || bytes[at - 1] == UInt8(ascii: ";")
  }

  private mutating func lineComment() {
    let start = at
    // JavaScript also ends a line at U+2028 and U+2029.
    while at < bytes.count, bytes[at] != 0x0A {
      if bytes[at] == 0xE2, byte(1) == 0x80, byte(2) == 0xA8 || byte(2) == 0xA9 { break }
      if bytes[at] == 0x0D, byte(1) != 0x0A, language == .javascript { break }
      at += 1
    }
    add(.comment, from: start)
  }

  private mutating func blockComment() {
    let (start, first) = (at, line)
    var level = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        at += 2
        level -= 1
        if level == 0 || !shape.nestsBlockComments {
          return add(.comment, from: start, line: first)
        }
      } else if bytes[at] == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        at += 2
        level += 1
      } else {
        if bytes[at] == 0x0A { line += 1 }
        at += 1
      }
    }
    fail("a comment is not closed")
  }

  // MARK: Strings

  private mutating func string(depth: Int) {
    let (start, first) = (at, line)
    let quote = bytes[at]
    let isTriple = shape.hasTripleQuotes && byte(1) == quote && byte(2) == quote
    let isTemplate = language == .javascript && quote == UInt8(ascii: "`")
    let isRaw =
      shape.hasRawSingleQuotes && quote == UInt8(ascii: "'")
      || language == .go && quote == UInt8(ascii: "`")
    at += isTriple ? 3 : 1
    let place = tokens.count
    var isHoled = false
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote, !isTriple || self.byte(1) == quote && self.byte(2) == quote {
        at += isTriple ? 3 : 1
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        let kind: CodeToken.Kind = isHoled ? .holedString : .string
        return tokens.insert(CodeToken(kind, text, line: first), at: place)
      }
      if isTemplate && byte == UInt8(ascii: "$") && self.byte(1) == UInt8(ascii: "{")
        || language == .swift && byte == UInt8(ascii: "\\") && self.byte(1) == UInt8(ascii: "(")
      {
        isHoled = true
        if !hole(depth: depth) { return }
      } else if byte == UInt8(ascii: "\\"), !isRaw {
        if self.byte(1) == 0x0A { line += 1 }
        at += 2
      } else if byte == 0x0A {
        if !isTriple && !shape.longQuotes.contains(quote) { break }
        line += 1
        at += 1
      } else {
        at += 1
      }
    }
    unclosed(start, first)
  }

  /// In formats whose strings need no quotes a lone quote is a character.
  private mutating func unclosed(_ start: Int, _ first: Int) {
    fail("a string is not closed")
    guard fault == nil else { return }
    at = start + 1
    line = first
    add(.op, from: start)
  }

  /// Reads the code of `${…}` or `\(…)`.
  private mutating func hole(depth: Int) -> Bool {
    guard depth < 32 else {
      fail("strings nested too deeply")
      return false
    }
    let close = byte(1) == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
    let open = byte(1)
    at += 2
    var level = 1
    while at < bytes.count, fault == nil {
      if bytes[at] == open { level += 1 }
      if bytes[at] == close {
        level -= 1
        if level == 0 {
          at += 1
          return true
        }
      }
      token(depth: depth + 1)
    }
    fail("a hole of a string is not closed")
    return false
  }

  private func isRegexAllowed() -> Bool {
    guard let last = tokens.last(where: { $0.kind != .newline && $0.kind != .comment }) else {
      return true
    }
    switch last.kind {
    case .op: return ![")", "]", "}"].contains(last.text)
    case .name:
      return ["return", "typeof", "case", "in", "of", "delete", "void"].contains(last.text)
    default: return false
    }
  }

  private mutating func regex() {
    let start = at
    var isInClass = false
    at += 1
    while at < bytes.count, bytes[at] != 0x0A {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        at += 1
        while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
        return add(.string, from: start)
      default: break
      }
      at += 1
    }
    at = start + 1
    add(.op, from: start)
  }

  private mutating func quoteOfRust() {
    let start = at
    if byte(1) == UInt8(ascii: "\\") {
      at += 3
      while at < bytes.count, bytes[at] != UInt8(ascii: "'"), bytes[at] != 0x0A { at += 1 }
      at += 1
      return add(.string, from: start)
    }
    // A character is at most four bytes long; otherwise it is a lifetime.
    if let end = (2...5).first(where: { byte($0) == UInt8(ascii: "'") }),
      end == 2 || byte(1) >= 0x80
    {
      at += end + 1
      return add(.string, from: start)
    }
    at += 1
    while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
    add(.name, from: start)
  }

  private func isRawStringOfRust() -> Bool {
    if at > 0, Self.isName(bytes[at - 1]), bytes[at - 1] != UInt8(ascii: "b") { return false }
    var next = 1
    while byte(next) == UInt8(ascii: "#") { next += 1 }
    return byte(next) == UInt8(ascii: "\"")
  }

  private mutating func rawStringOfRust() {
    let (start, first) = (at, line)
    at += 1
    hashedString(from: start, first)
  }

  private func isRawStringOfSwift() -> Bool {
    var next = 1
    while byte(next) == UInt8(ascii: "#") { next += 1 }
    return byte(next) == UInt8(ascii: "\"")
  }

  private mutating func rawStringOfSwift() { hashedString(from: at, line) }

  /// Reads a string that ends with a quote and as many number signs as it began with.
  private mutating func hashedString(from start: Int, _ first: Int) {
    var hashes = 0
    while at < bytes.count, bytes[at] == UInt8(ascii: "#") {
      hashes += 1
      at += 1
    }
    at += 1
    let end = [UInt8(ascii: "\"")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    while at < bytes.count {
      if bytes[at...].starts(with: end) {
        at += end.count
        return add(.string, from: start, line: first)
      }
      if bytes[at] == 0x0A { line += 1 }
      at += 1
    }
    fail("a string is not closed")
  }
}
