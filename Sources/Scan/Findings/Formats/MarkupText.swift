internal import Text

/// Untrusted text in the notations of reports, where nothing of it is markup.
enum MarkupText {
  /// Text in HTML or XML, between tags or in an attribute with either quote; hidden scalars, which XML
  /// forbids in part, are escapes.
  ///
  /// - Parameter text: Anything, several lines included.
  /// - Returns: Text without markup.
  static func markup(_ text: String) -> String {
    var escaped = ""
    for scalar in VisibleText.block(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Text on one line of GitHub's or GitLab's Markdown: no markup, link, mention or reference to an
  /// issue, and no end of a table's cell.
  ///
  /// - Parameter text: Anything.
  /// - Returns: Text without markup.
  static func markdown(_ text: String) -> String {
    let scalars = Array(VisibleText.line(text).unicodeScalars)
    var escaped = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar.value >= 0x80 || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || " -,;()/%=+\"?".unicodeScalars.contains(scalar)
      {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      escaped += "&#\(scalar.value);"
      // Mentions, references and links are looked for in the text that entities stand for.
      let isLink = scalar == ":" && scalars[index...].dropFirst().first == "/"
      if isLink || "@#!~$".unicodeScalars.contains(scalar) { escaped += "<!-- -->" }
    }
    return escaped
  }
}
