import FoundationEssentials
import TestSupport
import Testing

extension EscapeTests {
  /// Credential grants from the command line to the server, with a payload that wants the credential.
  @Suite(.enabled(if: SecureServer.obstacle == nil, "\(SecureServer.obstacle ?? "")"))
  struct CredentialTests {
    static let secret = "s3cret-Token+of/the=caller"

    /// A run whose broker reaches the server under its name with a credential of the caller's.
    static func call(
      _ caller: Caller, _ server: SecureServer, grant: String = "",
      source: String = "fromEnv: TOKEN"
    ) throws -> SandboxCall {
      var call = try SandboxCall(caller)
      let grantLine = grant.isEmpty ? "paths: [/], methods: [GET, POST]" : grant
      call.profile = try call.home.write(
        """
        schema: sentinel.profile/1
        name: granted
        summary: One host with a credential.
        inherits: default
        network:
          mode: egress
          grants:
            - {name: api, \(source), hosts: [api.test], \(grantLine)}
          rules:
            - {allow: api.test, mode: tls-up, upstreamPort: \(server.port), grant: api, addresses: [127.0.0.1]}
        limits: {wall: 60s}

        """, to: "granted.yaml"
      ).path
      try call.home.write("127.0.0.1 api.test\n", to: "hosts")
      try call.home.write(server.roots, to: "roots.pem")
      call.options = [
        "--hosts", call.home.url.appending(path: "hosts").path, "--ca-bundle",
        call.home.url.appending(path: "roots.pem").path,
      ]
      call.environment = ["TOKEN": secret]
      return call
    }

    private static let curl = "curl -sS --noproxy '*' --max-time 20"

    @Test(arguments: Caller.available)
    func `probe 100 the server gets the credential and the payload finds it nowhere`(
      _ caller: Caller
    ) throws {
      let server = try SecureServer()
      let call = try Self.call(caller, server)
      let script = """
        \(Self.curl) http://api.test/
        echo "inside: $TOKEN"
        cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n'
        grep -rs \(Self.secret.prefix(10)) /etc /tmp /run /dev/shm . && echo found
        \(Self.curl) http://api.test/echo http://api.test/field
        """
      let outcome = try call.run(["/bin/sh", "-c", script])
      #expect(
        outcome.finished.text.hasPrefix("hello\ninside: sentinel-grant-api\n"), "\(outcome.story)")
      #expect(
        server.heads.filter { $0.contains("Authorization: Bearer \(Self.secret)") }.count == 3)
      let result = try String(contentsOf: call.resultFile, encoding: .utf8)
      for text in [outcome.finished.text, outcome.finished.errors, result] {
        #expect(!text.contains(Self.secret.dropFirst(6).prefix(8)))
      }
      let grant = try #require(outcome.document?.grants.first)
      #expect(grant.name == "api" && grant.requests == 3 && grant.refused == 2)
      #expect(outcome.document?.level == "full" || !Caller.isRoot)
    }

    @Test func `a credential that would reach the payload another way refuses the run`() throws {
      let server = try SecureServer()
      var call = try Self.call(.user, server)
      let options = call.options
      call.options = options + ["--env", "OTHER=x\(Self.secret)y"]
      let byVariable = try call.run(["/bin/true"])
      #expect(byVariable.document?.reason?.contains("the variable OTHER would give") == true)
      call.options = options
      let byCommand = try call.run(["/bin/echo", Self.secret])
      #expect(byCommand.document?.reason?.contains("the command line holds") == true)
      call.environment = [:]
      let absent = try call.run(["/bin/true"])
      #expect(absent.document?.reason?.contains("the variable TOKEN is not set") == true)
      // Its own variable is replaced, however it is passed on.
      call.environment = ["TOKEN": Self.secret]
      call.options = options + ["--env", "TOKEN"]
      #expect(
        try call.run(["/bin/sh", "-c", "echo $TOKEN"]).finished.text == "sentinel-grant-api\n")
      #expect(server.heads.isEmpty)
    }

    @Test func `a file holds the credential outside of the sandbox only`() throws {
      let server = try SecureServer()
      let home = try Scratch("secrets", owner: Caller.user.owner)
      let file = try home.write("\(Self.secret)\n", to: "token", mode: 0o600)
      let call = try Self.call(.user, server, source: "fromFile: \(file.path)")
      #expect(
        try call.run(["/bin/sh", "-c", "\(Self.curl) http://api.test/"]).finished.text == "hello\n")
      #expect(server.heads.first?.contains("Bearer \(Self.secret)") == true)
      try home.write(Self.secret, to: "token", mode: 0o666)
      #expect(
        try call.run(["/bin/true"]).document?.reason?.contains("only you can write to") == true)
      // Nor does a folder of PATH bring it along.
      try home.write(Self.secret, to: "tools/api.txt", mode: 0o600)
      var shown = try Self.call(
        .user, server, source: "fromFile: \(home.url.path)/tools/api.txt")
      shown.environment["PATH"] = "\(home.url.path)/tools:/usr/bin:/bin"
      #expect(
        try shown.run(["/bin/true"]).document?.reason?.contains("which PATH shows") == true)
      var inside = try Self.call(.user, server)
      let planted = try inside.workspace.write(Self.secret, to: "token", mode: 0o600)
      let text = try String(contentsOfFile: inside.profile, encoding: .utf8)
      inside.profile = try inside.home.write(
        text.replacing("fromEnv: TOKEN", with: "fromFile: \(planted.path)"), to: "inside.yaml"
      ).path
      #expect(
        try inside.run(["/bin/true"]).document?.reason?.contains("which the command sees") == true)
    }
  }
}
