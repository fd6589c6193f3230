import FoundationEssentials
import Glibc
import Kernel
import TestSupport
import Testing

@testable import Policy
@testable import Sandbox

extension EscapeTests {
  /// Starts without number, and deaths at any instant: nothing may add up.
  ///
  /// `SENTINEL_ENDURANCE` asks for the full numbers, which take minutes.
  @Suite struct EnduranceTests {
    private static let isLarge = ProcessInfo.processInfo.environment["SENTINEL_ENDURANCE"] != nil
    private static let row = isLarge ? 1000 : 100
    private static let crowd = isLarge ? 200 : 32
    private static let deaths = isLarge ? 50 : 12

    /// What the host keeps of runs: mounts, and every name in the caller's folders.
    private struct Traces: Equatable {
      var mounts: [String]
      var files: [String]

      init(of call: SandboxCall) throws {
        let table = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
        mounts = table.split(separator: "\n").map(String.init).filter { $0.contains("sentinel") }
        let folders = [
          call.workspace.url.path, call.home.url.path, SandboxCall.cache(of: call.caller),
        ]
        let found = try HostProcess.run(["/usr/bin/find"] + folders)
        files = found.text.split(separator: "\n").map(String.init).sorted()
      }
    }

    /// Does something to a call whose groups are its own, and expects everything of it to be gone.
    private func expectNothingLeft(
      _ setting: Setting, _ body: (inout SandboxCall, _ marker: String) throws -> Void
    ) throws {
      var call = try setting.call()
      call.seconds = 600
      if Caller.isRoot { call.group = try DelegatedGroup(owner: setting.caller.uid) }
      let marker = "marker-\(UInt64.random(in: 0 ... .max))"
      // The first run fills the cache.
      #expect(try call.attempt("R15", "0").finished.code == 0)
      let before = try Traces(of: call)
      try body(&call, marker)
      #expect(HostTable.wait { HostTable.processes(naming: marker).isEmpty })
      let after = try Traces(of: call)
      #expect(after == before, "left: \(after.files.filter { !before.files.contains($0) })")
      #expect(call.group?.remove() ?? true, "groups or processes are left")
    }

    @Test(arguments: Setting.plain)
    func `many starts in a row leave nothing`(_ setting: Setting) throws {
      try expectNothingLeft(setting) { call, marker in
        let loop = "i=0; while [ $i -lt \(Self.row) ]; do \"$@\" || exit; i=$((i+1)); done"
        call.wrapper = ["/bin/sh", "-c", loop, "sh"]
        let outcome = try call.run(["/bin/sh", "-c", "echo \(marker) > made; exit 0", marker])
        #expect(outcome.finished.code == 0, "\(outcome.story)")
      }
    }

    @Test(arguments: Setting.plain)
    func `many starts at once leave nothing`(_ setting: Setting) throws {
      try expectNothingLeft(setting) { call, marker in
        let crowd = """
          all=; i=0; failed=0
          while [ $i -lt \(Self.crowd) ]; do "$@" & all="$all $!"; i=$((i+1)); done
          for one in $all; do wait $one || failed=$((failed+1)); done
          echo "failed: $failed"
          """
        call.wrapper = ["/bin/sh", "-c", crowd, "sh"]
        let outcome = try call.run(["/bin/sh", "-c", "echo \(marker) > made; exit 0", marker])
        #expect(outcome.finished.text == "failed: 0\n", "\(outcome.story)")
      }
    }

    @Test(arguments: Setting.plain, [Set([0]), [1], [0, 1]])
    func `death at any instant leaves nothing`(_ setting: Setting, victims: Set<Int>) throws {
      try expectNothingLeft(setting) { call, marker in
        // How long a run takes from start to end, on this machine as busy as it is.
        let start = ContinuousClock.now
        _ = try call.attempt("R15", "0")
        let span = UInt32((ContinuousClock.now - start) / .microseconds(1))
        var reached = 0
        for _ in 0..<Self.deaths {
          _ = try call.start([call.probe, "tree", marker]) { process in
            usleep(.random(in: 0...span))
            let supervisors = HostTable.children(of: process.id, named: "sentinel-launch")
            reached += supervisors.isEmpty ? 0 : 1
            if victims.contains(1) { for id in supervisors { kill(id, SIGKILL) } }
            if victims.contains(0) || supervisors.isEmpty { process.send(SIGKILL) }
            return process.finish(seconds: 20)
          }
        }
        #expect(reached > 0, "no instant was after the supervisor's start")
        #expect(HostTable.wait { HostTable.processes(naming: marker).isEmpty })
        // After two deaths at once only the next start can sweep.
        #expect(try call.attempt("R15", "0").finished.code == 0)
      }
    }

    @Test(.enabled(if: Caller.isRoot || DelegatedGroup.ownIsWritable, "no groups to run in"))
    func `runs of one process leave it no descriptor, child or thread`() throws {
      let call = try SandboxCall(Caller.available[0])
      let names = ["strict", "default"]
      let folder = Executables.package.appending(path: "profiles")
      let bytes = { (name: String) in [UInt8](try Data(contentsOf: folder.appending(path: name))) }
      let catalog = ProfileCatalog(
        builtIn: try names.map { (name: $0, bytes: try bytes("\($0).yaml")) }, overrides: nil,
        workspace: nil, load: { _ in nil })
      let groups = try SyscallGroups(parsing: bytes("syscalls/groups.yaml"), file: "groups.yaml")
      var request = RunRequest(
        profile: try catalog.effective("default", groups: groups),
        command: [Array("/bin/true".utf8)])
      request.workspace = BytePath(call.workspace.url.path)
      request.wantsChanges = true
      let host = try Self.host(home: call.home.url.path)
      let table = { (try? FileManager.default.contentsOfDirectory(atPath: $0).count) ?? 0 }
      var before = 0
      // The first runs open what stays open. Other suites run meanwhile, so a few more prove nothing.
      for round in 0..<60 {
        if round == 10 { before = table("/proc/self/fd") }
        let outcome = SandboxRun(host: host).run(request)
        let result = outcome.result
        outcome.discard()
        #expect(result.status == .ok, "\(result)")
      }
      #expect(table("/proc/self/fd") - before < 25)
      #expect(HostTable.children(of: getpid(), named: "sentinel-launch").isEmpty)
    }

    private static func host(home: String) throws -> HostFacts {
      let launcher = Executables.shared.sentinel.deletingLastPathComponent()
        .appending(path: "sentinel-launch").path
      var host = try HostFacts.read(launcher: BytePath(launcher))
      host.folders.cache = BytePath(home).appending("cache")
      host.folders.data = BytePath(home).appending("data")
      return host
    }
  }
}
