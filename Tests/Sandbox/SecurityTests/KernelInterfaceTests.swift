import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct KernelInterfaceTests {
    @Test(arguments: Setting.all)
    func `P01 no setting of the kernel can be opened for writing`(_ setting: Setting) throws {
      try expectContained("P01", setting)
    }

    @Test(arguments: Setting.all)
    func `P02 what proc tells about the machine is covered`(_ setting: Setting) throws {
      try expectContained("P02", setting)
    }

    @Test(arguments: Setting.all)
    func `P03 the caller's secrets are nowhere in proc`(_ setting: Setting) throws {
      let halves = [
        "half\(UInt64.random(in: 0 ... .max))", "other\(UInt64.random(in: 0 ... .max))",
      ]
      let marker = halves.joined()
      var call = try setting.call()
      call.environment["SECRET_TOKEN"] = marker
      call.resultFile = call.home.url.appending(path: marker)
      let outcome = try call.attempt("P03", halves[0], halves[1])
      outcome.expectBlocked("P03")
      let outside = try HostProcess.run(
        ["/bin/sh", "-c", "\"$@\"; true", "sh", Executables.shared.probe.path, "P03"] + halves,
        environment: ["SECRET_TOKEN": marker])
      let found = Observation.parse(outside.output).first { $0.attempt == "find the marker" }
      #expect(found?.result == .worked, "the control finds nothing")
    }

    @Test(arguments: Setting.plain)
    func `P04 one sandbox sees nothing of another`(_ setting: Setting) throws {
      let halves = [
        "half\(UInt64.random(in: 0 ... .max))", "other\(UInt64.random(in: 0 ... .max))",
      ]
      let first = try setting.call()
      let outcome = try first.start([first.probe, "sleep", "20", halves.joined()]) { process in
        #expect(process.wait(for: "ready") != nil)
        let second = try setting.call().attempt("P03", halves[0], halves[1])
        second.expectBlocked("P04")
        process.send(SIGTERM)
        return process.finish(seconds: 10)
      }
      #expect(outcome.isClean)
      let neighbour = try HostProcess([
        Executables.shared.probe.path, "sleep", "20", halves.joined(),
      ])
      defer { neighbour.end() }
      try #require(neighbour.wait(for: "ready") != nil)
      let outside = try Control.observe(["P03"] + halves)
      #expect(outside.contains { $0.attempt == "find the marker" && $0.result == .worked })
    }

    @Test(arguments: Setting.all)
    func `P05 nothing of a process is set through proc`(_ setting: Setting) throws {
      try expectContained("P05", setting)
    }

    @Test(arguments: Setting.all)
    func `P10 a crash cannot start the host's handler`(_ setting: Setting) throws {
      try expectContained("P10", setting)
    }

    @Test(arguments: Setting.all)
    func `P06 the launcher's file cannot be reached or overwritten`(_ setting: Setting) throws {
      let launcher = Executables.shared.sentinel.deletingLastPathComponent()
        .appending(path: "sentinel-launch")
      let before = try Data(contentsOf: launcher)
      try expectContained("P06", setting)
      #expect(try Data(contentsOf: launcher) == before)
    }
  }
}
