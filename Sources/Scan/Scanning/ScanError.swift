/// Why a scan, an installation or a check could not go on; the message says what to do.
public struct ScanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure that a caller tells apart.
  public enum Code: String, Sendable {
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
  public let code: Code
  /// What was wanted, what happened, what to do.
  public let message: String
  /// The path, tool or stage concerned.
  public let context: String

  /// Makes an error.
  public init(_ code: Code, _ message: String, context: String = "") {
    self.code = code
    self.message = message
    self.context = context
  }

  /// The message, after its context.
  public var description: String { context.isEmpty ? message : "\(context): \(message)" }

  /// Whether two errors are of one kind about one thing.
  public static func == (lhs: ScanError, rhs: ScanError) -> Bool {
    lhs.code == rhs.code && lhs.context == rhs.context
  }
}
