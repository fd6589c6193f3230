import FoundationEssentials
import Testing

@testable import Audit

/// Keys, signatures and checkpoints in the C2SP formats.
@Suite struct NoteTests {
  @Test func `the example of Go's note package is read and its signature holds`() throws {
    let text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    let key = try #require(VerifierKey(text))
    #expect(key.description == text && key.name == "PeterNeumann")
    let message = """
      If you think cryptography is the answer to your problem,
      then you don't know what your problem is.

      """
    let signature = try #require(
      TreeHashBase64.bytes(
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
      ))
    #expect(Array(signature.prefix(4)) == key.identifier)
    #expect(key.isSignature(Array(signature.dropFirst(4)), of: Array(message.utf8)))
    #expect(!key.isSignature(Array(signature.dropFirst(4)), of: Array("\(message)!".utf8)))
  }

  @Test(arguments: [
    "", "name", "name+00000000", "name+00000000+AQ==", "na me+c74f20a3+ARpc",
    "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumamm+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW\n",
  ])
  func `nothing else is a verifier key`(text: String) {
    #expect(VerifierKey(text) == nil)
  }

  @Test func `a key file is read as it was written, and prints nothing secret`() throws {
    let key = try #require(SigningKey(newNamed: "sentinel/test"))
    let file = key.fileBytes
    let read = try #require(SigningKey(file: file))
    #expect(read.verifier == key.verifier && read.fileBytes == file)
    let secret = try #require(
      String(decoding: file, as: UTF8.self).split(separator: "+", maxSplits: 4).last)
    for text in [
      "\(key)", String(reflecting: key), "\(Mirror(reflecting: key).children.map(\.value))",
    ] {
      #expect(!text.contains(secret.dropLast(2)))
    }
    for end in [0, 10, file.count - 1] { #expect(SigningKey(file: Array(file.prefix(end))) == nil) }
    #expect(SigningKey(newNamed: "with space") == nil && SigningKey(newNamed: "a+b") == nil)
  }

  @Test func `a checkpoint is read when it is signed by the key, and only then`() throws {
    let key = try #require(SigningKey(newNamed: "sentinel/test"))
    let other = try #require(SigningKey(newNamed: "sentinel/test"))
    let checkpoint = Checkpoint(origin: "sentinel/test", size: 42, root: .leaf([1]))
    let note = checkpoint.note(signature: try checkpoint.signature(by: key))
    #expect(try Checkpoint(note: Array(note.utf8), key: key.verifier) == checkpoint)
    #expect(note.split(separator: "\n", omittingEmptySubsequences: false).count == 6)
    // With the signature of a witness beside it.
    let cosigned = note + "\u{2014} witness.example AAAAAAAA\n"
    #expect(try Checkpoint(note: Array(cosigned.utf8), key: key.verifier) == checkpoint)
    expect(.wrongKey, note, other.verifier)
    expect(.tampered, note.replacing("42", with: "43"), key.verifier)
    expect(.malformed, note.replacing("42", with: "042"), key.verifier)
    expect(.malformed, note.replacing("42", with: "-42"), key.verifier)
    expect(.malformed, note + (note.split(separator: "\n").last ?? "") + "\n", key.verifier)
    expect(.malformed, String(note.dropLast()), key.verifier)
    expect(.malformed, "", key.verifier)
    for index in Array(note.utf8).indices {
      var bytes = Array(note.utf8)
      bytes[index] ^= 1
      #expect(throws: AuditError.self) { try Checkpoint(note: bytes, key: key.verifier) }
    }
  }

  private func expect(_ code: AuditError.Code, _ note: String, _ key: VerifierKey) {
    do throws(AuditError) {
      _ = try Checkpoint(note: Array(note.utf8), key: key)
      Issue.record("accepted: \(note)")
    } catch {
      #expect(error.code == code, "\(error)")
    }
  }

  @Test(arguments: [
    (
      CanonicalJSON.object(["b": .integer(1), "a": .array([.null, .boolean(true)])]),
      #"{"a":[null,true],"b":1}"#
    ),
    (.text("\u{20AC}$\u{0F}\nA'B\"\\\\\"/"), #""€$\u000f\nA'B\"\\\\\"/""#),
    (
      .object(["\u{FB33}": .null, "\u{1F600}": .null, "\r": .null, "1": .null]),
      "{\"\\r\":null,\"1\":null,\"\u{1F600}\":null,\"\u{FB33}\":null}"
    ),
    (.integer(-9_007_199_254_740_992), "-9007199254740992"), (.object([:]), "{}"),
  ])
  func `a value has the one form of RFC 8785`(value: CanonicalJSON, text: String) {
    #expect(String(decoding: value.bytes, as: UTF8.self) == text)
    #expect(CanonicalJSON(bytes: Array(text.utf8)) == value)
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"b":1,"a":1}"#, #"{ "a":1}"#, "1.0", "1e3", "01", #""\u0041""#, "1.5",
    "9007199254740993", #"{"a":1}x"#, "", "nul", #""\/""#,
  ])
  func `another form of the same value is none`(text: String) {
    #expect(CanonicalJSON(bytes: Array(text.utf8)) == nil)
  }
}

private enum TreeHashBase64 {
  static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map(Array.init) }
}
