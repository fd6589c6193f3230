import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct DeathTests {
    /// Who is killed, in which order.
    enum Victim: String, CaseIterable, Sendable {
      case caller, supervisor, callerThenSupervisor, supervisorThenCaller, initProcess
    }

    @Test(arguments: Setting.plain, Victim.allCases)
    func `R14 a sudden death leaves nothing`(_ setting: Setting, victim: Victim) throws {
      try expectNothingLeft(after: victim, setting, try setting.call())
    }

    @Test(arguments: Setting.plain, Victim.allCases)
    func `R14 a sudden death leaves nothing, without namespaces either`(
      _ setting: Setting, victim: Victim
    ) throws {
      try expectNothingLeft(after: victim, setting, try setting.narrowCall())
    }

    private func expectNothingLeft(
      after victim: Victim, _ setting: Setting, _ given: SandboxCall
    ) throws {
      var call = given
      let isPlayed = setting.caller == .user && Caller.isRoot
      if isPlayed { call.group = try DelegatedGroup(owner: setting.caller.uid) }
      let marker = "marker-\(UInt64.random(in: 0 ... .max))"
      var survivors: [Int32] = []
      var supervisor: Int32 = 0
      let outcome = try call.start([call.probe, "tree", marker]) { process in
        #expect(process.wait(for: "ready") != nil, "the payload never ran")
        #expect(HostTable.wait { HostTable.processes(naming: marker).count >= 10 })
        supervisor = HostTable.children(of: process.id, named: "sentinel-launch").first ?? 0
        kill(victim, supervisor, of: process)
        let finished = process.finish(seconds: 10)
        _ = HostTable.wait { HostTable.processes(naming: marker).isEmpty }
        survivors = HostTable.processes(naming: marker)
        return finished
      }
      #expect(survivors.isEmpty, "left: \(survivors)")
      // After two deaths at once only the next start can sweep.
      if victim == .callerThenSupervisor || victim == .supervisorThenCaller {
        var next = try setting.call()
        (next.wrapper, next.isolation) = (call.wrapper, call.isolation)
        next.group = call.group
        #expect(try next.attempt("R15", "0").finished.code == 0)
      }
      let groups = { HostTable.groups().filter { $0.contains("/sentinel-\(supervisor)-") } }
      #expect(HostTable.wait { groups().isEmpty }, "left: \(groups())")
      #expect(call.group?.remove() ?? true)
      if victim == .supervisor {
        #expect(outcome.document?.status == "setupFailed", "\(outcome.story)")
        #expect(outcome.finished.code == 125)
      }
    }

    @Test func `R14 without a sandbox children outlive whoever started them`() throws {
      let folder = try Scratch("control")
      let script = """
        cd "$2"; "$1" tree > said & until [ -s said ]; do sleep 0.01; done
        sleep 0.2; kill -9 $!; sleep 0.2; grep -lx 'Name:.sentinel-probe' /proc/[0-9]*/status | wc -l
        """
      let survivors = try Bare.run(
        ["/bin/sh", "-c", script, "sh", Executables.shared.probe.path, folder.url.path])
      #expect(survivors.text == "8\n", "\(survivors)")
    }

    private func kill(_ victim: Victim, _ supervisor: Int32, of process: HostProcess) {
      guard supervisor > 0 else {
        Issue.record("no supervisor")
        return
      }
      switch victim {
      case .caller: process.send(SIGKILL)
      case .supervisor: Glibc.kill(supervisor, SIGKILL)
      case .callerThenSupervisor:
        process.send(SIGKILL)
        Glibc.kill(supervisor, SIGKILL)
      case .supervisorThenCaller:
        Glibc.kill(supervisor, SIGKILL)
        process.send(SIGKILL)
      case .initProcess:
        for id in HostTable.children(of: supervisor) { Glibc.kill(id, SIGKILL) }
      }
    }

    @Test(arguments: Setting.plain)
    func `P04 the host's tables show no argument or variable of the payload`(
      _ setting: Setting
    ) throws {
      let secret = "secret-\(UInt64.random(in: 0 ... .max))"
      var call = try setting.call()
      call.options = ["--env", "TOKEN"]
      call.environment["TOKEN"] = secret
      var texts: [Data] = []
      _ = try call.start([call.probe, "sleep", "20"]) { process in
        #expect(process.wait(for: "ready") != nil)
        for supervisor in HostTable.children(of: process.id, named: "sentinel-launch") {
          texts += ["cmdline", "environ"].map { HostTable.read(supervisor, $0) }
        }
        process.send(SIGTERM)
        return process.finish(seconds: 10)
      }
      #expect(!texts.isEmpty)
      for text in texts { #expect(!String(decoding: text, as: UTF8.self).contains(secret)) }
      let open = try HostProcess(
        [Executables.shared.probe.path, "sleep", "20"], environment: ["TOKEN": secret])
      defer { open.end() }
      try #require(open.wait(for: "ready") != nil)
      let shown = String(decoding: HostTable.read(open.id, "environ"), as: UTF8.self)
      #expect(shown.contains(secret), "the control shows nothing")
    }
  }
}
