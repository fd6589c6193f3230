internal import Crypto
internal import FoundationEssentials

/// The public half of a log's key: C2SP signed-note, type 1 (Ed25519).
package struct VerifierKey: Sendable, Equatable {
  /// The key's name, the log's origin too: no white space, no plus sign.
  package let name: String
  /// The 32 bytes of the public key.
  package let publicKey: [UInt8]

  /// A key of a name and 32 bytes; nil when either is none.
  package init?(name: String, publicKey: [UInt8]) {
    guard Self.isName(name), publicKey.count == 32,
      (try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)) != nil
    else { return nil }
    self.name = name
    self.publicKey = publicKey
  }

  /// Reads `NAME+HEX+BASE64`; nil when it is anything else or the identifier does not match.
  package init?(_ text: String) {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let data = Data(base64Encoded: String(parts[2])), data.first == 1
    else { return nil }
    self.init(name: String(parts[0]), publicKey: Array(data.dropFirst()))
    guard description == text else { return nil }
  }

  /// `NAME+HEX+BASE64`, which other verifiers read.
  package var description: String {
    let hexadecimal = identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(name)+\(hexadecimal)+\(Data([1] + publicKey).base64EncodedString())"
  }

  /// The first four bytes of SHA-256(name, newline, 0x01, public key).
  package var identifier: [UInt8] {
    Array(TreeHash.digest(Array(name.utf8) + [0x0A, 0x01] + publicKey).bytes.prefix(4))
  }

  /// Whether a signature of 64 bytes is of these bytes by this key.
  package func isSignature(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      return false
    }
    return key.isValidSignature(Data(signature), for: Data(bytes))
  }

  /// Whether a text may name a key.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
      && !text.contains("+")
  }
}
