import EgressTestKit
import Testing

@testable import Egress

@Suite struct ReflectionTests {
  private let token = "s3cr3t/t0ken+wi\"th=marks"

  private func scan(_ bytes: [UInt8], pieces: Int, _ automaton: SecretAutomaton) -> (
    passed: [UInt8], isCut: Bool
  ) {
    var scanner = ReflectionScanner(automaton)
    var passed: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      switch scanner.scan(bytes[start..<min(bytes.count, start + pieces)]) {
      case .pass(let bytes): passed += bytes
      case .cut(let bytes): return (passed + bytes, true)
      }
    }
    return (passed + scanner.finish(), false)
  }

  @Test func `probes 97 and 102 an answer ends before the first byte of a credential`() throws {
    let secret = try #require(Secret(Array(token.utf8)))
    let automaton = SecretAutomaton(secrets: [secret])
    let every = { (write: (String) -> String) in
      secret.bytes.map { write(String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)) }.joined()
    }
    let percent = "s3cr3t%2Ft0ken%2Bwi%22th%3Dmarks"
    let forms = [
      token, percent,
      percent.replacing("%2F", with: "%2f").replacing("%2B", with: "%2b").replacing(
        "%3D", with: "%3d"),
      "s3cr3t\\/t0ken+wi\\\"th=marks", "s3cr3t/t0ken+wi&quot;th=marks",
      "s3cr3t/t0ken+wi%22th=marks", "s3cr3t/t0ken+wi&#x22;th=marks",
      "s3cr3t&#47;t0ken&#43;wi&#34;th&#61;marks",
      every { "%" + $0 }, every { "%" + $0.uppercased() }, every { "\\u00" + $0 },
      every { "&#x" + $0 + ";" },
      every { $0 },
    ]
    for form in forms {
      let text = Array("{\"headers\": \"s3cr3t s3cr3t/t0ke".utf8)
      let whole = text + Array(form.utf8) + Array("\"} and more".utf8)
      for pieces in [1, 2, 3, 7, 64, whole.count] {
        let result = scan(whole, pieces: pieces, automaton)
        #expect(result.isCut && result.passed == text, "\(form) \(pieces)")
      }
    }
  }

  @Test func `base64 of a credential is found at every place of a longer text`() throws {
    let secret = try #require(Secret(Array("\u{fb}\u{ff}tok?~>en".utf8)))
    let automaton = SecretAutomaton(secrets: [secret])
    for before in 0..<7 {
      for after in 0..<4 {
        let bytes =
          Array("abcdefg".utf8.prefix(before)) + secret.bytes + Array("xyz".utf8.prefix(after))
        for encoded in [Base64.encode(bytes), Base64.urlForm(Base64.encode(bytes))] {
          let result = scan(encoded, pieces: 3, automaton)
          #expect(result.isCut && result.passed.count <= (before * 8 + 5) / 6)
        }
      }
    }
    #expect(Base64.encode(Array("any carnal pleas".utf8)) == Array("YW55IGNhcm5hbCBwbGVhcw==".utf8))
  }

  @Test func `what holds no credential passes whole, whatever the pieces`() throws {
    let automaton = SecretAutomaton(patterns: [
      Array("abab".utf8), Array("bababb".utf8), [0, 1, 2],
    ])
    var random = SeededRandom(seed: 9)
    for _ in 0..<5000 {
      let bytes = (0..<random.below(40)).map { _ in
        [0, 1, 0x61, 0x62, 0x63][random.below(5)] as UInt8
      }
      let text = bytes.map { String(UnicodeScalar($0)) }.joined()
      let first = ["abab", "bababb", "\u{0}\u{1}\u{2}"].compactMap { text.firstRange(of: $0) }
        .map { text.distance(from: text.startIndex, to: $0.upperBound) }.min()
      let result = scan(bytes, pieces: 1 + random.below(6), automaton)
      #expect(result.isCut == (first != nil))
      #expect(result.isCut ? bytes.starts(with: result.passed) : bytes == result.passed)
      if let first { #expect(result.passed.count <= first - 3) }
    }
  }
}
