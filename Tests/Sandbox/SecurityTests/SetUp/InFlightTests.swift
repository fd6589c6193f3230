import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// Descriptors that a payload keeps in flight must keep no other run of its user from starting.
  ///
  /// The kernel counts those of a user over all sockets, and refuses whoever sends more.
  @Suite struct InFlightTests {
    /// What a user's shell has on many systems.
    private static let bounds = ["/usr/bin/prlimit", "--nofile=1024:4096"]

    private static func call(_ profile: String) throws -> SandboxCall {
      var call = try SandboxCall(.user, profile: profile)
      call.wrapper = bounds
      call.seconds = 20
      return call
    }

    @Test(arguments: ["default", "build"])
    func `what a payload holds in flight keeps no other run from starting`(
      _ profile: String
    ) throws {
      let holder = try Self.call(profile)
      var held = ""
      let outcome = try holder.start([holder.probe, "flight"]) { process in
        held = process.wait(for: "ready") ?? ""
        let next = try Self.call("default").attempt("R15", "0")
        #expect(next.document?.status == "ok" && next.finished.code == 0, "\(next.story)")
        process.send(SIGTERM)
        return process.finish(seconds: 10)
      }
      #expect(outcome.document?.level != nil, "\(outcome.story)")
      let count = held.split(separator: " ").dropFirst(2).first.flatMap {
        Int($0.filter(\.isNumber))
      }
      #expect(count ?? 0 > 1024, "the attack reached no bound: \(held)")
      #expect(held.contains("errno \(ETOOMANYREFS)"), "\(held)")
    }

    @Test func `without that bound the next run cannot start, and says why at once`() throws {
      let outside = try HostProcess(
        Caller.user.prefix(group: nil) + Self.bounds
          + ["/usr/bin/prlimit", "--nofile=4096:4096", Executables.shared.probe.path, "flight"])
      defer { outside.end() }
      try #require(outside.wait(for: "ready")?.contains("errno \(ETOOMANYREFS)") == true)
      let start = ContinuousClock.now
      let next = try Self.call("default").attempt("R15", "0")
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(next.document?.status == "setupFailed", "\(next.story)")
      #expect(next.document?.errno == ETOOMANYREFS, "\(next.story)")
      #expect(next.document?.level == "reduced" && next.document?.limitsHit == [])
      #expect(next.finished.code == 125)
    }
  }
}
