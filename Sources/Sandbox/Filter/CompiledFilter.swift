import CDigest

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
  package var digest: [UInt8] { Digest.sha256(program) }
}

/// SHA-256 over byte arrays.
enum Digest {
  /// The 32 bytes of the digest.
  static func sha256(_ parts: [UInt8]...) -> [UInt8] {
    var state = sentinel_sha256()
    unsafe sentinel_sha256_start(&state)
    for part in parts { unsafe sentinel_sha256_add(&state, part, part.count) }
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe sentinel_sha256_finish(&state, &digest)
    return digest
  }

  /// Bytes as lower-case hexadecimal digits.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
