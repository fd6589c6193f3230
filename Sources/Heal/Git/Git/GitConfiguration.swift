/// The few lines of a repository's configuration that are worth reading (git-config(1), "Syntax").
///
/// Includes are not followed, and nothing but the address of a remote is looked at.
enum GitConfiguration {
  /// The last `url` of a remote; nil when there is none.
  static func remoteAddress(_ name: String, in text: String) -> String? {
    var isInside = false
    var found: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      if trimmed.hasPrefix("[") {
        isInside = trimmed.hasPrefix("[remote \"\(name)\"]")
      } else if isInside, let equals = trimmed.firstIndex(of: "=") {
        let key = trimmed[..<equals].filter { $0 != " " && $0 != "\t" }.lowercased()
        if key == "url" { found = value(trimmed[trimmed.index(after: equals)...]) }
      }
    }
    return found
  }

  /// A value without comment, quotes and escapes.
  private static func value(_ text: Substring) -> String {
    var value = ""
    var isQuoted = false
    var isEscaped = false
    for character in text.drop(while: { $0 == " " || $0 == "\t" }) {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == "#" || character == ";" {
        break
      } else {
        value.append(character)
      }
    }
    while value.last == " " || value.last == "\t" { value.removeLast() }
    return value
  }
}
