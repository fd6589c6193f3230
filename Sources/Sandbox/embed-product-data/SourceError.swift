/// A mistake in a file to be embedded, printed the way compilers do.
struct SourceError: Error, Equatable, CustomStringConvertible {
  /// The file.
  var path: String
  /// The line, from 1; nil when the mistake has no place.
  var line: Int?
  /// What is wrong and what to write instead.
  var message: String

  var description: String {
    "\(path):\(line.map { "\($0):" } ?? "") error: \(message)"
  }
}
