import FoundationEssentials
import TestSupport
import Testing

extension EscapeTests {
  /// The ways out that a run tries before it lets its command in.
  @Suite struct SelfTestTests {
    @Test(arguments: Caller.available)
    func `a sandbox that holds passes its own test and then runs the command`(
      _ caller: Caller
    ) throws {
      var call = try SandboxCall(caller)
      call.options = ["--allow-host", "example.test", "--egress-self-test"]
      let outcome = try call.run(["/bin/echo", "it ran"])
      #expect(outcome.finished.text.contains("it ran"), "\(outcome.story)")
      let test = try #require(outcome.document?.egressSelfTest, "\(outcome.story)")
      #expect(test.leaked.isEmpty && test.probes >= 23 && test.milliseconds > 0)
      // What the probes asked for stands in no record of the command's.
      #expect(outcome.document?.egress.isEmpty == true)
      #expect(outcome.document?.denials.isEmpty == true)
      #expect(outcome.isClean)
    }

    /// The controls: openings that a profile makes by mistake.
    static let openings: [(probe: String, lines: String)] = [
      (
        "vsock",
        """
        syscalls:
          arguments:
            - {call: socket, argument: 0, oneOf: [AF_UNIX, AF_INET, AF_INET6, AF_VSOCK]}

        """
      ),
      (
        "host-services",
        """
        filesystem:
          mounts: [{source: FOLDER, target: /run, access: read-write}]

        """
      ),
    ].filter { $0.probe != "vsock" || isVsockOffered }

    @Test(arguments: openings.map(\.probe))
    func `an open way out is found, and the command is not run`(probe: String) throws {
      let opening = try #require(Self.openings.first { $0.probe == probe })
      var call = try SandboxCall(Caller.available[0])
      let folder = try Scratch("run")
      let listener = try HostProcess(["/usr/bin/python3", "-c", Self.listen, folder.url.path])
      defer { listener.end() }
      try #require(listener.wait(for: "listens") != nil)
      let profile = """
        schema: sentinel.profile/1
        name: open
        summary: A profile that permits a way to somewhere else.
        inherits: default
        network: {mode: egress, rules: [{allow: example.test}]}
        \(opening.lines.replacing("FOLDER", with: folder.url.path))
        """
      call.profile = try call.home.write(profile, to: "open.yaml").path
      call.options = ["--egress-self-test"]
      let outcome = try call.run(["/bin/echo", "it ran"])
      #expect(!outcome.finished.text.contains("it ran"), "\(outcome.story)")
      #expect(outcome.finished.code == 125 && outcome.document?.status == "refused")
      let test = try #require(outcome.document?.egressSelfTest, "\(outcome.story)")
      #expect(test.leaked.map(\.probe) == [probe], "\(test)")
      #expect(outcome.document?.reason?.contains(probe) == true)
      // Without the test the same profile runs the command: nothing else refuses it.
      call.options = []
      #expect(try call.run(["/bin/echo", "it ran"]).finished.text.contains("it ran"))
    }

    @Test func `a test that cannot be made lets no command in`() throws {
      var call = try SandboxCall(Caller.available[0])
      call.options = ["--allow-host", "example.test", "--egress-self-test", "--timeout", "1ms"]
      let outcome = try call.run(["/bin/echo", "it ran"])
      #expect(!outcome.finished.text.contains("it ran"))
      #expect(outcome.finished.code == 125 && outcome.document?.status == "refused")
      #expect(outcome.document?.reason?.contains("self-test") == true, "\(outcome.story)")
    }

    @Test func `without an allow-list there is nothing to test`() throws {
      var call = try SandboxCall(Caller.available[0])
      call.options = ["--egress-self-test"]
      let outcome = try call.run(["/bin/true"])
      #expect(outcome.finished.code == 2)
      #expect(outcome.finished.errors.contains("needs the network mode egress"))
    }

    private static let listen = """
      import os, socket, sys, time
      path = sys.argv[1] + "/docker.sock"
      server = socket.socket(socket.AF_UNIX)
      server.bind(path)
      os.chmod(path, 0o777)
      server.listen(8)
      print("listens", flush=True)
      time.sleep(60)
      """

    /// A kernel without it opens no such socket, whatever the filter says.
    private static let isVsockOffered: Bool = {
      let script = "import socket; socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)"
      return (try? HostProcess.run(["/usr/bin/python3", "-c", script]))?.code == 0
    }()
  }
}
