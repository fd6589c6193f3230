/// A fix that a tool offers for its finding: parts of the same file and what takes their place.
///
/// Untrusted, and nothing but text: whoever applies it has to prove it.
package struct Fix: Codable, Equatable, Sendable {
  /// What the tool's columns count.
  package enum Columns: String, Codable, Sendable {
    /// Unicode's code points.
    case codePoints
    /// The tool does not say: behind anything but ASCII nothing can be told.
    case unknown
  }

  /// A part of the file and what takes its place; lines and columns from 1, the end not part of it.
  package struct Edit: Codable, Equatable, Sendable {
    /// The first line that it replaces, from 1.
    package var startLine: Int
    /// The column of the first character in that line, from 1.
    package var startColumn: Int
    /// The line in which it ends, from 1.
    package var endLine: Int
    /// The column behind the last character.
    package var endColumn: Int
    /// What takes the place.
    package var text: String

    /// Makes an edit; where both ends are one place it only inserts.
    package init(
      startLine: Int, startColumn: Int, endLine: Int, endColumn: Int, text: String
    ) {
      self.startLine = startLine
      self.startColumn = startColumn
      self.endLine = endLine
      self.endColumn = endColumn
      self.text = text
    }
  }

  /// The name of the tool that offers it.
  package var tool: String
  /// The tool's rule that it is for.
  package var rule: String
  /// What the fix does, in the tool's words; empty when it says nothing.
  package var title: String
  /// What the columns of the edits count.
  package var columns: Columns
  /// Every edit, all against the file as it was, in the tool's order; 1 to 1,000.
  package var edits: [Edit]

  /// The most edits of one fix.
  package static let mostEdits = 1_000
  /// The most bytes that the texts of one fix have together.
  package static let mostBytes = 1 << 16

  /// Makes a fix; nil for none or too many edits, too much text, or a place that no file has.
  package init?(tool: String, rule: String, title: String, columns: Columns, edits: [Edit]) {
    let places = edits.flatMap { [$0.startLine, $0.startColumn, $0.endLine, $0.endColumn] }
    guard (1...Self.mostEdits).contains(edits.count), places.allSatisfy({ $0 >= 1 }),
      edits.reduce(0, { $0 + $1.text.utf8.count }) <= Self.mostBytes
    else { return nil }
    self.tool = tool
    self.rule = rule
    self.title = title
    self.columns = columns
    self.edits = edits
  }
}
