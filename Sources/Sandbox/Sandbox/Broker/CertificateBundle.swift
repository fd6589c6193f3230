internal import Egress
internal import Kernel

/// The certificates of those who sign for servers: the caller's file, or the machine's bundle.
enum CertificateBundle {
  /// Where distributions keep it: Debian and Arch, Fedora, openSUSE, newer Fedora, Alpine.
  private static let places = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// The bundle as PEM; nil when no rule speaks TLS upstream.
  static func read(_ chosen: BytePath?, for rules: [RuleDescription]) throws(Refusal) -> String? {
    guard rules.contains(where: { $0.mode == EgressMode.tlsUp.rawValue && $0.verdict != "deny" })
    else { return nil }
    let remedy = "name a file of certificates in PEM with --ca-bundle"
    if let chosen {
      do throws(KernelFailure) {
        return String(decoding: try FileSystem.read(chosen, limit: limit), as: UTF8.self)
      } catch {
        throw Refusal("\(chosen) cannot be read: \(error.reason)", remedy: remedy)
      }
    }
    for place in places {
      if let bytes = try? FileSystem.read(BytePath(place), limit: limit), !bytes.isEmpty {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    throw Refusal("this machine has no bundle of certificates", remedy: remedy)
  }

  /// The bundles of distributions have a quarter of a mebibyte.
  private static let limit = 4 << 20
}
