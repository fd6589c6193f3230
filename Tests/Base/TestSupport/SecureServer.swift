internal import FoundationEssentials

/// A server behind TLS with a certificate of an authority of its own, and what it was asked.
package final class SecureServer: Sendable {
  /// A request that arrived, or why a connection ended.
  package struct Seen: Decodable, Sendable {
    package var head: String?
    package var body: Int?
    package var name: String?
    package var version: String?
    package var alpn: String?
    package var error: String?
  }

  /// Why there can be none here; nothing when there can.
  package static let obstacle: String? = {
    for program in ["/usr/bin/python3", "/usr/bin/openssl"]
    where !FileManager.default.isExecutableFile(atPath: program) { return "\(program) is missing" }
    return nil
  }()

  /// Why it can serve no repositories here.
  package static let gitObstacle: String? = {
    for program in ["/usr/bin/git", "/usr/lib/git-core/git-http-backend"]
    where !FileManager.default.isExecutableFile(atPath: program) { return "\(program) is missing" }
    return obstacle
  }()

  /// What it serves and notes.
  package let folder: Scratch
  /// Where it listens on 127.0.0.1.
  package let port: UInt16
  private let process: HostProcess

  /// Starts one whose certificate is for what openssl calls its alternative names, none when empty; its
  /// common name is api.test.
  package init(
    names: String = "DNS:api.test", days: Int = 2, isSelfSigned: Bool = false,
    prepare: (Scratch) throws -> Void = { _ in }
  ) throws {
    folder = try Scratch("upstream")
    try Self.makeCertificates(in: folder, names: names, days: days, isSelfSigned: isSelfSigned)
    try prepare(folder)
    process = try HostProcess(
      [
        "/usr/bin/python3",
        Executables.package.appending(path: "Tests/Sandbox/EgressLab/upstream.py").path,
        folder.url.path,
      ], environment: ["PATH": "/usr/bin:/bin"])
    let said = process.wait(for: "ready") ?? ""
    port = said.split(separator: " ").dropFirst().first.flatMap { UInt16($0) } ?? 0
  }

  deinit { process.end() }

  /// The authority's certificate.
  package var roots: String {
    (try? String(contentsOf: folder.url.appending(path: "ca.pem"), encoding: .utf8)) ?? ""
  }

  /// Everything that arrived so far.
  package var seen: [Seen] {
    let text =
      (try? String(contentsOf: folder.url.appending(path: "seen.jsonl"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Seen.self, from: Data($0.utf8))
    }
  }

  /// The heads of the requests that arrived.
  package var heads: [String] { seen.compactMap(\.head) }

  private static func makeCertificates(
    in folder: Scratch, names: String, days: Int, isSelfSigned: Bool
  ) throws {
    let place = { (name: String) in folder.url.appending(path: name).path }
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    let openssl = { (arguments: [String]) throws in
      _ = try HostProcess.run(["/usr/bin/openssl"] + arguments)
    }
    for authority in ["ca", "other"] {
      try openssl(
        [
          "req", "-x509", "-days", "2", "-subj", "/CN=authority", "-keyout",
          place("\(authority).key"),
        ]
          + key + ["-out", place("\(authority).pem")])
    }
    let signer = isSelfSigned ? "other" : "ca"
    try openssl(
      ["req", "-subj", "/CN=api.test", "-keyout", place("server.key"), "-out", place("server.csr")]
        + key)
    try folder.write(names.isEmpty ? "" : "subjectAltName=\(names)\n", to: "names.cnf")
    try openssl(
      [
        "x509", "-req", "-in", place("server.csr"), "-CA", place("\(signer).pem"), "-CAkey",
        place("\(signer).key"), "-CAcreateserial", "-extfile", place("names.cnf"), "-out",
        place("server.crt"), "-days", "\(days)",
      ])
    let both = ["server.key", "server.crt"].compactMap {
      try? String(contentsOfFile: place($0), encoding: .utf8)
    }
    try folder.write(both.joined(), to: "server.pem", mode: 0o600)
  }
}
