/// A region of a file; lines and columns count from 1, the end column is one past the last character.
package struct Location: Codable, Equatable, Hashable, Sendable {
  /// The file, relative to the scanned tree, with `/` between parts; bytes that are not UTF-8 are
  /// written as `\xHH`.
  package var path: String
  /// The first line, from 1.
  package var startLine: Int
  /// The first column, in Unicode scalars.
  package var startColumn: Int
  /// The last line, at least the first.
  package var endLine: Int
  /// One past the last column; greater than the first when both are on one line.
  package var endColumn: Int
  /// The SHA-256 of the flagged text without white space, in lower-case hex, when it was readable.
  package var snippetHash: String?
  /// The SHA-256 of the flagged text without white space and comments, in lower-case hex; nil where it
  /// was not readable, and for credentials, which could be guessed by it.
  package var contextHash: String?
  /// Four digits of the SHA-256 of each of the two lines before that are not blank, without white
  /// space, the nearer one first: enough to tell copies apart, too few to guess a credential by.
  package var precedingHash: String?
  /// The enclosing function or class, outermost first, joined by dots, when it is known.
  package var logicalName: String?

  /// More than any file has, and far enough from overflow for every sum of two.
  private static let greatest = 1 << 31 - 2

  /// Makes a region; a tool's zeros, reversed ends and absurd numbers are mended to the nearest
  /// valid region.
  package init(
    path: String, startLine: Int, startColumn: Int = 1, endLine: Int? = nil, endColumn: Int? = nil,
    snippetHash: String? = nil, contextHash: String? = nil, precedingHash: String? = nil,
    logicalName: String? = nil
  ) {
    self.path = path
    self.startLine = min(max(1, startLine), Self.greatest)
    self.startColumn = min(max(1, startColumn), Self.greatest)
    self.endLine = min(max(self.startLine, endLine ?? self.startLine), Self.greatest)
    let least = self.endLine == self.startLine ? self.startColumn + 1 : 1
    self.endColumn = min(max(least, endColumn ?? least), Self.greatest + 1)
    self.snippetHash = snippetHash
    self.contextHash = contextHash
    self.precedingHash = precedingHash
    self.logicalName = logicalName
  }
}
