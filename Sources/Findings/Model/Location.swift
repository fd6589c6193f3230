/// A region of a file; lines and columns count from 1, the end column is one past the last character.
public struct Location: Codable, Equatable, Hashable, Sendable {
  /// The file, relative to the scanned tree, with `/` between parts; bytes that are not UTF-8 are
  /// written as `\xHH`.
  public var path: String
  /// The first line.
  public var startLine: Int
  /// The first column, in Unicode scalars.
  public var startColumn: Int
  /// The last line, at least the first.
  public var endLine: Int
  /// One past the last column; greater than the first when both are on one line.
  public var endColumn: Int
  /// The SHA-256 of the flagged text without white space, in lower-case hex, when it was readable.
  public var snippetHash: String?
  /// The enclosing function or class, outermost first, joined by dots, when it is known.
  public var logicalName: String?

  /// Makes a region; a tool's zeros and reversed ends are mended to the smallest valid region.
  public init(
    path: String, startLine: Int, startColumn: Int = 1, endLine: Int? = nil, endColumn: Int? = nil,
    snippetHash: String? = nil, logicalName: String? = nil
  ) {
    self.path = path
    self.startLine = max(1, startLine)
    self.startColumn = max(1, startColumn)
    self.endLine = max(self.startLine, endLine ?? self.startLine)
    let least = self.endLine == self.startLine ? self.startColumn + 1 : 1
    self.endColumn = max(least, endColumn ?? least)
    self.snippetHash = snippetHash
    self.logicalName = logicalName
  }
}
