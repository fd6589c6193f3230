internal import CDigest

/// The SHA-256 of bytes that arrive in pieces (FIPS 180-4).
package struct SHA256 {
  private var state = sentinel_sha256()

  /// Starts over no bytes.
  package init() {
    unsafe sentinel_sha256_start(&state)
  }

  /// Adds bytes behind everything that was added before.
  package mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe sentinel_sha256_add(&state, buffer.baseAddress, buffer.count)
    }
  }

  /// Adds part of an array without copying it; the range must lie inside.
  package mutating func add(_ bytes: [UInt8], in range: Range<Int>) {
    unsafe bytes.withUnsafeBytes { buffer in
      let part = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
      unsafe sentinel_sha256_add(&state, part.baseAddress, part.count)
    }
  }

  /// Gives the 32 bytes of the digest over everything added so far; more may be added afterwards.
  package func digest() -> [UInt8] {
    var ended = state
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      if let base = buffer.baseAddress {
        unsafe sentinel_sha256_finish(&ended, base)
        count = 32
      }
    }
  }

  /// Gives the digest of pieces of bytes after each other.
  package static func digest(of pieces: [UInt8]...) -> [UInt8] {
    var digest = SHA256()
    for piece in pieces { digest.add(piece) }
    return digest.digest()
  }

  /// Gives the digest of one piece of bytes in 64 lower-case hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    hex(digest(of: bytes))
  }

  /// Writes bytes in lower-case hexadecimal digits.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
