import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct PrivilegeTests {
    @Test(arguments: Setting.all)
    func `C01 no right can be regained`(_ setting: Setting) throws {
      try expectContained("C01", setting)
    }

    @Test(arguments: Setting.all)
    func `C04 control groups are not there to write to`(_ setting: Setting) throws {
      try expectContained("C04", setting)
    }

    @Test(arguments: Setting.all)
    func `C05 no control group can be mounted for its release agent`(_ setting: Setting) throws {
      try expectContained("C05", setting, recorded: ["unshare", "mount", "fsopen"])
    }

    @Test(arguments: Setting.all)
    func `C06 no process leaves its control group`(_ setting: Setting) throws {
      try expectContained("C06", setting)
    }

    @Test(
      arguments: ["private", "shared", "memory-files", "tmpfs"],
      Setting.plain)
    func `C07 memory beyond the limit ends the run`(allocator: String, _ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--memory", "64M"]
      let outcome = try call.attempt("C07", allocator)
      #expect(outcome.document?.status == "oom", "\(outcome.story)")
      #expect(outcome.document?.limitsHit.contains("memory") == true, "\(outcome.story)")
      #expect(outcome.finished.code == 137)
      #expect((outcome.document?.memoryPeakBytes ?? .max) <= 66 << 20)
      #expect((outcome.document?.memoryPeakBytes ?? 0) >= 32 << 20)
      #expect(outcome.isClean)
      let taken = try bytesTaken(by: allocator, setting)
      #expect(taken >= 128 << 20, "the control takes \(taken) bytes")
    }

    /// What an allocator gets where the limit is out of its way.
    private func bytesTaken(by allocator: String, _ setting: Setting) throws -> Int {
      var call = try setting.call()
      call.options = ["--memory", "2G"]
      let outcome = try call.attempt("C07", allocator)
      #expect(outcome.document?.status == "ok", "the control: \(outcome.story)")
      return outcome.observation(allocator).flatMap { Int($0.detail) } ?? 0
    }

    @Test(
      arguments: ["pipes", "sockets", "huge-pages", "descriptors"],
      Setting.plain)
    func `C07 memory of the kernel stays below the limit`(
      allocator: String, _ setting: Setting
    ) throws {
      var call = try setting.call()
      call.options = ["--memory", "64M"]
      let outcome = try call.attempt("C07", allocator)
      let status = outcome.document?.status
      #expect(["ok", "oom", "nonzero"].contains(status), "\(outcome.story)")
      #expect((outcome.document?.memoryPeakBytes ?? .max) <= 66 << 20, "\(outcome.story)")
      #expect(outcome.observations.allSatisfy { $0.result == .blocked }, "\(outcome.story)")
      #expect(outcome.isClean)
      let taken = try bytesTaken(by: allocator, setting)
      switch allocator {
      case "huge-pages" where taken == 0:
        print("control impossible: C07 huge-pages: the machine has none set aside")
      case "descriptors": #expect(taken > 1000, "their number is what holds, not memory")
      default: #expect(taken > 64 << 20, "the control takes \(taken) bytes")
      }
    }

    @Test(arguments: Setting.plain)
    func `C09 all hogs end with the first one`(_ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--memory", "64M", "--timeout", "20s"]
      let outcome = try call.attempt("C09", "4")
      #expect(outcome.document?.status == "oom", "\(outcome.story)")
      #expect(outcome.observations.isEmpty, "the parent outlived the hogs: \(outcome.story)")
      #expect(outcome.isClean)
    }

    @Test(.enabled(if: Caller.isRoot, "only root can make a control group with a limit alone"))
    func `C09 in a mere control group the others limp on`() throws {
      let group = try DelegatedGroup(owner: 0, memory: 64 << 20)
      let enter = group.entries.map { "echo 0 > '\($0.path)'" }.joined(separator: " && ")
      let seen = try Bare.observe(["C09", "4"], after: enter)
      #expect(seen.map(\.attempt) == ["outlive the hogs"])
      #expect(group.remove())
    }

    @Test(arguments: Setting.all)
    func `C13 no key can be left, found or shared`(_ setting: Setting) throws {
      try expectContained("C13", setting, recorded: ["add_key", "request_key", "keyctl"])
    }

    @Test(.enabled(if: Caller.isRoot, "only root can play a user without groups"))
    func `full isolation without control groups is refused`() throws {
      var call = try SandboxCall(.user)
      call.hasGroup = false
      let outcome = try call.attempt("R15", "0")
      #expect(outcome.finished.code == 125, "\(outcome.story)")
      #expect(outcome.document?.status == "refused", "\(outcome.story)")
    }

    @Test(
      .enabled(if: Caller.isRoot, "only root can play a user without groups"),
      arguments: ["contained", "available"])
    func `less isolation without control groups says what is missing`(isolation: String) throws {
      var call = try SandboxCall(.user)
      call.hasGroup = false
      call.isolation = isolation
      let outcome = try call.attempt("R15", "0")
      #expect(outcome.document?.level == "contained", "\(outcome.story)")
      let missing = outcome.document?.missing.map(\.layer) ?? []
      #expect(missing.contains("memory limit") && missing.contains("process limit"))
    }
  }
}
