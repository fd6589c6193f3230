/// One mistake in a text that somebody wrote, with what to write instead.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the mistake is.
  package var mark: Mark

  /// What is wrong, as a clause without a full stop; it may quote the text and is not escaped.
  package var message: String

  /// What to do, as a phrase that starts with a verb.
  package var remedy: String

  /// Describes a mistake; a remedy is an imperative such as `write a size such as 512M`.
  package init(_ mark: Mark, _ message: String, remedy: String) {
    self.mark = mark
    self.message = message
    self.remedy = remedy
  }

  /// The file as messages name it.
  package var file: String { mark.file }

  /// The line, counted from 1.
  package var line: Int { mark.line }

  /// The column in bytes of UTF-8, counted from 1.
  package var column: Int { mark.column }

  /// The text form: `file:line: what is wrong; write … instead`.
  package var description: String { "\(mark): \(message); \(remedy)" }
}

/// All mistakes of one or more texts, in the order of file and line.
package struct Problems: Error, Equatable, Sendable, CustomStringConvertible {
  /// The mistakes; never empty in a thrown value.
  package var all: [Problem]

  /// Collects mistakes and sorts them by place.
  package init(_ all: [Problem]) {
    self.all = all.sorted {
      ($0.file, $0.line, $0.column, $0.message) < ($1.file, $1.line, $1.column, $1.message)
    }
  }

  /// One line of text per mistake.
  package var description: String { all.map(\.description).joined(separator: "\n") }
}

/// The mistakes found so far while a text is read.
///
/// A reference, because every reader of one text adds to the same list.
package final class ProblemLog {
  /// The mistakes in the order in which they were found.
  package private(set) var all: [Problem] = []

  /// Makes an empty list, for one or more texts.
  package init() {}

  /// Adds a mistake; reading goes on, so that a user learns of all at once.
  package func report(_ mark: Mark, _ message: String, remedy: String) {
    all.append(Problem(mark, message, remedy: remedy))
  }

  /// Adds mistakes that were found elsewhere.
  package func report(_ problems: [Problem]) { all += problems }

  /// Throws everything found so far, if there is anything.
  package func throwIfAny() throws(Problems) {
    if !all.isEmpty { throw Problems(all) }
  }
}
