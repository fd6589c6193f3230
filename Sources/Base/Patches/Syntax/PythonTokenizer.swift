/// Python's tokens (The Python Language Reference, chapter 2), f-strings nested as since 3.12.
struct PythonTokenizer {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var depth = 0
  private var indents = [0]
  private var isLineStart = true
  private(set) var tokens: [CodeToken] = []
  private(set) var fault: (line: Int, message: String)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  private var current: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private func byte(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

  mutating func run() {
    while at < bytes.count, fault == nil {
      if isLineStart && depth == 0 { startLine() } else { token(inHole: false) }
    }
    if fault != nil { return }
    if depth > 0 { return fail("a bracket is not closed") }
    if let last = tokens.last, last.kind != .newline, last.kind != .dedent, last.kind != .comment {
      add(.newline, "")
    }
    while indents.count > 1 {
      indents.removeLast()
      add(.dedent, "")
    }
  }

  private mutating func fail(_ message: String) {
    if fault == nil { fault = (line, message) }
    at = bytes.count
  }

  private mutating func add(_ kind: CodeToken.Kind, _ text: String, line: Int? = nil) {
    tokens.append(CodeToken(kind, text, line: line ?? self.line))
  }

  private mutating func add(_ kind: CodeToken.Kind, from start: Int, line: Int? = nil) {
    add(kind, String(decoding: bytes[start..<min(at, bytes.count)], as: UTF8.self), line: line)
  }

  // MARK: Lines

  private mutating func startLine() {
    var column = 0
    while at < bytes.count {
      switch current {
      case 0x20: column += 1
      case 0x09: column = (column / 8 + 1) * 8
      case 0x0C: column = 0
      default:
        isLineStart = false
        // Blank lines and lines of comments have no say about blocks.
        if current == 0x0A || current == 0x0D || current == UInt8(ascii: "#") { return }
        return indent(to: column)
      }
      at += 1
    }
  }

  private mutating func indent(to column: Int) {
    if column > indents.last ?? 0 {
      indents.append(column)
      if indents.count > 100 { return fail("too many levels of indentation") }
      return add(.indent, "")
    }
    while column < indents.last ?? 0 {
      indents.removeLast()
      add(.dedent, "")
    }
    if column != indents.last ?? 0 { fail("the indentation fits no block") }
  }

  private mutating func endLine() {
    at += current == 0x0D && byte(1) == 0x0A ? 2 : 1
    if depth == 0 {
      if let last = tokens.last,
        ![.newline, .indent, .dedent, .comment].contains(last.kind)
          || last.kind == .comment && hasCodeOnLine()
      {
        add(.newline, "")
      }
      isLineStart = true
    }
    line += 1
  }

  /// Whether code precedes the comment that ends the current logical line.
  private func hasCodeOnLine() -> Bool {
    for token in tokens.reversed() {
      switch token.kind {
      case .comment where token.line == line: continue
      case .newline, .indent, .dedent, .comment: return false
      default: return true
      }
    }
    return false
  }

  // MARK: Tokens

  private mutating func token(inHole: Bool) {
    switch current {
    case 0x20, 0x09, 0x0C: at += 1
    case 0x0A, 0x0D: endLine()
    case UInt8(ascii: "#"):
      let start = at
      while at < bytes.count, current != 0x0A, current != 0x0D { at += 1 }
      add(.comment, from: start)
    case UInt8(ascii: "\\"):
      guard byte(1) == 0x0A || byte(1) == 0x0D else { return fail("a stray backslash") }
      at += byte(1) == 0x0D && byte(2) == 0x0A ? 3 : 2
      line += 1
    case UInt8(ascii: "\""), UInt8(ascii: "'"): string(from: at)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
    case UInt8(ascii: ".") where Self.isDigit(byte(1)): number()
    case _ where Self.isNameStart(current): name()
    default: punctuation()
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x41...0x5A).contains(byte & 0xDF)
  }

  private mutating func number() {
    let start = at
    while Self.isDigit(current) || Self.isNameStart(current) || current == UInt8(ascii: ".") {
      let isExponent = current == UInt8(ascii: "e") || current == UInt8(ascii: "E")
      let isHex =
        bytes[start] == UInt8(ascii: "0") && at > start
        && [UInt8(ascii: "x"), UInt8(ascii: "X")].contains(bytes[start + 1])
      at += 1
      if isExponent, !isHex, current == UInt8(ascii: "-") || current == UInt8(ascii: "+") {
        at += 1
      }
    }
    add(.number, from: start)
  }

  private mutating func name() {
    let start = at
    while Self.isNameStart(current) || Self.isDigit(current) { at += 1 }
    let isQuote = current == UInt8(ascii: "\"") || current == UInt8(ascii: "'")
    let prefix = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    if isQuote, ["r", "b", "u", "f", "t", "br", "rb", "fr", "rf", "tr", "rt"].contains(prefix) {
      return string(from: start)
    }
    add(.name, from: start)
  }

  private static let operators = [
    "**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", "@=", "==", "<=", ">=", "**", "//", "<<", ">>",
  ].map { Array($0.utf8) }

  private mutating func punctuation() {
    let start = at
    let rest = bytes[at...]
    at += Self.operators.first { rest.starts(with: $0) }?.count ?? 1
    switch bytes[start] {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      if depth < 0 { return fail("a bracket closes nothing") }
    case 0..<0x20, 0x7F, UInt8(ascii: "$"), UInt8(ascii: "?"), UInt8(ascii: "`"):
      return fail("a character that Python does not know")
    default: break
    }
    if depth > 200 { return fail("too many brackets") }
    add(.op, from: start)
  }

  // MARK: Strings

  private mutating func string(from start: Int) {
    let startLine = line
    let prefix = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    let quote = current
    let isTriple = byte(1) == quote && byte(2) == quote
    at += isTriple ? 3 : 1
    let isHoled = prefix.contains("f") || prefix.contains("t")
    let place = tokens.count
    if isHoled { add(.holedString, "", line: startLine) }
    guard body(quote, isTriple: isTriple, isHoled: isHoled) else { return }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isHoled { tokens[place].text = text } else { add(.string, text, line: startLine) }
  }

  /// Reads to the closing quotes; false when there are none.
  private mutating func body(_ quote: UInt8, isTriple: Bool, isHoled: Bool) -> Bool {
    while at < bytes.count {
      switch current {
      case quote where !isTriple || byte(1) == quote && byte(2) == quote:
        at += isTriple ? 3 : 1
        return true
      case UInt8(ascii: "\\"):
        if byte(1) == 0x0A || byte(1) == 0x0D { line += 1 }
        at += byte(1) == 0x0D && byte(2) == 0x0A ? 3 : 2
      case 0x0A, 0x0D:
        guard isTriple else {
          fail("a string is not closed")
          return false
        }
        at += current == 0x0D && byte(1) == 0x0A ? 2 : 1
        line += 1
      case UInt8(ascii: "{") where isHoled:
        if byte(1) == UInt8(ascii: "{") { at += 2 } else if !hole(quote, isTriple) { return false }
      default: at += 1
      }
    }
    fail("a string is not closed")
    return false
  }

  /// Reads the code between braces, and its format, which may have holes of its own.
  private mutating func hole(_ quote: UInt8, _ isTriple: Bool) -> Bool {
    at += 1
    let outer = depth
    depth += 1
    guard depth < 200 else {
      fail("too many brackets")
      return false
    }
    while at < bytes.count {
      if depth == outer + 1 {
        if current == UInt8(ascii: "}") {
          at += 1
          depth = outer
          return true
        }
        // A format follows the colon; `:=` cannot stand here without parentheses.
        if current == UInt8(ascii: ":") { return format(quote, isTriple, outer) }
        // Before 3.12 the string's own quote ends it; such a file is not read the same by all.
        if current == UInt8(ascii: "!"), byte(1) != UInt8(ascii: "=") {
          at += 2
          continue
        }
      }
      token(inHole: true)
    }
    fail("a hole of a string is not closed")
    return false
  }

  private mutating func format(_ quote: UInt8, _ isTriple: Bool, _ outer: Int) -> Bool {
    at += 1
    while at < bytes.count {
      switch current {
      case UInt8(ascii: "{"):
        if !hole(quote, isTriple) { return false }
      case UInt8(ascii: "}"):
        at += 1
        depth = outer
        return true
      case quote, 0x0A, 0x0D:
        guard isTriple, current != quote || byte(1) != quote else {
          fail("a hole of a string is not closed")
          return false
        }
        if current == 0x0A { line += 1 }
        at += 1
      default: at += 1
      }
    }
    fail("a hole of a string is not closed")
    return false
  }
}
