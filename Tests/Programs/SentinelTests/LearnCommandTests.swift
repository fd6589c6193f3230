import FoundationEssentials
import TestSupport
import Testing

/// `sentinel profile learn`, as somebody at a terminal has it.
@Suite(.serialized) struct LearnCommandTests {
  private let shell: CommandShell

  init() throws { shell = try CommandShell() }

  private var isolation: String {
    DelegatedGroup.ownIsWritable ? "--isolation full" : "--isolation available"
  }

  private func learn(_ options: String, _ command: String) throws -> HostProcess.Finished {
    try shell("$C profile learn --network \(isolation) \(options) -- \(command)")
  }

  @Test func `the profile goes to standard output and all else to the other`() throws {
    let finished = try learn("--profile build", "sh -c 'getent hosts a.test; exec 3<>/dev/tcp/x/1'")
    #expect(finished.code == 4, "\(finished)")
    #expect(finished.text.isEmpty)
    #expect(finished.errors.contains("sentinel: - a.test  left out: "), "\(finished.errors)")
    let asks = try learn("", "bash -c 'echo hello > /dev/tcp/a.test/8443; printf s%s aid'")
    #expect(asks.code == 0, "\(asks)")
    #expect(asks.text.contains("inherits: default\n"))
    #expect(asks.text.hasSuffix("- {allow: a.test, ports: 8443, mode: raw}\n"), "\(asks.text)")
    #expect(!asks.text.contains("said") && asks.errors.contains("said"))
    #expect(asks.errors.contains("nothing of this left the sandbox"))
  }

  @Test func `a profile of a file is continued with all that it says`() throws {
    try shell.home.write(
      """
      schema: sentinel.profile/1
      name: mine
      summary: Mine.
      inherits: test
      network: {mode: egress, rules: [{deny: b.test}, {allow: c.test}]}
      """, to: "mine.yaml")
    let finished = try learn(
      "--profile ~/mine.yaml --out ~/more.yaml",
      "bash -c 'for n in a b; do echo x > /dev/tcp/$n.test/443; done'")
    #expect(finished.code == 0, "\(finished)")
    let check = try shell("$C profile check ~/more.yaml && $C profile show ~/more.yaml --effective")
    #expect(check.code == 0, "\(check)")
    for line in [
      "name: more\n", "- {allow: a.test, mode: raw}\n", "deny: b.test", "allow: c.test",
    ] {
      #expect(check.text.contains(line), "\(line): \(check.text)")
    }
    #expect(!check.text.contains("allow: b.test"))
  }

  @Test(arguments: [
    ("profile learn -- true", "write --network"),
    ("profile learn --network", "no command"),
    ("profile learn --network --let-through-to 10.0.0.0/8 -- true", "needs --let-through"),
    (
      "profile learn --network --let-through --let-through-to 0.0.0.0/0 -- true",
      "nothing reaches while it is learnt from"
    ),
    (
      "profile learn --network --let-through --let-through-to 169.254.169.254 -- true",
      "nothing reaches while it is learnt from"
    ),
    ("profile learn --network --let-through --let-through-to a.test -- true", "is not an address"),
    ("profile learn --network --profile scanner -- true", "makes network.mode final"),
    ("profile learn --network --profile nowhere -- true", "there is no profile"),
    ("profile learn --network --out /nowhere/x.yaml -- true", "does not exist"),
  ])
  func `what cannot be meant is a mistake before anything runs`(
    line: String, reason: String
  ) throws {
    let finished = try shell("$C \(line)")
    #expect(finished.code == 2, "\(finished)")
    #expect(finished.errors.contains(reason), "\(finished.errors)")
  }

  @Test func `a profile that is final about its network cannot be got around by a file`() throws {
    for (name, final) in [("rules", "[network.rules]"), ("all", "[network]")] {
      try shell.home.write(
        """
        schema: sentinel.profile/1
        name: \(name)
        summary: Mine.
        inherits: default
        final: \(final)
        network: {mode: egress, rules: [{allow: a.test}]}
        """, to: "\(name).yaml")
      let finished = try shell("$C profile learn --network --profile ~/\(name).yaml -- true")
      #expect(finished.code == 2, "\(finished)")
      #expect(finished.errors.contains("final"), "\(finished.errors)")
    }
  }

  // MARK: A package from the machine's index

  /// Where pip on this machine gets packages: what its configuration names, or its own default.
  private struct Index: Decodable {
    var url: String
    var hosts: [String: [String]]

    static let script = """
      import json, socket, subprocess, sys, urllib.parse
      from pip._internal.models.index import PyPI
      found = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"],
                             capture_output=True, text=True)
      url = found.stdout.strip() or PyPI.simple_url
      names = [urllib.parse.urlsplit(url).hostname]
      if not found.stdout.strip():
          names.append(PyPI.file_storage_domain)
      def addresses(name):
          return sorted({entry[4][0] for entry in socket.getaddrinfo(name, 443)})
      print(json.dumps({"url": url, "hosts": {name: addresses(name) for name in names}}))
      """
  }

  private static let obstacle: String? = {
    if ProcessInfo.processInfo.environment["SENTINEL_REAL_TOOLS"] == nil {
      return "a package index is asked only where SENTINEL_REAL_TOOLS names a folder"
    }
    guard let finished = try? HostProcess.run(["/usr/bin/python3", "-c", Index.script]),
      finished.code == 0, (try? JSONDecoder().decode(Index.self, from: finished.output)) != nil
    else { return "pip has no index that resolves" }
    return nil
  }()

  @Test(.enabled(if: obstacle == nil, "\(obstacle ?? "")"))
  func `the hosts of a package index are found, and with them alone a package installs`() throws {
    let asked = try HostProcess.run(
      ["/usr/bin/python3", "-c", Index.script],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/root"])
    let index = try JSONDecoder().decode(Index.self, from: asked.output)
    try shell.home.write(
      """
      cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" ca.pem
      exec /usr/bin/python3 -m pip --isolated install --index-url "$1" --cert ca.pem --no-deps \\
        --no-cache-dir --disable-pip-version-check --retries 0 --target made six
      """, to: "install.sh")
    _ = try shell("cp ~/install.sh . && cp /etc/ssl/certs/ca-certificates.crt ca.pem")
    // What is not global must be named: learning opens private and reserved ranges to nobody.
    let blocks = index.hosts.values.flatMap { $0 }.map { "--let-through-to \($0)" }
    let learned = try learn(
      "--profile build --let-through \(blocks.joined(separator: " ")) --out ~/found.yaml",
      "sh install.sh '\(index.url)'")
    #expect(learned.code == 0, "\(learned.errors)")
    let profile = try String(
      contentsOf: shell.home.url.appending(path: "found.yaml"), encoding: .utf8)
    let found = profile.split(separator: "\n").filter { $0.contains("- {allow: ") }
    #expect(!found.isEmpty && found.count <= index.hosts.count)
    #expect(found.allSatisfy { line in index.hosts.keys.contains { line.contains($0) } })
    let installed = try shell(
      "$C profile check ~/found.yaml && $S --profile ~/found.yaml -- sh install.sh '\(index.url)'")
    #expect(
      installed.code == 0 && installed.text.contains("Successfully installed"), "\(installed)")
    // With another name in its place nothing is to be had.
    let without = try shell(
      "$S --profile build --allow-host a.test -- sh install.sh '\(index.url)'")
    #expect(without.code == 1, "\(without)")
  }
}
