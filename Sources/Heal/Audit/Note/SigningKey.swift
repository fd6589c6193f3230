internal import Crypto
internal import FoundationEssentials

/// A log's private key, Ed25519.
///
/// It prints as its public half alone.
package struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The public half, which may be shown to anybody.
  package let verifier: VerifierKey
  private let key: Curve25519.Signing.PrivateKey

  /// A new key from the system's randomness; nil when the name cannot be one.
  package init?(newNamed name: String) {
    self.init(name: name, key: Curve25519.Signing.PrivateKey())
  }

  private init?(name: String, key: Curve25519.Signing.PrivateKey) {
    guard
      let verifier = VerifierKey(name: name, publicKey: Array(key.publicKey.rawRepresentation))
    else { return nil }
    self.key = key
    self.verifier = verifier
  }

  /// Reads a key file: `PRIVATE+KEY+NAME+HEX+BASE64` and a newline, as Go's note package writes it.
  package init?(file bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else {
      return nil
    }
    let parts = text.dropLast().split(
      separator: "+", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "PRIVATE", parts[1] == "KEY",
      let data = Data(base64Encoded: String(parts[4])), data.first == 1,
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: data.dropFirst())
    else { return nil }
    self.init(name: String(parts[2]), key: key)
    guard fileBytes == bytes else { return nil }
  }

  /// The content of a key file, which only its owner may read.
  package var fileBytes: [UInt8] {
    let parts = verifier.description.split(separator: "+", maxSplits: 2)
    let secret = Data([1] + key.rawRepresentation).base64EncodedString()
    return Array("PRIVATE+KEY+\(verifier.name)+\(parts[1])+\(secret)\n".utf8)
  }

  /// Signs bytes: 64 bytes.
  package func signature(of bytes: [UInt8]) throws(AuditError) -> [UInt8] {
    do {
      return Array(try key.signature(for: Data(bytes)))
    } catch {
      throw AuditError(.refused, "the key does not sign: \(error)")
    }
  }

  /// The public half alone, so that no message shows the key.
  package var description: String { verifier.description }

  /// Nothing but the public half is shown to whoever looks inside.
  package var customMirror: Mirror { Mirror(self, children: ["verifier": verifier]) }
}
