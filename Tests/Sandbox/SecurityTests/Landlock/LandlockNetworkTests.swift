import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// The catalogue of ways past an allow-list, and programs as people use them, where the payload has no
  /// network of its own: its sockets are the supervisor's.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct LandlockNetworkTests {
    static let trials: [Caller: Result<EgressTests.Trial, any Error>] = Dictionary(
      uniqueKeysWithValues: Caller.available.map { caller in
        (
          caller,
          Result { () throws -> EgressTests.Trial in
            let lab = try EgressLab()
            var call = try lab.call(caller)
            call.becomeNarrow()
            call.options = EgressLab.roots(of: call)
            let outcome = try call.run(["/usr/bin/python3", "-B", "attempts"] + EgressLab.quickly)
            return EgressTests.Trial(outcome: outcome, notes: try lab.notes())
          }
        )
      })

    /// What resolves names by datagrams of its own, wants a name for its user, or sends messages (GnuTLS).
    static let unable = [
      "wget",
      "a static program of musl", "a resolver like the one of Go",
      "a resolver like the one of Go, over TCP", "git over ssh",
    ]

    /// As they are, without the variable of the proxy, and some with it.
    static let programs: [EgressClientTests.Client] =
      EgressClientTests.usual.filter { !unable.contains($0.name) }.map { client in
        var direct = client
        direct.line = "unset HTTPS_PROXY https_proxy; \(client.line)"
        return direct
      }
      + EgressClientTests.usual.filter { ["curl", "urllib of Python"].contains($0.name) }
      .map { client in
        var tunnelled = client
        tunnelled.name += ", by the proxy"
        // No resolver answers it.
        tunnelled.line = "RES_OPTIONS=; \(client.line)"
        return tunnelled
      }

    static let clients: [Caller: Result<(SandboxCall.Outcome, [String: String]), any Error>] =
      Dictionary(
        uniqueKeysWithValues: Caller.available.map { caller in
          (caller, Result { try EgressClientTests.run(caller, programs) { $0.becomeNarrow() } })
        })

    /// What left the machine: both ends of what the payload speaks over are on it.
    static func left(_ notes: EgressLab.Notes) -> Set<String> {
      notes.targets.filter { !$0.hasPrefix("tcp 127.0.0.1:") && !$0.hasPrefix("tcp ::1:") }
    }

    @Test(arguments: Caller.available)
    func `no attempt reaches anything beyond the allow-list`(_ caller: Caller) throws {
      let trial = try #require(Self.trials[caller]).get()
      let attempts = trial.outcome.observations.filter { !$0.row.hasPrefix("W") }
      #expect(attempts.count >= 350, "\(trial.outcome.story)")
      // One port more than behind a gateway is there: the proxy's.
      let known = attempts.filter { $0.row == "X09" }
      #expect(known.allSatisfy { $0.result == .blocked || $0.detail == "[3128]" }, "\(known)")
      #expect(attempts.filter { $0.result != .blocked && $0.row != "X09" }.isEmpty)
      #expect(trial.notes.packetsDropped == 0)
      #expect(Self.left(trial.notes).subtracting(EgressTests.allowed).isEmpty)
      #expect(trial.notes.targets.contains("tcp 93.184.216.34:443"))
    }

    @Test(arguments: Caller.available)
    func `what the rules allow works`(_ caller: Caller) throws {
      let trial = try #require(Self.trials[caller]).get()
      let expected = trial.outcome.observations.filter { $0.row.hasPrefix("W") }
      #expect(expected.count >= 35, "\(trial.outcome.story)")
      // Questions in datagrams, and data in the first packet.
      let unable = ["W26", "W68"]
      #expect(expected.filter { $0.result != .worked && !unable.contains($0.row) }.isEmpty)
    }

    @Test(arguments: programs, Caller.available)
    func `the usual clients work`(_ client: EgressClientTests.Client, _ caller: Caller) throws {
      let (outcome, texts) = try #require(Self.clients[caller]).get()
      let text = texts[client.name] ?? ""
      #expect(text.contains(client.expected), "\(text); \(outcome.story)")
    }
  }
}
