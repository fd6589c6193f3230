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

  /// Where the payload finds the files.
  private var folder: BytePath = "/etc/sentinel"
  /// The run's certificate alone.
  private var own: BytePath { folder.appending("run-ca.pem") }
  /// The run's certificate behind the others.
  private var whole: BytePath { folder.appending("ca-certificates.pem") }

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

  private init(carried: CarriedAuthority, bundle: String) {
    (self.carried, self.bundle) = (carried, bundle)
  }

  /// The files of the payload in a view of its own.
  var steps: [MountStep] {
    [MountStep(kind: .directory, target: folder, mode: 0o755)]
      + files.map { MountStep(kind: .file, target: $0.path, content: $0.content) }
  }

  /// The same as files of a folder that the payload can read.
  func written(to folder: BytePath) throws(KernelFailure) -> RunCertificates {
    var placed = self
    placed.folder = folder
    for file in placed.files {
      let made = try Descriptor.open(file.path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
      try made.writeAll(file.content)
      guard fchmod(made.number, 0o644) == 0 else { throw KernelFailure.last("fchmod") }
    }
    return placed
  }

  private var files: [(path: BytePath, content: [UInt8])] {
    let all = bundle + (bundle.hasSuffix("\n") ? "" : "\n") + carried.certificate + "\n"
    return [(own, Array((carried.certificate + "\n").utf8)), (whole, Array(all.utf8))]
  }

  /// Sets the variables of the payload.
  func set(in variables: inout [String: [UInt8]]) {
    for name in Self.replacing { variables[name] = whole.bytes }
    for name in Self.adding { variables[name] = own.bytes }
  }
}
