internal import Crypto
internal import Egress
internal import FoundationEssentials
internal import NIOSSL
internal import SwiftASN1
internal import X509

/// What a server of a name shows to clients: a certificate and what proves that it is his.
struct ServerIdentity {
  let context: NIOSSLContext
}

/// A certificate authority for one run: it signs for the names that clients of the run ask for.
///
/// Its certificate is trusted in the sandbox of the run and nowhere else; its key leaves neither the
/// broker nor the command line, and dies with both.
final class RunAuthority {
  /// Longer than any run, and short enough to be worthless soon.
  private static let lifetime: TimeInterval = 7 * 86_400
  /// Clocks of machines that are compared within a run differ by less.
  private static let leeway: TimeInterval = 3600
  /// Names under wildcards are the payload's choice; the certificates of so many are kept.
  private static let mostKept = 64

  private let certificate: Certificate
  private let key: Certificate.PrivateKey
  /// One key for every server: who could read one could read all.
  private let serverKey = P256.Signing.PrivateKey()
  private var kept: [HostName: ServerIdentity] = [:]

  /// Makes a new one.
  static func make() throws -> CarriedAuthority {
    let secret = P256.Signing.PrivateKey()
    let key = Certificate.PrivateKey(secret)
    let name = try DistinguishedName { CommonName("Sentinel, for one run") }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey,
      notValidBefore: Date() - leeway, notValidAfter: Date() + lifetime, issuer: name,
      subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
        SubjectKeyIdentifier(hash: key.publicKey)
      }, issuerPrivateKey: key)
    return CarriedAuthority(
      certificate: try certificate.serializeAsPEM().pemString, key: secret.pemRepresentation)
  }

  /// Takes one up.
  init(_ carried: CarriedAuthority) throws {
    certificate = try Certificate(pemEncoded: carried.certificate)
    key = Certificate.PrivateKey(try P256.Signing.PrivateKey(pemRepresentation: carried.key))
  }

  /// What the server of a name shows.
  func identity(of name: HostName) throws -> ServerIdentity {
    if let identity = kept[name] { return identity }
    let subject = try DistinguishedName { CommonName(String(name.text.prefix(64))) }
    let issued = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(serverKey.publicKey),
      notValidBefore: Date() - Self.leeway, notValidAfter: certificate.notValidAfter,
      issuer: certificate.subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames([.dnsName(name.text)])
        SubjectKeyIdentifier(hash: Certificate.PublicKey(serverKey.publicKey))
        AuthorityKeyIdentifier(
          keyIdentifier: SubjectKeyIdentifier(hash: key.publicKey).keyIdentifier)
      }, issuerPrivateKey: key)
    let shown = try NIOSSLCertificate(
      bytes: Array(try issued.serializeAsPEM().derBytes), format: .der)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(shown)],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(serverKey.derRepresentation), format: .der)))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    configuration.renegotiationSupport = .none
    let identity = ServerIdentity(context: try NIOSSLContext(configuration: configuration))
    if kept.count >= Self.mostKept { kept.removeAll() }
    kept[name] = identity
    return identity
  }
}
