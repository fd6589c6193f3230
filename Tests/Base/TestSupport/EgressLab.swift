package import FoundationEssentials
internal import Glibc

/// A whole Internet in one network namespace, in which everything that a broker dials is seen.
package struct EgressLab {
  /// What arrived there.
  package struct Notes: Decodable, Sendable {
    /// One connection, request or question.
    package struct Event: Decodable, Sendable {
      package var kind: String
      package var name: String?
      package var address: String?
      package var host: String?
      package var line: String?
      package var fields: [String: String]?
    }

    /// How many packets opened connections to one place, or travelled alone.
    package struct Packets: Decodable, Sendable {
      package var `protocol`: String
      package var address: String
      package var port: Int
      package var count: Int
    }

    /// Everything in order.
    package var events: [Event]
    /// Every packet that opens a connection or belongs to none, as the interface saw it.
    package var packets: [Packets]
    /// Packets that the counter could not take; what it says holds only without any.
    package var packetsDropped: Int

    /// The addresses of all connections and requests.
    package var addresses: Set<String> { Set(events.compactMap(\.address)) }
    /// The names of all questions.
    package var names: Set<String> {
      Set(events.filter { $0.kind == "question" }.compactMap(\.name))
    }
    /// Where packets went, by protocol: `tcp 93.184.216.34:443`.
    package var targets: Set<String> {
      Set(
        packets.filter { $0.protocol != "answer" }.map {
          "\($0.protocol) \($0.address):\($0.port)"
        })
    }
  }

  /// Why there can be none here; nothing when there can.
  package static let obstacle: String? = {
    if !Caller.isRoot { return "a network namespace of the test's own needs root" }
    for program in ["/usr/bin/python3", "/usr/bin/openssl"]
    where !FileManager.default.isExecutableFile(atPath: program) { return "\(program) is missing" }
    return nil
  }()

  /// The folder of zone, certificate and notes.
  package let folder: Scratch

  /// The credential that its profile grants to some names.
  package static let credential = "s3cret-Token+of/the=laboratory"

  /// Makes a certificate for the names of the zone.
  package init() throws {
    folder = try Scratch("lab")
    try folder.copy(Self.source("zone.json"), as: "zone.json")
    let key = folder.url.appending(path: "key.pem"),
      certificate = folder.url.appending(path: "ca.pem")
    let names = [
      "allowed.test", "*.wild.test", "*.b.wild.test", "auto.test", "inward.test", "git.test",
      "index.test", "api.test", "once.test", "brief.test",
    ]
    _ = try HostProcess.run([
      "/usr/bin/openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
      "/CN=lab", "-keyout", key.path, "-out", certificate.path, "-addext",
      "subjectAltName=" + names.map { "DNS:\($0)" }.joined(separator: ","),
    ])
    let both =
      try String(contentsOf: key, encoding: .utf8)
      + String(contentsOf: certificate, encoding: .utf8)
    try folder.write(both, to: "server.pem", mode: 0o600)
  }

  /// A run in the laboratory with its allow-list; the workspace holds the attempts and `ca.pem`.
  package func call(_ caller: Caller) throws -> SandboxCall {
    var call = try SandboxCall(caller)
    let token = try call.home.write(Self.credential, to: "credential", mode: 0o600)
    let profile = try String(contentsOf: Self.source("lab.yaml"), encoding: .utf8)
    call.profile = try call.home.write(
      profile.replacing("CREDENTIAL", with: token.path), to: "lab.yaml"
    ).path
    let roots = try String(contentsOf: folder.url.appending(path: "ca.pem"), encoding: .utf8)
    try call.home.write(roots, to: "roots.pem")
    call.place = place
    call.seconds = 300
    call.needs = [folder]
    try call.workspace.copy(Self.source("attempts"), as: "attempts")
    try call.workspace.copy(folder.url.appending(path: "ca.pem"), as: "ca.pem")
    return call
  }

  /// The options by which a run of its profile verifies its servers.
  package static func roots(of call: SandboxCall) -> [String] {
    ["--ca-bundle", call.home.url.appending(path: "roots.pem").path]
  }

  /// The arguments for all attempts but floods and those that wait for deadlines.
  package static let quickly =
    ["-slow"] + ["S01", "E03", "E25", "E89", "E90", "E91", "E91b", "W92"].map { "-\($0)" }

  /// The same attempts in the laboratory without any sandbox, and what arrived.
  package func control(_ rows: [String] = []) throws -> (observations: [Observation], notes: Notes)
  {
    // In a process namespace of its own, with somebody to attack: nobody else's processes are touched.
    let apart = [
      "/usr/bin/unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh", "-c",
      "sleep 300 & \"$@\"", "sh",
    ]
    let finished = try HostProcess.run(
      place + apart + ["/usr/bin/python3", "-B", Self.source("attempts").path] + rows,
      environment: ["PATH": "/usr/bin:/bin"], seconds: 300)
    return (Observation.parse(finished.output), try notes())
  }

  /// What arrived in the last run.
  package func notes() throws -> Notes {
    try JSONDecoder().decode(
      Notes.self, from: Data(contentsOf: folder.url.appending(path: "notes.json")))
  }

  /// The arguments that put a command into the laboratory.
  private var place: [String] {
    ["/usr/bin/python3", "-B", Self.source("lab").path, folder.url.path, "--"]
  }

  /// A file or folder of the laboratory's own.
  package static func source(_ name: String) -> URL {
    Executables.package.appending(path: "Tests/Sandbox/EgressLab/\(name)")
  }
}
