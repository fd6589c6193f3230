/// An end with a documented exit code and a message.
package struct ExitFailure: Error {
  /// What the program exits with.
  package var code: Int32
  /// The sentence that says why.
  package var message: String

  /// An end with `code`.
  package init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// A mistake in usage or policy.
  package static func usage(_ message: String) -> ExitFailure {
    ExitFailure(code: 2, message: message)
  }

  /// Says why on standard error.
  package func print() { Console.error("sentinel: \(message)\n") }
}
