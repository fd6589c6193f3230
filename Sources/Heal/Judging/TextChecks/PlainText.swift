/// Text operations without Foundation.
enum PlainText {
  /// The text without blank space around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  /// Whether a text occurs in another; both as bytes.
  static func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text.utf8)
    let part = Array(part.utf8)
    guard let first = part.first, text.count >= part.count else { return part.isEmpty }
    for start in 0...(text.count - part.count) where text[start] == first {
      if text[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }

  /// Lower case letters and digits; everything between them becomes one space.
  static func words(_ text: String) -> String {
    var words = " "
    for character in text.lowercased().unicodeScalars {
      if character.properties.isAlphabetic || ("0"..."9").contains(character) {
        words.unicodeScalars.append(character)
      } else if !words.hasSuffix(" ") {
        words += " "
      }
    }
    return words.hasSuffix(" ") ? words : words + " "
  }
}
