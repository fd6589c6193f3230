internal import Text

/// A filter program that was compiled, compared with its policy and may be installed.
package struct CompiledFilter: Hashable, Sendable {
  /// The program: an array of `struct sock_filter`.
  package let program: [UInt8]

  /// What the supervisor answers; empty without a listener.
  package let answers: DenialAnswers

  /// Whether the program must be installed with a listener.
  package let usesListener: Bool

  /// The number of instructions.
  package var instructionCount: Int { program.count / 8 }

  /// The SHA-256 of the program, which the launcher attests.
  package var digest: [UInt8] { SHA256.digest(of: program) }
}
