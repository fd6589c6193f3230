/// A piece of source code.
package struct CodeToken: Equatable, Sendable {
  /// What a piece is.
  package enum Kind: String, Sendable {
    /// An identifier or a keyword.
    case name
    /// A number.
    case number
    /// A string without holes, with prefix and quotes.
    case string
    /// The start of a string with holes; the tokens of its holes follow.
    case holedString
    /// Punctuation.
    case op
    /// A comment with its mark.
    case comment
    /// The end of a logical line (Python) or of any line (others).
    case newline
    /// A deeper block begins (Python).
    case indent
    /// A deeper block ends (Python).
    case dedent
  }

  /// What it is to a reader of any language; keywords are names.
  package var kind: Kind
  /// Its text as written.
  package var text: String
  /// The line it starts on, from 1.
  package var line: Int

  /// Makes a token with its text as written and its first line, from 1.
  package init(_ kind: Kind, _ text: String, line: Int) {
    self.kind = kind
    self.text = text
    self.line = line
  }

  /// Whether it is that punctuation or name.
  package func `is`(_ text: String) -> Bool { (kind == .op || kind == .name) && self.text == text }

  /// The text between a string's quotes, escapes as written; nil for anything but a string.
  package var stringValue: String? {
    guard kind == .string || kind == .holedString else { return nil }
    var body = text[...].drop { $0 != "\"" && $0 != "'" && $0 != "`" }
    while let last = body.last, last == "#" { body.removeLast() }
    for quotes in ["\"\"\"", "'''"] where body.hasPrefix(quotes) && body.count >= 6 {
      return String(body.dropFirst(3).dropLast(3))
    }
    return body.count >= 2 ? String(body.dropFirst().dropLast()) : ""
  }
}

/// What reading a file's tokens gave.
package struct CodeTokens: Sendable {
  /// The tokens in order.
  package var tokens: [CodeToken]
  /// Where the file is no code of its language: line and what is wrong; nil when all of it was read.
  package var fault: (line: Int, message: String)?

  /// Reads a file; what cannot be read ends the list and is named in ``fault``.
  package init(_ bytes: [UInt8], _ language: CodeLanguage) {
    if language == .python {
      var reader = PythonTokenizer(bytes)
      reader.run()
      tokens = reader.tokens
      fault = reader.fault
    } else {
      var reader = PlainTokenizer(bytes, language)
      reader.run()
      tokens = reader.tokens
      fault = reader.fault
    }
  }
}
