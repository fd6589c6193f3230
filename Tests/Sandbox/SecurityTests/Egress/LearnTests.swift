import FoundationEssentials
import TestSupport
import Testing

extension EscapeTests {
  /// Runs that are learnt from, in the laboratory that sees every packet.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct LearnTests {
    /// The part of `sentinel.profile-learn/1` that is looked at here.
    struct Report: Decodable, Sendable {
      struct Rule: Decodable, Sendable {
        var target: String
        var ports: String?
        var mode: String?
        var addresses: [String]?
      }

      struct Proposal: Decodable, Sendable {
        var rule: Rule
        var reason: String
      }

      struct LeftOut: Decodable, Sendable {
        var name: String
        var port: Int?
        var reason: String
      }

      struct Run: Decodable, Sendable {
        var level: String
        var exitCode: Int
      }

      var rules: [Proposal]
      var leftOut: [LeftOut]
      var sawEveryPort: Bool
      var gaps: [String]
      var run: Run
      var text: String?

      func rule(_ target: String, _ ports: String? = nil) -> Rule? {
        rules.map(\.rule).first { $0.target == target && $0.ports == ports }
      }
    }

    private static func learn(
      _ lab: EgressLab, _ caller: Caller, options: [String] = [], _ command: [String]
    ) throws -> (report: Report, outcome: SandboxCall.Outcome) {
      var call = try lab.call(caller)
      call.learns = true
      call.profile = "default"
      call.options = ["--timeout", "290s", "--cpu-time", "290s", "--pids", "1024"] + options
      let outcome = try call.run(command)
      let report = try? JSONDecoder().decode(Report.self, from: outcome.finished.output)
      return (try #require(report, "\(outcome.story)"), outcome)
    }

    /// Connects to names and addresses and says what became of it.
    private static let client = """
      import socket, sys
      for place in sys.argv[1:]:
          host, port, text = place.split("/")
          try:
              with socket.create_connection((host, int(port)), 5) as stream:
                  stream.settimeout(3)
                  stream.sendall(text.encode() or b"x")
                  print(host, port, "got", stream.recv(9))
          except OSError as problem:
              print(host, port, "failed", problem)
      """

    @Test(arguments: Caller.available)
    func `without leave nothing at all leaves, whatever a payload tries`(_ caller: Caller) throws {
      let lab = try EgressLab()
      let (report, outcome) = try Self.learn(
        lab, caller, ["/usr/bin/python3", "-B", "attempts"] + EgressLab.quickly)
      let notes = try lab.notes()
      #expect(notes.events.isEmpty, "\(notes.events.prefix(5))")
      #expect(notes.targets.isEmpty && notes.packetsDropped == 0, "\(notes.targets)")
      #expect(report.run.level == "full")
      #expect(outcome.isClean)
      // What it asked for is known all the same.
      #expect(report.rule("allowed.test") != nil, "\(report.rules)")
      #expect(report.rule("plain.test", "80") != nil)
      #expect(report.leftOut.contains { $0.name == "denied.test" }, "\(report.leftOut)")
      #expect(report.rules.allSatisfy { !$0.rule.target.contains("*") })
    }

    @Test(arguments: Caller.available)
    func `every port of names and addresses is seen, with what is spoken there`(
      _ caller: Caller
    ) throws {
      let lab = try EgressLab()
      let places = [
        "a.test/1/", "a.test/4444/", "b.test/65535/SSH-2.0-x", "c.test/31337/GET / HTTP/1.1",
        "93.184.216.34/4445/", "2606:2800:220:1::1/4446/", "10.9.8.7/4447/", "127.0.0.1/4448/",
        "169.254.169.254/80/",
      ].map { $0.replacing("GET / HTTP/1.1", with: "GET") }
      let (report, _) = try Self.learn(
        lab, caller, ["/usr/bin/python3", "-c", Self.client] + places)
      #expect(report.sawEveryPort && report.gaps.isEmpty, "\(report.gaps)")
      #expect(
        report.rule("a.test", "1,4444") != nil || report.rule("a.test", "1") != nil, "\(report)")
      #expect(report.rule("b.test", "65535")?.mode == "ssh")
      #expect(report.rule("c.test", "31337") != nil)
      #expect(report.rule("93.184.216.34", "4445") != nil)
      #expect(report.rule("2606:2800:220:1::1", "4446") != nil)
      #expect(report.rule("10.9.8.7", "4447") != nil)
      #expect(report.rules.allSatisfy { !$0.rule.target.hasPrefix("127.") })
      #expect(report.leftOut.contains { $0.name == "169.254.169.254" })
      #expect(try lab.notes().targets.isEmpty)
    }

