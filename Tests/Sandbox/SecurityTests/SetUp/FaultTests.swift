import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// One system call fails at a time, in every part of Sentinel, as the kernel could make it fail.
  ///
  /// However that ends: nobody waits for ever, nothing is left behind, a run that calls itself full
  /// has everything that one without a fault has, a command that never ran is not told as one that
  /// ended, and the cause that is told is the call that failed.
  ///
  /// Here the first, a middle and the last call of each kind fail; all of them, in five ways, with
  /// SENTINEL_FAULTS=all (`make test-faults`).
  @Suite struct FaultTests {
    private static let isWhole = ProcessInfo.processInfo.environment["SENTINEL_FAULTS"] == "all"
    private static let errors = isWhole ? [EIO, EPERM, ENOMEM, EMFILE, ENOSYS] : [EIO]

    /// A call of one part of Sentinel, by its number, and how often that part makes it.
    private struct Place {
      var part: String
      var call: Int
      var count: Int

      /// Which of them are to fail.
      var ordinals: [Int] {
        if FaultTests.isWhole || count <= 3 { return Array(0..<count) }
        return [0, count / 2, count - 1]
      }
    }

    /// What a command can see of what holds it.
    private static let look = """
      echo begun; grep -E 'Cap|NoNew|Seccomp|SigIgn|SigBlk' /proc/self/status; ls /proc/self/fd
      cat /proc/sys/user/max_user_namespaces; ulimit -Ha; ulimit -Sa; grep -c '/.empty-' /proc/self/mountinfo
      id; hostname; wc -l < /proc/net/dev; umask
      """

    /// One run in which a call fails.
    private struct Attempt {
      var outcome: SandboxCall.Outcome
      var report: [Substring]

      var hasBegun: Bool { outcome.finished.text.hasPrefix("begun\n") }
      var wasInjected: Bool { report.contains("injected 1") }
      var places: [Place] {
        report.compactMap { line in
          let words = line.split(separator: " ")
          guard words.count == 3, let call = Int(words[1]), let count = Int(words[2]) else {
            return nil
          }
          return Place(part: String(words[0]), call: call, count: count)
        }
      }
    }

    private static func attempt(
      _ call: SandboxCall, _ part: String, _ number: Int = 0, _ ordinal: Int = 0, _ error: Int32 = 0
    ) throws -> Attempt {
      var call = call
      let report = call.home.url.appending(path: "report").path
      call.wrapper = [
        Executables.shared.faults.path, report, part, "\(number)", "\(ordinal)", "\(error)",
      ]
      let outcome = try call.run(["/bin/sh", "-c", look])
      let text = FileManager.default.contents(atPath: report) ?? Data()
      try? FileManager.default.removeItem(atPath: report)
      return Attempt(
        outcome: outcome, report: String(decoding: text, as: UTF8.self).split(separator: "\n"))
    }

    private static func call(_ caller: Caller) throws -> SandboxCall {
      var call = try SandboxCall(caller)
      call.options = ["--timeout", "8s"]
      call.seconds = 20
      return call
    }

    @Test(arguments: ["caller", "supervisor", "child", "payload", "init"])
    func `a call that fails leaves no weaker sandbox, no wait and no wrong cause`(
      _ part: String
    ) throws {
      try Self.expectTruth(of: try Self.call(Caller.available[0]), part)
    }

    @Test(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
    func `a call of the network broker that fails leaves no way out, no wait and no wrong cause`()
      throws
    {
      var call = try EgressLab().call(Caller.available[0])
      call.options += ["--timeout", "8s"]
      call.seconds = 30
      try Self.expectTruth(of: call, "broker")
    }

    @Test(arguments: Setting.plain)
    func `a result names the filter that was loaded, and what was seen to before the command`(
      _ setting: Setting
    ) throws {
      let call = try setting.call()
      let document = try #require(try call.run(["/bin/true"]).document)
      #expect(document.layers.filterDigest.count == 64)
      #expect(document.layers.filterDigest.contains { $0 != "0" })
      #expect(document.layers.descriptorsClosed && document.layers.ceilings)
      // A command that could not be executed was held by nothing.
      let missing = try #require(try call.run(["/no/such/program"]).document)
      #expect(missing.status == "setupFailed" && missing.level == "reduced")
      #expect(missing.stage == "execute" && missing.errno == ENOENT)
      #expect(!missing.layers.filterDigest.contains { $0 != "0" })
    }

    private static func expectTruth(of call: SandboxCall, _ part: String) throws {
      _ = try attempt(call, "list")  // compiles the filter
      let sound = try attempt(call, "list")
      try #require(sound.outcome.document?.status == "ok", "\(sound.outcome.story)")
      let places = sound.places.filter { $0.part == part }
      var injected = 0
      var failed = 0
      for place in places {
        for ordinal in place.ordinals {
          for error in errors {
            let made = try attempt(call, part, place.call, ordinal, error)
            let name = "\(part), call \(place.call) number \(ordinal), errno \(error)"
            guard made.wasInjected || made.outcome.finished.code == nil else { continue }
            injected += 1
            if made.outcome.finished.code != 0 { failed += 1 }
            for fault in faults(of: made, error, sound: sound) {
              Issue.record("\(name): \(fault): \(made.outcome.story)")
            }
          }
        }
      }
      // The control: calls do fail, and some of them are needed.
      #expect(injected >= min(places.count, 5) && failed > 0, "\(part): \(injected), \(failed)")
      print("faults: \(part): \(injected) injected, \(failed) of them ended the run")
    }

    /// What is wrong with how a run ended.
    private static func faults(of made: Attempt, _ error: Int32, sound: Attempt) -> [String] {
      let finished = made.outcome.finished
      guard finished.code != nil else { return ["it waits"] }
      var faults = made.report.contains("left 0") ? [] : ["it left processes"]
      if !made.outcome.isClean { faults.append("it left groups") }
      let reason = unsafe String(cString: strerror(error))
      guard let document = made.outcome.document else {
        if finished.code == 0 { faults.append("it ended well without a result") }
        if !finished.errors.contains(reason) { faults.append("no cause") }
        return faults
      }
      if document.status == "setupFailed" {
        if document.stage == nil || document.errno == nil { faults.append("no stage or errno") }
        let isCause =
          document.errno == error || document.reason?.contains(reason) == true
          // One that cannot even begin has nothing to say.
          || document.reason?.contains("network broker: it ended") == true
        if !isCause { faults.append("wrong cause: \(document.reason ?? "none")") }
        if !document.limitsHit.isEmpty { faults.append("limits of what never ran") }
      } else if !made.hasBegun, document.status != "refused" {
        if document.reason?.contains("output") != true { faults.append("it never ran") }
      }
      if document.level == "full" {
        if ["setupFailed", "refused"].contains(document.status) { faults.append("full") }
        // Whose output was lost, says so: in its status, or by exit code 70 and the cause.
        if document.status == "ok", finished.code != 70 || document.reason == nil,
          finished.text != sound.outcome.finished.text
        {
          faults.append("less than without a fault: \(finished.text)")
        }
      }
      return faults
    }
  }
}
