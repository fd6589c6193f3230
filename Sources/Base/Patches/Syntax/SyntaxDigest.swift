internal import Text

extension ChangeSet {
  /// The identity of a change up to comments, blank space and the style of quotes.
  ///
  /// Two candidates with one digest do the same; the second need not be tried. Files that are no code
  /// of a known language, or that cannot be read as such, count byte by byte.
  package func syntaxDigest() -> String {
    var digest = SHA256()
    for file in files {
      digest.add(Self.framed(file.path.bytes))
      digest.add(Self.framed(file.oldPath?.bytes ?? []))
      digest.add([file.new == nil ? 0 : 1])
      digest.add(Self.framed(Self.normalised(file)))
    }
    return SHA256.hex(digest.digest())
  }

  private static func normalised(_ file: File) -> [UInt8] {
    guard let new = file.new else { return [] }
    guard let language = CodeLanguage(path: file.path) else { return new }
    // In these formats blank space and line ends mean something that tokens do not carry.
    if [.shell, .yaml, .ini, .ruby].contains(language) { return new }
    let code = CodeTokens(new, language)
    if code.fault != nil { return new }
    // Where a line end can end a statement it is kept.
    let isLineSensitive = language != .c && language != .java && language != .rust
    var text: [UInt8] = [1]
    var previous: CodeToken.Kind = .newline
    for token in code.tokens where token.kind != .comment {
      if token.kind == .newline && (!isLineSensitive || previous == .newline) { continue }
      previous = token.kind
      text += framed(Array("\(token.kind.rawValue):\(plain(token))".utf8))
    }
    return text
  }

  /// A simple string in double quotes; anything else as it is.
  private static func plain(_ token: CodeToken) -> String {
    guard token.kind == .string, token.text.hasPrefix("'"), let value = token.stringValue,
      !token.text.hasPrefix("'''"), !value.contains("\""), !value.contains("\\")
    else { return token.text }
    return "\"\(value)\""
  }

  private static func framed(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(bytes.count):".utf8) + bytes
  }
}
