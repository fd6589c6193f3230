internal import CryptoExtras
internal import FoundationEssentials
internal import Text

/// What an App signs to prove that it is the App: a JSON Web Token with RS256 (RFC 7515, RFC 7518).
enum AppToken {
  /// A token of ten minutes at most, which is what GitHub takes; it begins a minute ago, for clocks
  /// differ.
  ///
  /// - Parameters:
  ///   - id: the App's id.
  ///   - key: its private key as PEM.
  ///   - seconds: the time, in seconds since 1970.
  /// - Returns: the token; nil when the key is none.
  static func make(id: String, key: String, at seconds: Int) -> String? {
    guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: key) else { return nil }
    let claims = JSONValue.object([
      "iat": .integer(seconds - 60), "exp": .integer(seconds + 540), "iss": .string(id),
    ])
    let text =
      encoded(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8)) + "." + encoded(claims.serialized())
    // RS256 is PKCS #1 v1.5, whatever its name in the library says of it.
    guard
      let signature = try? key.signature(for: Data(text.utf8), padding: .insecurePKCS1v1_5)
    else { return nil }
    return text + "." + encoded(Array(signature.rawRepresentation))
  }

  /// Base64 for addresses, without padding.
  private static func encoded(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
