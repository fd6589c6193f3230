internal import CDigest

/// The name that git gives a file's content, without asking git.
package enum BlobName {
  /// The name in hexadecimal digits: SHA-256 in a repository whose names have 64 digits, SHA-1 else.
  package static func of(_ content: [UInt8], digits: Int) -> String {
    let start = Array("blob \(content.count)".utf8) + [0]
    return hexadecimal(digits == 64 ? sha256([start, content]) : sha1([start, content]))
  }

  private static func sha1(_ parts: [[UInt8]]) -> [UInt8] {
    var state = sentinel_sha1()
    unsafe sentinel_sha1_start(&state)
    for part in parts {
      unsafe part.withUnsafeBytes { bytes in
        unsafe sentinel_sha1_add(&state, bytes.baseAddress, bytes.count)
      }
    }
    var digest = [UInt8](repeating: 0, count: 20)
    unsafe sentinel_sha1_finish(&state, &digest)
    return digest
  }

  private static func sha256(_ parts: [[UInt8]]) -> [UInt8] {
    var state = sentinel_sha256()
    unsafe sentinel_sha256_start(&state)
    for part in parts {
      unsafe part.withUnsafeBytes { bytes in
        unsafe sentinel_sha256_add(&state, bytes.baseAddress, bytes.count)
      }
    }
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe sentinel_sha256_finish(&state, &digest)
    return digest
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
