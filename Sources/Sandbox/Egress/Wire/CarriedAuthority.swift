/// A certificate authority that was made for one run.
///
/// Its key is known to the broker and to the command line that started it, and to nobody else; it is
/// written nowhere.
package struct CarriedAuthority: Hashable, Sendable, Codable {
  /// Its certificate as PEM.
  package var certificate: String
  /// Its private key as PEM.
  package var key: String

  /// Pairs a certificate with the private key that belongs to it; nobody checks that here.
  package init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// How the broker's program is asked for a new authority.
package enum AuthorityRequest {
  /// Its one argument then.
  package static let argument = "--new-authority"
}
