import Egress
import FoundationEssentials
import Kernel
import TestSupport
import Testing

/// Real programs as clients, through the real broker.
@Suite(.needsNetwork)
struct ClientTests {
  /// Runs a program inside the broker's network.
  private static func run(_ arguments: [String], in broker: RunningBroker) throws
    -> HostProcess.Finished
  {
    let process = String(broker.home.process)
    let enter =
      Caller.isRoot
      ? ["/usr/bin/nsenter", "-t", process, "-n", "--"]
      : ["/usr/bin/nsenter", "-t", process, "-U", "--preserve-credentials", "-n", "--"]
    return try HostProcess.run(enter + arguments, seconds: 30)
  }

  private static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
  }

  @Test(.enabled(if: has("curl", "nsenter"), "curl or nsenter is not installed"))
  func `curl gets what is allowed and reads why the rest is not`() throws {
    let server = try LocalServer { wire in
      while true {
        let head = try wire.receiveHead()
        if head.isEmpty { return }
        try wire.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n")
      }
    }
    let broker = try RunningBroker(
      configuration("web.test", port: server.port, mode: "http"), ports: [server.port])
    let address = try broker.address(of: "web.test")
    let base = "http://web.test:\(server.port)"
    let curl = [
      "/usr/bin/curl", "-sS", "--noproxy", "*", "--resolve", "web.test:\(server.port):\(address)",
    ]
    let good = try Self.run(curl + ["\(base)/a", "\(base)/b"], in: broker)
    #expect(good.text == "hello\nhello\n" && good.code == 0, "\(good.errors)")
    let evil = try Self.run(curl + ["-H", "Host: evil.test", "\(base)/"], in: broker)
    #expect(evil.text.hasPrefix("sentinel: blocked by policy: a request to web.test on port"))
    let trace = try Self.run(
      curl + ["-X", "TRACE", "-o", "/dev/null", "-w", "%{http_code}", "\(base)/"], in: broker)
    #expect(trace.text == "405")
  }

  @Test(.enabled(if: has("curl", "nsenter", "openssl"), "curl or openssl is not installed"))
  func `curl and openssl speak TLS end to end`() throws {
    let scratch = try Scratch("tls")
    let (key, certificate) = (scratch.url.path + "/key", scratch.url.path + "/certificate")
    let made = try HostProcess.run([
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
      "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
      "-subj", "/CN=tls.test", "-addext", "subjectAltName=DNS:tls.test",
    ])
    #expect(made.code == 0, "\(made.errors)")
    let placeholder = try LocalServer { _ in }
    placeholder.stop()
    let port = placeholder.port
    let server = try HostProcess([
      "/usr/bin/openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert",
      certificate, "-www",
    ])
    defer { server.end() }
    #expect(server.wait(for: "ACCEPT") != nil)
    let broker = try RunningBroker(
      configuration("tls.test", port: port, mode: "tls"), ports: [port])
    let address = try broker.address(of: "tls.test")
    let curl = ["/usr/bin/curl", "-sS", "--noproxy", "*", "--cacert", certificate]
    let good = try Self.run(
      curl + ["--resolve", "tls.test:\(port):\(address)", "https://tls.test:\(port)/"], in: broker)
    #expect(good.code == 0 && good.text.contains("TLSv1.3"), "\(good.errors)")
    let evil = try Self.run(
      curl + ["--resolve", "evil.test:\(port):\(address)", "https://evil.test:\(port)/"],
      in: broker)
    #expect(evil.code == 35 && evil.errors.contains("unrecognized name"), "\(evil.errors)")
    let bare = try Self.run(curl + ["-k", "https://\(address):\(port)/"], in: broker)
    #expect(bare.code == 35 && bare.errors.contains("access denied"), "\(bare.errors)")
    let records = try broker.finish().records
    #expect(records.first?.assurance == .sni && records.first?.verdict == .allowed)
    #expect(records.compactMap(\.code) == [.serverNameMismatch, .serverNameMissing])
  }
}