    @Test(arguments: Caller.available)
    func `with leave only global addresses and those that were named are reached`(
      _ caller: Caller
    ) throws {
      let lab = try EgressLab()
      let names = ["raw.test", "flips.wild.test"] + (0...8).map { "inward\($0).wild.test" }
      let addresses = [
        "93.184.216.77", "10.0.0.1", "10.1.2.3", "127.0.0.1", "169.254.169.254", "192.168.1.1",
        "100.64.0.1", "198.18.0.1", "198.18.9.9", "0.0.0.0", "::1", "64:ff9b::a00:1",
        "2002:a00:1::1", "::ffff:10.1.2.3", "fe80::1%eth0",
      ]
      let (report, outcome) = try Self.learn(
        lab, caller, options: ["--let-through", "--let-through-to", "10.0.0.0/24"],
        ["/usr/bin/python3", "-c", Self.client] + (names + names + addresses).map { "\($0)/7777/" })
      let notes = try lab.notes()
      for reached in ["93.184.216.36", "93.184.216.42", "93.184.216.77", "10.0.0.1"] {
        #expect(notes.addresses.contains(reached), "\(reached): \(outcome.story)")
      }
      let special = notes.addresses.filter { address in
        ["127.", "169.254.", "192.168.", "100.64.", "198.18.", "198.19.", "0.", "10.1."].contains {
          address.hasPrefix($0)
        } || address.contains(":") && !address.hasPrefix("2") || address.hasPrefix("2002:")
      }
      #expect(special.isEmpty, "\(special)")
      #expect(
        report.rule("inward0.wild.test", "7777")?.addresses == ["10.0.0.1"], "\(report.rules)")
      #expect(report.rule("inward2.wild.test", "7777")?.addresses == ["192.168.1.1"])
      #expect(report.rule("inward1.wild.test", "7777") == nil)
    }

    @Test(arguments: Caller.available)
    func `what is proposed passes the check and lets the command work, and nothing else`(
      _ caller: Caller
    ) throws {
      let lab = try EgressLab()
      let command = ["curl", "--silent", "--show-error", "--cacert", "ca.pem"]
      let (report, _) = try Self.learn(
        lab, caller, options: ["--let-through"],
        command + ["https://allowed.test/", "http://plain.test/"])
      #expect(report.run.exitCode == 0)
      #expect(report.rules.map(\.rule.target) == ["allowed.test", "plain.test"])
      var call = try lab.call(caller)
      call.profile = try call.home.write(try #require(report.text), to: "learned.yaml").path
      let check = try HostProcess.run([
        Executables.shared.sentinel.path, "profile", "check", call.profile,
      ])
      #expect(check.code == 0, "\(check)")
      let outcome = try call.run(command + ["https://allowed.test/", "http://plain.test/"])
      #expect(
        outcome.document?.status == "ok" && outcome.document?.level == "full", "\(outcome.story)")
      let other = try call.run(command + ["https://a.b.wild.test/"])
      #expect(other.document?.status == "nonzero")
      #expect(try !lab.notes().names.contains("a.b.wild.test"))
    }
  }
}
