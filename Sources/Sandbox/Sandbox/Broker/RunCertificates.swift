internal import Egress
internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Policy

/// The certificate authority of one run, for rules whose clients speak TLS with the broker.
///
/// The payload gets its certificate, beside those that it would trust anyway, in a file and by the
/// variables in which programs look for one; the key goes to the broker in its sealed configuration.
struct RunCertificates {
  /// What the broker gets.
  let carried: CarriedAuthority
  /// What servers are trusted by: the machine's or the caller's bundle.
  private let bundle: String

  private static let folder: BytePath = "/etc/sentinel"
  /// The run's certificate alone.
  private static let own = folder.appending("run-ca.pem")
  /// The run's certificate behind the others.
  private static let whole = folder.appending("ca-certificates.pem")

  /// OpenSSL and what uses it or looks where it does (Go, Ruby, Rust's native certificates), curl,
  /// Python's requests, pip, git, cargo, the AWS tools, Deno.
  private static let replacing = [
    "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO",
    "CARGO_HTTP_CAINFO", "AWS_CA_BUNDLE", "DENO_CERT",
  ]
  /// Node.js adds a file to what it trusts.
  private static let adding = ["NODE_EXTRA_CA_CERTS"]

  /// Has an authority made, where a rule needs one.
  static func make(_ request: RunRequest, host: HostFacts) throws -> RunCertificates? {
    let rules = request.profile.networkRules
    guard request.profile.networkMode == .egress,
      rules.contains(where: { $0.clientTLS == true && $0.verdict != "deny" }),
      let bundle = try CertificateBundle.read(request.certificateBundle, for: rules)
    else { return nil }
    let program = host.launcher.parent.appending("sentinel-egress")
    let ends = try Handles.socketPair()
    let null = try Descriptor.open("/dev/null", O_RDWR)
    let process = try ChildProcess.spawn(
      program, arguments: [Array("sentinel-egress".utf8), Array(AuthorityRequest.argument.utf8)],
      environment: [], descriptors: [null.number, ends.other.number, 2])
    let own = ends.keepOwn()
    let answer = Result { () throws(KernelFailure) in try own.readAll(limit: 1 << 16) }
    let ending = try process.wait()
    guard ending == .exited(0), let bytes = try? answer.get(),
      let carried = try? JSONDecoder().decode(CarriedAuthority.self, from: Data(bytes))
    else {
      throw Refusal(
        "\(program) has made no certificate authority",
        remedy: "install the programs of one version beside each other")
    }
    return RunCertificates(carried: carried, bundle: bundle)
  }

  /// The files of the payload.
  var steps: [MountStep] {
    let all = bundle + (bundle.hasSuffix("\n") ? "" : "\n") + carried.certificate + "\n"
    return [
      MountStep(kind: .directory, target: Self.folder, mode: 0o755),
      MountStep(kind: .file, target: Self.own, content: Array((carried.certificate + "\n").utf8)),
      MountStep(kind: .file, target: Self.whole, content: Array(all.utf8)),
    ]
  }

  /// Sets the variables of the payload.
  func set(in variables: inout [String: [UInt8]]) {
    for name in Self.replacing { variables[name] = Self.whole.bytes }
    for name in Self.adding { variables[name] = Self.own.bytes }
  }
}
