import FoundationEssentials
import Glibc
import Sandbox
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct SystemCallTests {
    @Test(arguments: Setting.all)
    func `S01 i386 calls through int 0x80 are killed`(_ setting: Setting) throws {
      try expectContained("S01", setting)
    }

    @Test(arguments: Setting.all)
    func `S02 x32 numbers never reach the kernel`(_ setting: Setting) throws {
      try expectContained(
        "S02", setting, noControl: "the kernel was built without the x32 interface")
    }

    @Test(arguments: Setting.all)
    func `S04 high bits of an argument change no verdict`(_ setting: Setting) throws {
      try expectContained("S04", setting, recorded: ["clone", "prctl"])
    }

    @Test(arguments: Setting.all)
    func `S05 clone3 does not exist`(_ setting: Setting) throws {
      try expectContained("S05", setting)
    }

    @Test(arguments: Setting.all)
    func `S06 no namespace can be made or entered`(_ setting: Setting) throws {
      try expectContained("S06", setting, recorded: ["unshare", "setns", "clone"])
    }

    @Test(arguments: Setting.all)
    func `S07 io_uring does not exist`(_ setting: Setting) throws {
      try expectContained("S07", setting)
    }

    @Test(arguments: Setting.all)
    func `S08 no listener can be made or found`(_ setting: Setting) throws {
      try expectContained("S08", setting, recorded: ["seccomp", "pidfd_getfd", "ptrace"])
    }

    @Test(arguments: Setting.plain)
    func `S11 a flood of refusals ends at the kernel, and costs nobody else`(
      _ setting: Setting
    ) throws {
      let few = try setting.call().attempt("S11", "4000")
      few.expectBlocked("S11")
      #expect(few.document?.refusals(of: "keyctl") == 4000)
      #expect(few.document?.denialsFlooded == false)
      let outcome = try setting.call().attempt("S11", "100000")
      outcome.expectBlocked("S11")
      #expect(outcome.document?.refusals(of: "keyctl") == 4096)
      #expect(outcome.document?.denialsFlooded == true)
      print("S11 \(setting.testDescription): \(outcome.observations.first?.detail ?? "")")
      let outside = try Control.observe(["S11", "1000"])
      #expect(outside.first?.result == .reached, "the control is refused too")
    }

    @Test(arguments: Setting.plain)
    func `S11 refusals beyond the record are counted, not forgotten`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("S11", "1000", "different")
      outcome.expectBlocked("S11")
      let document = try #require(outcome.document)
      #expect(document.denials.count == 256)
      #expect(document.refusals(of: "ptrace") + document.denialsUnrecorded >= 1001)
    }

    @Test(arguments: Setting.plain)
    func `S11 an endless flood of refusals ends with the wall clock`(_ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--timeout", "1s"]
      let start = ContinuousClock.now
      let outcome = try call.attempt("S11", "0")
      #expect(outcome.document?.status == "timeout", "\(outcome.story)")
      #expect(ContinuousClock.now - start < .seconds(4))
      #expect(outcome.isClean)
      call.options = ["--timeout", "3s"]
      _ = try call.attempt("S11", "0")
      #expect(ContinuousClock.now - start >= .seconds(4), "the control ends by itself")
    }

    @Test(arguments: Setting.all)
    func `S13 segments, ports and a second vDSO are out of reach`(_ setting: Setting) throws {
      try expectContained("S13", setting, recorded: ["modify_ldt", "arch_prctl"])
    }

    @Test(arguments: Setting.all)
    func `S14 rare and powerful calls are refused and named`(_ setting: Setting) throws {
      try expectContained(
        "S14", setting,
        recorded: [
          "bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl", "kcmp",
          "name_to_handle_at", "process_madvise", "process_vm_readv", "ptrace", "pidfd_getfd",
          "fanotify_init", "syslog", "reboot",
        ],
        except: ["landlock_create_ruleset"])
    }

    @Test(arguments: Setting.all)
    func `S15 unknown numbers are answered as an old kernel would`(_ setting: Setting) throws {
      try expectContained(
        "S15", setting, noControl: "numbers that no kernel knows are unknown outside too")
    }
  }
}
