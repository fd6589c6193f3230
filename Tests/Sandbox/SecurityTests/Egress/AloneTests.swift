import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// The same catalogue where no second network namespace can be made: the listeners stand among the
  /// payload's own.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct AloneTests {
    private static func call(_ lab: EgressLab, isolation: String = "available") throws
      -> SandboxCall
    {
      var call = try lab.call(.user)
      // The user need not be able to read the folder of this project.
      try call.home.copy(EgressLab.source("alone.py"), as: "alone.py")
      call.wrapper = ["/usr/bin/python3", "-B", call.home.url.appending(path: "alone.py").path]
      call.isolation = isolation
      return call
    }

    static let trial = Result { () throws -> EgressTests.Trial in
      let lab = try EgressLab()
      var call = try Self.call(lab)
      call.options = EgressLab.roots(of: call)
      let outcome = try call.run(["/usr/bin/python3", "-B", "attempts"] + EgressLab.quickly)
      return EgressTests.Trial(outcome: outcome, notes: try lab.notes())
    }

    @Test func `without a second namespace full isolation is refused with the way out`() throws {
      let outcome = try Self.call(try EgressLab(), isolation: "full").run(["/bin/true"])
      #expect(outcome.finished.code == 125, "\(outcome.story)")
      #expect(outcome.document?.status == "setupFailed")
      #expect(
        outcome.finished.errors.contains("--isolation available"), "\(outcome.finished.errors)")
    }

    @Test func `the result names what is missing and what the rules allow works`() throws {
      let trial = try Self.trial.get()
      #expect(trial.outcome.document?.level == "reduced", "\(trial.outcome.story)")
      #expect(trial.outcome.document?.missing.map(\.layer) == ["gateway namespace"])
      let expected = trial.outcome.observations.filter { $0.row.hasPrefix("W") }
      #expect(expected.count >= 35)
      #expect(expected.filter { $0.result != .worked }.isEmpty)
      #expect(trial.outcome.isClean)
    }

    @Test func `no attempt reaches anything beyond the allow-list`() throws {
      let trial = try Self.trial.get()
      let attempts = trial.outcome.observations.filter { !$0.row.hasPrefix("W") }
      #expect(attempts.count >= 350)
      // It can meet itself at an address that it binds, see that there are listeners, and connect to
      // them by another way, which is refused then.
      let known = ["E74", "E77", "E77b", "E78"]
      #expect(attempts.filter { $0.result != .blocked && !known.contains($0.row) }.isEmpty)
      #expect(trial.notes.packetsDropped == 0)
      #expect(trial.notes.targets.subtracting(EgressTests.allowed).isEmpty)
      #expect(trial.notes.targets.contains("tcp 93.184.216.34:443"))
    }

    @Test func `programs find addresses, sources and ports as they expect them`() throws {
      let script = """
        import errno, socket, time
        hints = socket.AI_ADDRCONFIG
        found = socket.getaddrinfo("raw.test", 7777, socket.AF_INET, socket.SOCK_STREAM, 0, hints)
        print("resolved", len(found) > 0)
        with socket.create_connection(("raw.test", 7777), 10) as stream:
            print("apart", stream.getsockname()[0] != stream.getpeername()[0])
        target, selves = found[0][4][0], 0
        for _ in range(5000):
            with socket.socket() as stream:
                stream.settimeout(1)
                try:
                    stream.connect((target, 40000))
                    selves += stream.getsockname() == stream.getpeername()
                except OSError:
                    pass
        print("selves", selves)
        def bind(address, port):
            with socket.socket() as server:
                try:
                    server.bind((address, port))
                    server.listen(1)
                    return "free"
                except OSError as problem:
                    return errno.errorcode[problem.errno]
        print("ports", bind("127.0.0.1", 8123), bind("", 8123), bind("127.0.0.1", 7777))
        begin = time.monotonic()
        try:
            socket.create_connection(("93.184.216.41", 7778), 10)
        except OSError as problem:
            print("unreachable", errno.errorcode[problem.errno], time.monotonic() - begin < 2)
        """
      let outcome = try Self.call(try EgressLab()).run(["/usr/bin/python3", "-c", script])
      #expect(
        outcome.finished.text.split(separator: "\n") == [
          "resolved True", "apart True", "selves 0", "ports free free EADDRINUSE",
          "unreachable ENETUNREACH True",
        ], "\(outcome.story) \(outcome.finished.text)")
    }

    @Test func `the run that is learnt from watches the ports of a list, and says so`() throws {
      var call = try Self.call(try EgressLab())
      call.profile = "default"
      call.learns = true
      let script = "for p in 443 4444; do echo x > /dev/tcp/a.test/$p; done"
      let outcome = try call.run(["/bin/bash", "-c", script])
      let report = try JSONDecoder().decode(
        LearnTests.Report.self, from: outcome.finished.output)
      #expect(outcome.finished.code == 3, "\(outcome.story)")
      #expect(!report.sawEveryPort && report.gaps.count == 1)
      #expect(report.rules.map(\.rule.target) == ["a.test"])
      #expect(report.rule("a.test") != nil)
    }
  }
}
