/// Why a scan, an installation or a check could not go on; the message says what to do.
package struct ScanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure that a caller tells apart.
  package enum Code: String, Sendable {
    /// The request or a policy text is wrong: exit 2.
    case usage
    /// A tool or interpreter is not installed: exit 3.
    case missing
    /// An installed tool is not what was installed: exit 5.
    case tampered
    /// Something failed on the way: exit 3.
    case failed
    /// The sandbox could not be set up: exit 5.
    case sandbox
  }

  /// What kind of failure.
  package let code: Code
  /// What was wanted, what happened, what to do.
  package let message: String
  /// The path, tool or stage concerned.
  package let context: String

  /// Makes an error; only code and context tell one from another.
  package init(_ code: Code, _ message: String, context: String = "") {
    self.code = code
    self.message = message
    self.context = context
  }

  /// The message, after its context.
  package var description: String { context.isEmpty ? message : "\(context): \(message)" }

  /// Whether two errors are of one kind about one thing.
  package static func == (lhs: ScanError, rhs: ScanError) -> Bool {
    lhs.code == rhs.code && lhs.context == rhs.context
  }
}
