/// A fix that a tool offers for its finding: parts of the same file and what takes their place.
///
/// Untrusted, and nothing but text: whoever applies it has to prove it.
public struct Fix: Codable, Equatable, Sendable {
  /// What the tool's columns count.
  public enum Columns: String, Codable, Sendable {
    /// Unicode's code points.
    case codePoints
    /// The tool does not say: behind anything but ASCII nothing can be told.
    case unknown
  }

  /// A part of the file and what takes its place; lines and columns from 1, the end not part of it.
  public struct Edit: Codable, Equatable, Sendable {
    /// The first line.
    public var startLine: Int
    /// The column in it.
    public var startColumn: Int
    /// The line of the end.
    public var endLine: Int
    /// The column behind the last character.
    public var endColumn: Int
    /// What takes the place.
    public var text: String

    /// Makes one.
    public init(
      startLine: Int, startColumn: Int, endLine: Int, endColumn: Int, text: String
    ) {
      self.startLine = startLine
      self.startColumn = startColumn
      self.endLine = endLine
      self.endColumn = endColumn
      self.text = text
    }
  }

  /// The tool.
  public var tool: String
  /// Its rule.
  public var rule: String
  /// What the fix does, in the tool's words; empty when it says nothing.
  public var title: String
  /// What the columns of the edits count.
  public var columns: Columns
  /// Every edit, all against the file as it was, in the tool's order; 1 to 1,000.
  public var edits: [Edit]

  /// The most edits of one fix.
  public static let mostEdits = 1_000
  /// The most bytes that the texts of one fix have together.
  public static let mostBytes = 1 << 16

  /// Makes a fix; nil for none or too many edits, too much text, or a place that no file has.
  public init?(tool: String, rule: String, title: String, columns: Columns, edits: [Edit]) {
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
