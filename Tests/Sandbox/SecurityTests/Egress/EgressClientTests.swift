import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// Programs as people use them, with no proxy setting and nothing else that knows of a sandbox.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct EgressClientTests {
    /// One way in which programs use the network.
    struct Client: Sendable, CustomTestStringConvertible {
      var name: String
      /// What must be there, on this machine, for it to run.
      var needs: [String]
      /// A line of shell in the workspace.
      var line: String
      /// What it prints when it has reached its server.
      var expected = "\"address\": \"93.184.216.3"

      var testDescription: String { name }
      var missing: String? {
        needs.first { !FileManager.default.isExecutableFile(atPath: $0) && !$0.hasSuffix(".whl") }
          ?? needs.first { !FileManager.default.fileExists(atPath: $0) }
      }
    }

    /// pip's own archive, which holds the library requests too.
    private static let pip: String = {
      let folder = "/usr/share/python-wheels"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return "\(folder)/\(names.first { $0.hasPrefix("pip-") } ?? "pip.whl")"
    }()

    private static let python = "/usr/bin/python3"

    /// Installed by `make setup`, so that no machine may be without them.
    static let usual = [
      Client(
        name: "curl", needs: ["/usr/bin/curl"],
        line: "curl --silent --show-error --cacert ca.pem https://allowed.test/"),
      Client(
        name: "wget", needs: ["/usr/bin/wget"],
        line: "wget --quiet --ca-certificate=ca.pem -O - https://allowed.test/"),
      Client(
        name: "git over https, there and back", needs: ["/usr/bin/git"],
        line: """
          export GIT_SSL_CAINFO=$PWD/ca.pem; git clone -q https://git.test/site/shop.git there &&
          cd there && git -c user.name=a -c user.email=a@b.test commit -q --allow-empty -m more &&
          git push -q origin HEAD:refs/heads/more-$(id -u) && cat README
          """, expected: "from the laboratory"),
      Client(
        name: "git over ssh", needs: ["/usr/bin/git", "/usr/bin/ssh", "/usr/sbin/dropbear"],
        line: """
          export GIT_SSH_COMMAND='ssh -i id -o UserKnownHostsFile=known_hosts -o IdentitiesOnly=yes'
          git clone -q lab@git.test:shop.git by-ssh && cat by-ssh/README
          """, expected: "from the laboratory"),
      Client(
        name: "urllib of Python", needs: [python],
        line: """
          SSL_CERT_FILE=ca.pem \(python) -c 'import urllib.request as u
          print(u.urlopen("https://allowed.test/").read())'
          """),
      Client(
        name: "asyncio of Python", needs: [python],
        line: """
          \(python) -c 'import asyncio
          async def main():
              one, other = await asyncio.open_connection("plain.test", 80)
              other.write(b"GET / HTTP/1.1\\r\\nHost: plain.test\\r\\nConnection: close\\r\\n\\r\\n")
              print(await one.read())
          asyncio.run(main())'
          """),
      Client(
        name: "requests of Python", needs: [python, pip],
        line: """
          PYTHONPATH=\(pip) \(python) -c 'from pip._vendor import requests
          print(requests.get("https://allowed.test/", verify="ca.pem").text)'
          """),
      Client(
        name: "pip, from an index over TLS", needs: [python, pip],
        line: """
          \(python) -m venv env && env/bin/pip install -q --no-input --disable-pip-version-check \
          --cert ca.pem --index-url https://index.test/site/simple labpkg &&
          env/bin/python -c 'import labpkg; print(labpkg.WHERE)'
          """, expected: "the index of the laboratory"),
      Client(
        name: "a static program of musl", needs: ["/usr/bin/musl-gcc"], line: "./fetch plain.test"),
      Client(
        name: "a resolver like the one of Go", needs: [python],
        line: "\(python) go_resolver.py plain.test"),
      Client(
        name: "a resolver like the one of Go, over TCP", needs: [python],
        line: "\(python) go_resolver.py plain.test tcp"),
      Client(
        name: "fetch of Node", needs: ["/usr/bin/node"],
        line: """
          NODE_EXTRA_CA_CERTS=ca.pem \
          node -e 'fetch("https://allowed.test/").then(r => r.text()).then(console.log)'
          """),
      Client(
        name: "Java", needs: ["/usr/bin/java", "/usr/bin/javac"],
        line: "java -Xmx128m Fetch.java allowed.test ca.pem"),
      Client(
        name: "busybox", needs: ["/usr/bin/busybox"],
        line: "busybox wget -q -O - http://plain.test/"),
    ]

    /// One run with all clients by one caller; each client's output by its name.
    static let runs: [Caller: Result<(SandboxCall.Outcome, [String: String]), any Error>] =
      Dictionary(
        uniqueKeysWithValues: Caller.available.map { caller in (caller, Result { try run(caller) })
        })

    @Test func `the usual clients are there`() {
      let missing = Self.usual.compactMap(\.missing)
      #expect(missing.isEmpty, "make setup installs what they need")
    }

    @Test(arguments: usual, Caller.available)
    func `the usual clients work unchanged`(_ client: Client, _ caller: Caller) throws {
      let (outcome, texts) = try #require(Self.runs[caller]).get()
      let text = texts[client.name] ?? ""
      #expect(text.contains(client.expected), "\(text); \(outcome.story)")
    }

    @Test(arguments: Caller.available)
    func `clients say plainly what was refused`(_ caller: Caller) throws {
      let (outcome, texts) = try #require(Self.runs[caller]).get()
      #expect(texts["refused curl"]?.contains("Could not resolve host: denied.test") == true)
      #expect(texts["refused musl"]?.contains("Name does not resolve") == true)
      #expect(texts["refused Go"]?.contains("no such host") == true)
      #expect(
        outcome.finished.errors.contains(
          "blocked by policy: denied.test is not on the allow-list of profile lab; "
            + "add: --allow-host denied.test"))
    }

    static func run(
      _ caller: Caller, _ clients: [Client] = usual, prepare: (inout SandboxCall) -> Void = { _ in }
    ) throws -> (SandboxCall.Outcome, [String: String]) {
      let lab = try EgressLab()
      var call = try lab.call(caller)
      prepare(&call)
      let sources = EgressLab.source("clients")
      let made = try HostProcess.run(
        [
          python, "-B", sources.appending(path: "make_site.py").path, lab.folder.url.path,
        ], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
      #expect(made.code == 0, "\(made.errors)")
      for name in ["go_resolver.py", "Fetch.java"] {
        try call.workspace.copy(sources.appending(path: name), as: name)
      }
      let keys = lab.folder.url.appending(path: "ssh")
      for name in ["id", "known_hosts"] {
        let file = keys.appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else { continue }
        try call.workspace.write(
          String(contentsOf: file, encoding: .utf8), to: name, mode: name == "id" ? 0o600 : 0o644)
      }
      let compiled = try HostProcess.run(
        [
          "/usr/bin/musl-gcc", "-static", "-O2", "-o",
          call.workspace.url.appending(path: "fetch").path, sources.appending(path: "fetch.c").path,
        ], environment: ["PATH": "/usr/bin:/bin"])
      #expect(compiled.code == 0, "\(compiled.errors)")
      var all = clients.filter { $0.missing == nil }
      for (name, line) in [
        ("curl", "curl --silent --show-error https://denied.test/"),
        ("musl", "./fetch denied.test"), ("Go", "\(python) go_resolver.py denied.test"),
      ] { all.append(Client(name: "refused \(name)", needs: [], line: line)) }
      call.options = ["--memory", "1G"]
      let script = all.map { "echo '#begin \($0.name)'; (\($0.line)\n) 2>&1; echo '#end'" }
      try call.workspace.write(script.joined(separator: "\n"), to: "all.sh")
      let outcome = try call.run(["/bin/sh", "all.sh"])
      return (outcome, texts(outcome.finished.text))
    }

    /// What stands between the marks of each client.
    private static func texts(_ output: String) -> [String: String] {
      var texts: [String: String] = [:]
      for part in output.split(separator: "#begin ") {
        guard let end = part.firstIndex(of: "\n") else { continue }
        texts[String(part[..<end])] = String(part[end...])
      }
      return texts
    }
  }
}
