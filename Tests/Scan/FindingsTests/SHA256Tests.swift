import CDigest
import Testing

@testable import Text

@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlm"
        + "nopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the published vectors hold`(text: String, expected: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == expected)
  }

  @Test func `a million letters give the published digest`() {
    var digest = SHA256()
    for _ in 0..<1_000 { digest.add([UInt8](repeating: UInt8(ascii: "a"), count: 1_000)) }
    #expect(
      SHA256.hex(digest.digest())
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `pieces give the digest of the whole at every length up to 200`() {
    for length in 0...200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let whole = SHA256.digest(of: bytes)
      for piece in [1, 7, 63, 64, 65] {
        var digest = SHA256()
        for start in stride(from: 0, to: length, by: piece) {
          digest.add(bytes, in: start..<min(start + piece, length))
        }
        #expect(digest.digest() == whole, "length \(length) in pieces of \(piece)")
      }
    }
  }

  @Test func `plain code and the processor's instructions agree`() {
    for length in stride(from: 0, to: 5000, by: 13) {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: ($0 &* 131) >> 3 &+ length) }
      let zeros = [UInt8](repeating: 0, count: (119 - length % 64) % 64)
      let size = (0..<8).map { UInt8(truncatingIfNeeded: (length * 8) >> (56 - 8 * $0)) }
      let padded = bytes + [0x80] + zeros + size
      // The initial state of FIPS 180-4, section 5.3.3.
      var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
      ]
      unsafe sentinel_sha256_blocks(&state, padded, padded.count / 64)
      let plain = state.flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
      }
      #expect(plain == SHA256.digest(of: bytes), "\(length) bytes")
    }
  }

  @Test func `asking for the digest does not end the computation`() {
    var digest = SHA256()
    digest.add(Array("ab".utf8))
    _ = digest.digest()
    digest.add(Array("c".utf8))
    #expect(digest.digest() == SHA256.digest(of: Array("abc".utf8)))
  }
}
