/// Why a file that should name packages cannot be read.
package struct PackageFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, without the name of the file.
  package var message: String
  /// The line, from 1; nil where the whole file is meant.
  package var line: Int?

  /// Makes an error.
  package init(_ message: String, line: Int? = nil) {
    self.message = message
    self.line = line
  }

  /// One line for a report.
  package var description: String { line.map { "line \($0): \(message)" } ?? message }
}
