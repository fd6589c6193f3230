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
            var call = try lab.call(caller)
            call.options = EgressLab.roots(of: call)
            let outcome = try call.run(["/usr/bin/python3", "-B", "attempts"])
            return Trial(outcome: outcome, notes: try lab.notes())
          }
        )
      })

    static let control = Result { try EgressLab().control() }

    /// Where the rules lead, and nothing else: the zone's addresses of allowed names, and the resolver.
    static let allowed: Set<String> = [
      "tcp 93.184.216.34:443", "tcp 93.184.216.35:80", "tcp 93.184.216.36:7777",
      "tcp 93.184.216.37:22", "tcp 93.184.216.38:22", "tcp 93.184.216.38:9999",
      "tcp 93.184.216.39:443", "tcp 93.184.216.42:443", "tcp 93.184.216.43:443",
      "tcp 93.184.216.44:7777", "tcp 2606:4700:4700::44:7777", "tcp 93.184.216.45:443",
      "tcp 93.184.216.46:8080", "tcp 93.184.216.52:443", "tcp 93.184.216.53:443",
      "tcp 93.184.216.54:443", "tcp 93.184.216.60:7777", "tcp 93.184.216.99:7777",
      "tcp 93.184.216.99:443", "udp 9.9.9.9:53",
    ]

    @Test(arguments: Caller.available)
    func `what the rules allow works unchanged`(_ caller: Caller) throws {
      let trial = try Self.trial(caller)
      let expected = trial.outcome.observations.filter { $0.row.hasPrefix("W") }
      #expect(expected.count >= 40, "\(trial.outcome.story)")
      #expect(expected.filter { $0.result != .worked }.isEmpty)
      #expect(trial.outcome.document?.level == "full")
      #expect(trial.outcome.isClean)
    }

    @Test(arguments: Caller.available)
    func `no attempt gets past the allow-list`(_ caller: Caller) throws {
      let attempts = try Self.trial(caller).outcome.observations.filter { !$0.row.hasPrefix("W") }
      #expect(attempts.count >= 400)
      #expect(attempts.filter { $0.result != .blocked }.isEmpty)
      let missing = Control.missing(
        "egress", for: attempts, outside: try Self.control.get().observations)
      #expect(missing.count * 4 < attempts.count, "the control does too little of it")
    }

    @Test(arguments: Caller.available)
    func `every probe of the catalogue was made, means something and was held`(
      _ caller: Caller
    ) throws {
      let ledger = try ProbeLedger()
      #expect((1...103).filter { ledger.entries["\($0)"] == nil }.isEmpty)
      #expect(ledger.entries.keys.count { $0.first?.isLetter == true } >= 20)
      let faults = ledger.faults(
        inside: try Self.trial(caller).outcome.observations,
        outside: try Self.control.get().observations)
      #expect(faults.isEmpty)
    }

    @Test func `most attempts work where nothing holds them, and are seen to leave`() throws {
      let (outside, notes) = try Self.control.get()
      let attempts = outside.filter { !$0.row.hasPrefix("W") }
      #expect(attempts.count { $0.result == .worked } * 10 >= attempts.count * 7, "\(attempts)")
      #expect(outside.filter { $0.result == .error }.isEmpty)
      #expect(notes.names.contains("denied.test"))
      #expect(notes.names.contains { $0.hasSuffix(".exfil.example") })
      #expect(notes.events.contains { $0.host == "denied.test" })
      #expect(notes.events.contains { $0.kind == "smuggled" })
      for target in ["tcp 93.184.216.41:443", "tcp 10.1.2.3:443", "udp 8.8.8.8:53"] {
        #expect(notes.targets.contains(target))
      }
    }

    @Test(arguments: Caller.available)
    func `nothing leaves for what is not allowed`(_ caller: Caller) throws {
      let notes = try Self.trial(caller).notes
      #expect(notes.packetsDropped == 0)
      #expect(notes.targets.subtracting(Self.allowed).isEmpty)
      #expect(notes.targets.contains("tcp 93.184.216.34:443"))
      let exact: Set<String> = [
        "allowed.test", "plain.test", "raw.test", "ssh.test", "auto.test", "inward.test",
        "six.test", "relaxed.test", "upgrade.test", "edns.test", "git.test", "index.test",
        "api.test", "once.test", "brief.test",
      ]
      let foreign = notes.names.filter { name in
        !exact.contains(name) && !name.hasSuffix(".wild.test") && !name.hasSuffix(".sub.test")
          && !name.hasSuffix(".many.test")
      }
      #expect(foreign.isEmpty)
      #expect(!notes.names.contains("bad.wild.test"))
      #expect(!notes.events.contains { $0.kind == "smuggled" })
      // Requests for other hosts never reached the server of an allowed name. Inside TLS the broker
      // cannot see; the one request there that says so is a control.
      let hosts = Set(notes.events.compactMap(\.host).filter { !$0.hasSuffix(".wild.test") })
      #expect(
        hosts.isSubset(of: [
          "allowed.test", "plain.test", "plain.test:80", "PLAIN.TEST", "plain.test.",
          "upgrade.test", "fronted.test", "api.test", "once.test", "brief.test",
        ]), "\(hosts)")
    }

    @Test(arguments: Caller.available)
    func
      `probes 96 and 101 to 103 the credential goes to its own hosts, the placeholder to none`(
        _ caller: Caller
      ) throws
    {
      let trial = try Self.trial(caller)
      let requests = { (text: String) in
        trial.notes.events.filter { event in
          event.line?.contains(text) == true
            || event.fields?.values.contains { $0.contains(text) } == true
        }
      }
      #expect(Set(requests(EgressLab.credential).map(\.host)) == ["api.test", "once.test"])
      #expect(requests("sentinel-grant-").isEmpty)
      #expect(trial.notes.events.count { $0.host == "once.test" } == 2)
      // Where nothing holds it, the placeholder is seen to arrive.
      let outside = try Self.control.get().notes.events
      #expect(
        outside.contains { $0.host == "plain.test" && $0.line?.contains("sentinel-grant-") == true }
      )
      let document = try #require(trial.outcome.document)
      let alarms = document.egress.filter { $0.code == "grantHost" }
      #expect(
        Set(alarms.map(\.name)).isSuperset(of: [
          "plain.test", "raw.test", "ssh.test", "auto.test", "brief.test", "93.184.216.60",
        ]), "\(alarms)")
      let once = try #require(document.grants.first { $0.name == "once" })
      #expect(once.requests == 2 && once.refused == 1)
    }

    @Test(arguments: Caller.available)
    func
      `probe 3 names below a wildcard are bounded, and asked for when reached`(
        _ caller: Caller
      ) throws
    {
      let names = try Self.trial(caller).notes.names
      #expect(names.filter { $0.hasPrefix("quiet") }.isEmpty)
      let reached = names.count { $0.hasPrefix("loud") }
      #expect((1...64).contains(reached), "\(reached)")
      let outside = try Self.control.get().notes.names
      #expect(outside.count { $0.hasPrefix("quiet") } == 1000)
    }

    @Test func `probe 26 names have the same addresses in every run`() throws {
      let addresses = try Caller.available.map { caller in
        try Self.trial(caller).outcome.observations.first { $0.row == "W26" }?.detail
      }
      #expect(addresses.first??.hasPrefix("198.1") == true)
      #expect(Set(addresses).count == 1)
    }

    @Test(arguments: Caller.available)
    func `probes 50 and 51 what a rule cannot see stands in the result`(_ caller: Caller) throws {
      let trial = try Self.trial(caller)
      // The control of both: a rule of the mode tls lets another Host through, and says what it saw.
      #expect(trial.notes.events.contains { $0.host == "fronted.test" })
      let egress = try #require(trial.outcome.document?.egress)
      let seen = egress.filter { $0.name == "allowed.test" && $0.verdict == "allowed" }
      #expect(!seen.isEmpty && seen.allSatisfy { $0.assurance == "sni" })
    }

    @Test(arguments: Caller.available)
    func `probe 95 no byte of a name or a field steers a terminal or forges a record`(
      _ caller: Caller
    ) throws {
      let outcome = try Self.trial(caller).outcome
      #expect(outcome.finished.errors.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
      #expect(outcome.finished.errors.utf8.count < 64 << 10)
      let egress = try #require(outcome.document?.egress)
      #expect(egress.allSatisfy { $0.name.utf8.count <= 300 })
      #expect(egress.filter { $0.verdict == "allowed" }.allSatisfy { !$0.name.contains("\"") })
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

    private static func trial(_ caller: Caller) throws -> Trial {
      try #require(trials[caller]).get()
    }
  }
}
