internal import Kernel
internal import Text

/// Untrusted bytes as one short line that steers no terminal and forges no record.
package enum CappedText {
  /// The text with everything but printable characters as escapes, cut to a number of bytes.
  ///
  /// A cut is marked by an ellipsis. The result holds at most `limit` bytes and the three of the
  /// ellipsis; quotes and backslashes stay for the writer of the format to escape.
  package static func visible(_ bytes: some Collection<UInt8>, limit: Int) -> String {
    // An escape is longer than its byte, so more input than this can never be shown.
    let text = VisibleText.escaped(bytes.prefix(limit))
    guard bytes.count > limit || text.utf8.count > limit else { return text }
    var kept = ""
    var count = 0
    for character in text.unicodeScalars {
      count += String(character).utf8.count
      guard count <= limit else { break }
      kept.unicodeScalars.append(character)
    }
    return kept + "\u{2026}"
  }
}
