internal import FoundationEssentials
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
    }

    /// Everything in order.
    package var events: [Event]
    /// Connections that were opened from the outside of the sandbox.
    package var opens: Int

    /// The addresses of all connections and requests.
    package var addresses: Set<String> { Set(events.compactMap(\.address)) }
    /// The names of all questions.
    package var names: Set<String> {
      Set(events.filter { $0.kind == "question" }.compactMap(\.name))
    }
  }

  /// Why there can be none here; nothing when there can.
  package static let obstacle: String? = {
    if !Caller.isRoot { return "a network namespace of the test's own needs root" }
    for program in ["/usr/bin/python3", "/usr/bin/openssl"]
    where !FileManager.default.isExecutableFile(atPath: program) { return "\(program) is missing" }
    return nil
  }()

  /// Names with their addresses; the flipping one has a second answer.
  private static let zone = """
    {"allowed.test": ["93.184.216.34"], "plain.test": ["93.184.216.35"],
     "raw.test": ["93.184.216.36"], "ssh.test": ["93.184.216.37"],
     "auto.test": ["93.184.216.38"], "a.b.wild.test": ["93.184.216.39"],
     "bad.wild.test": ["93.184.216.40"], "denied.test": ["93.184.216.41"],
     "flips.wild.test": [["93.184.216.42"], ["10.1.2.3"]], "inward.test": ["127.0.0.1"],
     "inward0.wild.test": ["10.0.0.1"], "inward1.wild.test": ["169.254.169.254"],
     "inward2.wild.test": ["192.168.1.1"], "inward3.wild.test": ["100.64.0.1"],
     "inward4.wild.test": ["198.18.0.1"], "inward5.wild.test": ["::1"],
     "inward6.wild.test": ["64:ff9b::a00:1"], "inward7.wild.test": ["2002:a00:1::1"],
     "inward8.wild.test": ["0.0.0.0"]}
    """

  /// The allow-list that the attempts are made against.
  private static let profile = """
    schema: sentinel.profile/1
    name: lab
    summary: The laboratory's allow-list.
    inherits: default
    network:
      mode: egress
      rules:
        - {allow: allowed.test}
        - {allow: plain.test, ports: 80}
        - {allow: raw.test, ports: 7777, mode: raw}
        - {allow: ssh.test, ports: 22}
        - {allow: "**.wild.test"}
        - {allow: auto.test, ports: 9999}
        - {allow: inward.test}
        - {deny: bad.wild.test}
    limits: {wall: 180s}

    """

  /// The folder of zone, certificate and notes.
  package let folder: Scratch

  /// Makes the zone and a certificate for its names.
  package init() throws {
    folder = try Scratch("lab")
    try folder.write(Self.zone, to: "zone.json")
    let key = folder.url.appending(path: "key.pem"),
      certificate = folder.url.appending(path: "ca.pem")
    let names = ["allowed.test", "*.wild.test", "*.b.wild.test", "auto.test", "inward.test"]
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
    call.profile = try call.home.write(Self.profile, to: "lab.yaml").path
    call.place = ["/usr/bin/python3", Self.source("lab.py").path, folder.url.path, "--"]
    call.seconds = 200
    call.needs = [folder]
    try call.workspace.copy(Self.source("attempts.py"), as: "attempts.py")
    try call.workspace.copy(folder.url.appending(path: "ca.pem"), as: "ca.pem")
    return call
  }

  /// The same attempts in the laboratory without any sandbox.
  package func control(_ rows: [String] = []) throws -> [Observation] {
    let finished = try HostProcess.run(
      [
        "/usr/bin/python3", Self.source("lab.py").path, folder.url.path, "--", "/usr/bin/python3",
        Self.source("attempts.py").path,
      ] + rows,
      environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"], seconds: 120)
    return Observation.parse(finished.output)
  }

  /// What arrived in the last run.
  package func notes() throws -> Notes {
    try JSONDecoder().decode(
      Notes.self, from: Data(contentsOf: folder.url.appending(path: "notes.json")))
  }

  private static func source(_ name: String) -> URL {
    Executables.package.appending(path: "Tests/EgressLab/\(name)")
  }
}
