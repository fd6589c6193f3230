/// What is wrong with a log, a key or a note, in a sentence that says what to do where one can.
package struct AuditError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of trouble, which a caller may tell apart.
  package enum Code: String, Sendable, Codable {
    /// Bytes differ from what was signed.
    case tampered
    /// The log is shorter than a checkpoint of it.
    case truncated
    /// Two checkpoints of one size or prefix contradict each other.
    case forked
    /// A signature is by another key than the expected one.
    case wrongKey
    /// Text that is not in the format.
    case malformed
    /// An entry that cannot be written.
    case refused
  }

  /// The kind of failure, by which commands choose their exit code.
  package var code: Code
  /// What is wrong, in one sentence without secrets.
  package var description: String

  /// An error of this kind.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
