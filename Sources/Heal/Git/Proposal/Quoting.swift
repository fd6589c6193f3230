internal import Kernel
internal import Text

/// Makes foreign text safe inside Markdown and messages of commits.
package enum Quoting {
  /// A block of code whose fence the text cannot close.
  static func block(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let shown = lines.map { visible($0) }.joined(separator: "\n")
    let fence = String(repeating: "`", count: max(3, longestRun(in: shown) + 1))
    return "\(fence)text\n\(shown)\n\(fence)"
  }

  /// A span of code that the text cannot end, on one line of at most `limit` characters.
  package static func span(_ text: String, limit: Int = 200) -> String {
    let shown = line(text, limit: limit)
    let fence = String(repeating: "`", count: longestRun(in: shown) + 1)
    let isEdged = shown.hasPrefix("`") || shown.hasSuffix("`") || shown.isEmpty
    return isEdged ? "\(fence) \(shown) \(fence)" : "\(fence)\(shown)\(fence)"
  }

  /// A cell of a table.
  static func cell(_ text: String) -> String {
    text.isEmpty ? "–" : span(text).replacing("|", with: "\\|")
  }

  /// A line for subjects and messages: no mention, reference or address is left in it, for a platform
  /// would notify people or close issues by them.
  package static func bare(_ text: String, limit: Int) -> String {
    var kept = line(text, limit: limit).filter { !"@#<>".contains($0) }
    for mark in ["GH-", "gh-", "Gh-", "gH-"] { kept = kept.replacing(mark, with: "GH ") }
    return kept.replacing("://", with: ": //")
  }

  /// A line of prose in which nothing is markup, a mention, a reference or a link.
  static func plain(_ text: String, limit: Int) -> String {
    var shown = ""
    for character in line(text, limit: limit) {
      switch character {
      case "&", "<", ">", "@", "#", "[", "]", "!", "*", "~", "|", "\\":
        for scalar in character.unicodeScalars { shown += "&#\(scalar.value);" }
      default: shown.append(character)
      }
    }
    return shown.replacing("://", with: "&#58;//").replacing("GH-", with: "GH&#45;")
  }

  /// One visible line of at most so many characters.
  static func line(_ text: String, limit: Int) -> String {
    let joined = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let shown = visible(joined[...])
    return shown.count > limit ? shown.prefix(limit - 1) + "…" : shown
  }

  /// Tabs stay; other characters that steer a terminal or hide become escapes.
  private static func visible(_ text: Substring) -> String {
    text.split(separator: "\t", omittingEmptySubsequences: false)
      .map { VisibleText.escaped(String($0)) }.joined(separator: "\t")
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
