/// Why a filter could not be made, read or trusted.
package struct FilterError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Code: String, Sendable {
    /// The policy refuses a call without which nothing can start.
    case launchMinimum
    /// The policy cannot be expressed as a filter.
    case unsupported
    /// libseccomp refused a step.
    case library
    /// A program is not one that the kernel would accept.
    case malformed
    /// A filter answers differently from the policy.
    case mismatch
  }

  /// What kind of failure it is.
  package var code: Code
  /// What failed and what to do, as one sentence for the user.
  package var message: String
  /// The system call or step in question.
  package var context: String

  /// Describes a failure; only code and context tell one from another.
  package init(_ code: Code, _ message: String, context: String = "") {
    self.code = code
    self.message = message
    self.context = context
  }

  /// The message alone: the context is for programs.
  package var description: String { message }

  /// Compares code and context; wording is free to change.
  package static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.context == right.context
  }
}
