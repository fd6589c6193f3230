import FoundationEssentials
import TestSupport
import Testing

extension EscapeTests {
  /// Rules whose clients speak TLS with the broker, by a certificate authority of the run's own.
  @Suite(.enabled(if: SecureServer.obstacle == nil, "\(SecureServer.obstacle ?? "")"))
  struct RunCertificateTests {
    private static let curl = "curl -sS --noproxy '*' --max-time 20"

    /// A run as of the credential tests, with `clientTLS` in its rule or as a control without.
    private func call(
      _ caller: Caller, _ server: SecureServer, clientTLS: Bool = true
    ) throws -> SandboxCall {
      var call = try CredentialTests.call(caller, server)
      let text = try String(contentsOfFile: call.profile, encoding: .utf8)
      call.profile = try call.home.write(
        text.replacing("mode: tls-up,", with: "mode: tls-up, ports: 443, clientTLS: \(clientTLS),"),
        to: "certified.yaml"
      ).path
      return call
    }

    @Test(arguments: Caller.available)
    func `clients that insist on TLS reach a server with a credential that they never see`(
      _ caller: Caller
    ) throws {
      let server = try SecureServer()
      let script = """
        \(Self.curl) https://api.test/
        python3 -c 'import urllib.request as u; print(u.urlopen("https://api.test/").read())'
        \(Self.curl) --tls-max 1.2 https://api.test/echo https://api.test/field
        """
      let outcome = try call(caller, server).run(["/bin/sh", "-c", script])
      #expect(outcome.finished.text.hasPrefix("hello\nb'hello\\n'\n"), "\(outcome.story)")
      let bearer = "Authorization: Bearer \(CredentialTests.secret)"
      #expect(server.heads.count(where: { $0.contains(bearer) }) >= 3)
      #expect(!outcome.finished.text.contains(CredentialTests.secret.dropFirst(6).prefix(8)))
      let records = outcome.document?.egress ?? []
      #expect(!records.isEmpty && records.allSatisfy { $0.clientTLS == true && $0.port == 443 })
      #expect(records.contains { $0.assurance == "l7" && $0.verdict == "allowed" })
    }

    @Test func `a run's authority is its own, and its key is not in the sandbox`() throws {
      let server = try SecureServer()
      let script = """
        cat $NODE_EXTRA_CA_CERTS
        test "$(tail -c 100 $NODE_EXTRA_CA_CERTS)" = "$(tail -c 100 $SSL_CERT_FILE)" || echo apart
        echo x > $SSL_CERT_FILE 2>/dev/null && echo written
        cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep 'PRIVATE[ ]KEY'
        grep -rs 'PRIVATE[ ]KEY' /etc/sentinel /tmp /run /dev/shm . && echo found
        true
        """
      let runs = try (0..<2).map { _ in
        try call(.user, server).run(["/bin/sh", "-c", script]).finished.text
      }
      for text in runs {
        #expect(
          text.hasPrefix("-----BEGIN CERTIFICATE-----") && text.hasSuffix("-----\n"), "\(text)")
        #expect(text.split(separator: "-----BEGIN").count == 1, "\(text)")
      }
      #expect(runs[0] != runs[1])
    }

    @Test func `nobody else is spoken for`() throws {
      let server = try SecureServer()
      let script = """
        address=$(getent ahostsv4 api.test | cut -d' ' -f1 | head -1)
        \(Self.curl) --resolve other.test:443:$address https://other.test/ 2>&1
        \(Self.curl) -H 'Host: other.test' https://api.test/
        \(Self.curl) http://api.test:443/
        env -u SSL_CERT_FILE -u CURL_CA_BUNDLE \(Self.curl) https://api.test/ 2>&1
        """
      let outcome = try call(.user, server).run(["/bin/sh", "-c", script])
      let codes = (outcome.document?.egress ?? []).compactMap(\.code)
      #expect(
        Set(codes) == ["serverNameMismatch", "hostMismatch", "notTLS", "certificateRefused"],
        "\(outcome.story)")
      #expect(server.heads.isEmpty)
      let advice = (outcome.document?.egress ?? []).compactMap(\.allowWith)
      #expect(advice == ["clientTLS: false, in the rule network.rules[0]"])
    }

    @Test func `without the line clients of TLS are refused as before`() throws {
      let server = try SecureServer()
      let outcome = try call(.user, server, clientTLS: false).run([
        "/bin/sh", "-c", "\(Self.curl) -k https://api.test/; test -e /etc/sentinel || echo none",
      ])
      #expect(outcome.finished.text == "none\n", "\(outcome.story)")
      let record = try #require(outcome.document?.egress.first)
      #expect(record.code == "notHTTP" && record.allowWith?.hasPrefix("clientTLS: true") == true)
      #expect(server.heads.isEmpty)
    }
  }
}
