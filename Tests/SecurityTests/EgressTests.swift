import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// The catalogue of ways past an allow-list, tried in a laboratory that sees every packet.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct EgressTests {
    /// One run of all attempts by one caller.
    struct Trial: Sendable {
      var outcome: SandboxCall.Outcome
      var notes: EgressLab.Notes
    }

    /// Each caller tries everything once; the tests look at it from several sides.
    static let trials: [Caller: Result<Trial, any Error>] = Dictionary(
      uniqueKeysWithValues: Caller.available.map { caller in
        (
          caller,
          Result { () throws -> Trial in
            let lab = try EgressLab()
            let outcome = try lab.call(caller).run(["/usr/bin/python3", "attempts.py"])
            return Trial(outcome: outcome, notes: try lab.notes())
          }
        )
      })

    static let control = Result { try EgressLab().control() }

    @Test(arguments: Caller.available)
    func `what the rules allow works unchanged`(_ caller: Caller) throws {
      let trial = try Self.trial(caller)
      let expected = trial.outcome.observations.filter { $0.row.hasPrefix("W") }
      #expect(expected.count == 10, "\(trial.outcome.story)")
      #expect(expected.filter { $0.result != .worked }.isEmpty)
      #expect(trial.outcome.document?.level == "full")
      #expect(trial.outcome.isClean)
    }

    @Test(arguments: Caller.available)
    func `no attempt gets past the allow-list`(_ caller: Caller) throws {
      let attempts = try Self.trial(caller).outcome.observations.filter { !$0.row.hasPrefix("W") }
      #expect(attempts.count >= 45)
      #expect(attempts.filter { $0.result != .blocked }.isEmpty)
      Control.missing("egress", for: attempts, outside: try Self.control.get())
    }

    @Test func `most attempts work where nothing holds them`() throws {
      let outside = try Self.control.get()
      let worked = outside.filter { $0.result == .worked && !$0.row.hasPrefix("W") }
      #expect(worked.count >= 28, "\(outside)")
      #expect(outside.filter { $0.result == .error }.isEmpty)
    }

    @Test(arguments: Caller.available)
    func `nothing leaves for what is not allowed`(_ caller: Caller) throws {
      let notes = try Self.trial(caller).notes
      let allowed = (34...39).map { "93.184.216.\($0)" } + ["93.184.216.42", "9.9.9.9"]
      #expect(notes.addresses.subtracting(allowed).isEmpty)
      let foreign = notes.names.filter { name in
        !["allowed.test", "plain.test", "raw.test", "ssh.test", "auto.test", "inward.test"]
          .contains(name) && !name.hasSuffix(".wild.test")
      }
      #expect(foreign.isEmpty)
      #expect(!notes.names.contains("bad.wild.test"))
      // Requests for other hosts never reached the server of an allowed name.
      #expect(notes.events.allSatisfy { $0.host == nil || $0.host != "denied.test" })
    }

    @Test(arguments: Caller.available)
    func `the result tells what was reached and what was refused`(_ caller: Caller) throws {
      let egress = try #require(try Self.trial(caller).outcome.document?.egress)
      let reached = { (name: String) in egress.first { $0.name == name && $0.verdict == "allowed" }
      }
      #expect(reached("allowed.test")?.assurance == "sni")
      #expect(reached("plain.test")?.assurance == "l7")
      #expect(reached("raw.test")?.assurance == "name")
      #expect((reached("allowed.test")?.bytesDown ?? 0) > 100)
      let refused = { (name: String) in egress.first { $0.name == name && $0.verdict == "denied" } }
      #expect(refused("denied.test")?.allowWith == "--allow-host denied.test")
      #expect(refused("bad.wild.test")?.code == "deniedByRule")
      #expect(refused("inward.test")?.code == "addressNotGlobal")
    }

    @Test(arguments: Caller.available)
    func `programs of every kind need no setting`(_ caller: Caller) throws {
      let lab = try EgressLab()
      var call = try lab.call(caller)
      call.options = ["--env", "NODE_EXTRA_CA_CERTS=ca.pem", "--env", "SSL_CERT_FILE=ca.pem"]
      let programs = [
        "curl --silent --cacert ca.pem https://allowed.test/",
        "wget --quiet --ca-certificate=ca.pem -O - https://allowed.test/",
        "/usr/bin/python3 -c 'import urllib.request as u; "
          + "print(u.urlopen(\"https://allowed.test/\").read())'",
        "node -e 'fetch(\"https://allowed.test/\").then(r => r.text()).then(console.log)'",
        "busybox wget -q -O - http://plain.test/",
      ].filter { command in
        let name = command.split(separator: " ").first.map(String.init) ?? ""
        let paths = name.hasPrefix("/") ? [name] : ["/usr/bin/\(name)", "/bin/\(name)"]
        return paths.contains { FileManager.default.isExecutableFile(atPath: $0) }
      }
      let script = programs.enumerated().map { "echo \"#\($0) $(\($1) 2>&1)\"" }
      let outcome = try call.run(["/bin/sh", "-c", script.joined(separator: "; ")])
      for index in programs.indices {
        let line = outcome.finished.text.split(separator: "\n").first { $0.hasPrefix("#\(index) ") }
        #expect(line?.contains("93.184.216.3") == true, "\(programs[index]): \(outcome.story)")
      }
    }

    @Test(arguments: Caller.available)
    func `with the broker the way out is gone at once`(_ caller: Caller) throws {
      let call = try EgressLab().call(caller)
      let script = """
        import socket, time
        print("begun", flush=True)
        stream = socket.create_connection(("raw.test", 7777), 5)
        stream.sendall(b"x")
        stream.recv(1)
        print("connected", flush=True)
        stream.settimeout(20)
        begin = time.monotonic()
        try:
            end = stream.recv(1)
        except OSError as problem:
            end = problem
        print("cut", time.monotonic() - begin < 15, flush=True)
        begin, last = time.monotonic(), 0
        while last != 111 and time.monotonic() - begin < 5:  # ECONNREFUSED
            try:
                socket.create_connection(("198.18.5.5", 7777), 5).close()
            except OSError as problem:
                last = problem.errno
        print("gone", last, time.monotonic() - begin < 2, flush=True)
        """
      let outcome = try call.start(["/usr/bin/python3", "-c", script]) { process in
        guard process.wait(for: "connected") != nil, let broker = Self.broker(of: process.id) else {
          Issue.record("no connection, or no broker")
          return process.finish(seconds: 60)
        }
        kill(broker, SIGKILL)
        return process.finish(seconds: 60)
      }
      #expect(outcome.finished.text.contains("cut True"), "\(outcome.story)")
      #expect(outcome.finished.text.contains("gone 111 True"), "\(outcome.finished.text)")
      #expect(outcome.document?.missing.contains { $0.layer == "egress broker" } == true)
      #expect(outcome.document?.level == "reduced")
      #expect(outcome.isClean)
    }

    private static func trial(_ caller: Caller) throws -> Trial {
      try #require(trials[caller]).get()
    }

    /// The broker among the descendants of a process.
    private static func broker(of root: Int32) -> Int32? {
      var waiting = [root]
      while let process = waiting.popLast() {
        let folder = "/proc/\(process)"
        let name = try? String(contentsOfFile: "\(folder)/comm", encoding: .utf8)
        if name?.hasPrefix("sentinel-egress") == true { return process }
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")) ?? []
        {
          let children = try? String(
            contentsOfFile: "\(folder)/task/\(thread)/children", encoding: .utf8)
          waiting += (children ?? "").split(separator: " ").compactMap { Int32($0) }
        }
      }
      return nil
    }
  }
}
