/// A fix that a report brings along for one of its results; untrusted, and nothing of it is run.
package struct ReadyFix: Equatable, Sendable {
  /// A part of a file, as tools name it.
  package enum Region: Equatable, Sendable {
    /// Lines and columns from 1, the end not part of it; a missing end column is the line's end.
    case lines(start: Int, column: Int, end: Int, endColumn: Int?)
    /// So many characters from an offset from 0.
    case characters(offset: Int, count: Int)
    /// So many bytes from an offset from 0.
    case bytes(offset: Int, count: Int)
  }

  /// What a tool counts in a line.
  package enum Unit: Equatable, Sendable {
    /// Unicode's code points.
    case codePoints
    /// Units of UTF-16.
    case utf16
    /// Code points, with a tab that leads to the next column after a multiple of eight.
    case codePointsWithTabs
    /// The report does not say, and tools that do not say count code points, units of UTF-16 or bytes:
    /// behind anything but ASCII nothing can be told.
    case unknown
  }

  /// A part of a file and what takes its place.
  package struct Replacement: Equatable, Sendable {
    /// The part.
    package var region: Region
    /// What takes its place.
    package var text: String

    /// Makes one.
    package init(_ region: Region, _ text: String) {
      self.region = region
      self.text = text
    }
  }

  /// One file's replacements, all against the file as it was.
  package struct File: Equatable, Sendable {
    /// The file as the report names it.
    package var path: String
    /// The replacements in the report's order.
    package var replacements: [Replacement]
  }

  /// The tool.
  package var tool: String
  /// The rule that is broken, as the tool spells it.
  package var rule: String
  /// Where: the file as the report names it.
  package var path: String
  /// The line, from 1.
  package var line: Int
  /// What the fix does, in the tool's words.
  package var title: String
  /// The files that it changes; empty where the tool has a fix and the report does not hold it.
  package var files: [File]
  /// What the regions count.
  package var unit: Unit
}

/// Why a report of fixes cannot be used; nothing of it is.
package struct ReadyFixMistake: Error, Equatable, CustomStringConvertible {
  /// What is wrong, where, and what was wanted.
  package var description: String
}
