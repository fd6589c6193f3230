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
  /// The 32 bytes of the digest of some parts after each other.
  static func sha256(_ parts: [UInt8]...) -> [UInt8] {
    sha256 { state in
      for part in parts { unsafe sentinel_sha256_add(&state, part, part.count) }
    }
  }

  /// The 32 bytes of the digest of a part of an array.
  static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    sha256 { state in
      unsafe bytes.withUnsafeBytes { raw in
        if let base = raw.baseAddress { unsafe sentinel_sha256_add(&state, base, raw.count) }
      }
    }
  }

  private static func sha256(_ add: (inout sentinel_sha256) -> Void) -> [UInt8] {
    var state = sentinel_sha256()
    unsafe sentinel_sha256_start(&state)
    add(&state)
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      if let base = buffer.baseAddress { unsafe sentinel_sha256_finish(&state, base) }
      count = 32
    }
  }

  /// Bytes as lower-case hexadecimal digits.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      for half in [byte >> 4, byte & 15] {
        digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
