import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  @Suite struct ProcessTests {
    @Test(arguments: Setting.all)
    func `R01 signals reach neither init nor the host`(_ setting: Setting) throws {
      let victim = try HostProcess([Executables.shared.probe.path, "sleep", "60"])
      defer { victim.end() }
      try #require(victim.wait(for: "ready") != nil)
      let outcome = try setting.call().attempt("R01", String(victim.id), "15")
      outcome.expectBlocked("R01")
      #expect(!HostTable.read(victim.id, "status").isEmpty, "the host process is gone")
      let outside = try Control.observe(["R01", String(victim.id), "0"])
      let attempts = outcome.observations.filter { $0.attempt.hasSuffix("host process") }
      #expect(Control.missing("R01", for: attempts, outside: outside).isEmpty)
    }

    @Test(arguments: Setting.plain)
    func `R03 nothing survives the wall clock`(_ setting: Setting) throws {
      var call = try SandboxCall(setting.caller, profile: setting.profile, mode: "read-write")
      call.options = ["--timeout", "1s"]
      let beats = call.workspace.url.appending(path: "heartbeat")
      let outcome = try call.attempt("R03", beats.path)
      #expect(outcome.document?.status == "timeout", "\(outcome.story)")
      #expect(outcome.finished.code == 124)
      let size = FileManager.default.contents(atPath: beats.path)?.count
      #expect((size ?? 0) > 5, "the payload never ran")
      usleep(300_000)
      #expect(FileManager.default.contents(atPath: beats.path)?.count == size)
      #expect(HostTable.processes(naming: beats.path).isEmpty)
      #expect(outcome.isClean)
      // A clock that ends only what it started leaves the grandchildren beating.
      let folder = try Scratch("control")
      let script = """
        timeout -s KILL 0.5 "$1" R03 "$2"; wc -c < "$2"; sleep 0.5; wc -c < "$2"
        """
      let control = try Bare.run(
        [
          "/bin/sh", "-c", script, "sh", Executables.shared.probe.path,
          folder.url.appending(path: "heartbeat").path,
        ])
      let counts = control.text.split(separator: "\n").compactMap { Int($0) }
      #expect(counts.count == 2 && counts[0] < counts[1], "the control: \(control.text)")
    }

    @Test(arguments: Setting.all)
    func `R06 processes and threads end at their limit`(_ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--pids", "32"]
      let outcome = try call.attempt("R06")
      outcome.expectBlocked("R06")
      for attempt in ["processes", "threads"] {
        let count = outcome.observation(attempt).flatMap { Int($0.detail) } ?? .max
        #expect(count <= 32, "\(attempt): \(count)")
      }
      #expect(outcome.document?.limitsHit.contains("pids") == true, "\(outcome.story)")
      call.options = ["--pids", "256"]
      let control = try call.attempt("R06")
      for attempt in ["processes", "threads"] {
        let count = control.observation(attempt).flatMap { Int($0.detail) } ?? 0
        #expect(count > 128, "the control makes \(count) \(attempt)")
      }
    }

    @Test(arguments: Setting.plain)
    func `R06 an endless fork bomb ends with the wall clock`(_ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--pids", "64", "--timeout", "2s"]
      let start = ContinuousClock.now
      let outcome = try call.attempt("R06", "endless")
      #expect(outcome.document?.status == "timeout", "\(outcome.story)")
      #expect(ContinuousClock.now - start < .seconds(8))
      #expect(HostTable.processes(naming: call.probe).isEmpty)
      #expect(outcome.isClean)
      call.options = ["--pids", "64", "--timeout", "4s"]
      _ = try call.attempt("R06", "endless")
      #expect(ContinuousClock.now - start >= .seconds(6), "the control ends by itself")
    }

    @Test(arguments: Setting.all)
    func `R08 no descriptor of the caller is inherited`(_ setting: Setting) throws {
      var call = try setting.call()
      let leak = [Executables.shared.probe.path, "leak", "200"]
      call.wrapper = leak
      let outcome = try call.attempt("R08")
      outcome.expectBlocked("R08")
      let outside = try HostProcess.run(leak + [Executables.shared.probe.path, "R08"])
      let leaked = Observation.parse(outside.output).filter { $0.result == .worked }
      #expect(leaked.count > 150, "the control leaks nothing")
    }

    @Test(arguments: Setting.make(["default", "strict", "agent"]))
    func `R10 nothing can be typed for the caller`(_ setting: Setting) throws {
      var call = try setting.call()
      let terminal = [Executables.shared.probe.path, "pty"]
      call.wrapper = terminal
      let outcome = try call.attempt("R10")
      outcome.expectBlocked("R10")
      #expect(outcome.observation("typed for the caller") != nil, "\(outcome.finished.text)")
      let outside = try HostProcess.run(terminal + [Executables.shared.probe.path, "R10"])
      let missing = Control.missing(
        "R10", for: outcome.observations, outside: Observation.parse(outside.output))
      #expect(missing.count < outcome.observations.count, "the control can do nothing of it")
    }

    @Test(arguments: ["plain", "zero", "invalid", "lines", "error"], Setting.plain)
    func `R13 a flood of output is cut off`(kind: String, _ setting: Setting) throws {
      var call = try setting.call()
      call.options = ["--output-limit", "4M", "--timeout", "30s"]
      var peak = 0
      let outcome = try call.start([call.probe, "R13", "1073741824", kind]) { process in
        process.finish(seconds: 60) {
          let found = HostTable.children(of: process.id, named: "sentinel-launch")
          peak = max(peak, found.first.flatMap(HostTable.peakKilobytes) ?? 0)
        }
      }
      #expect(outcome.document?.status == "outputLimit", "\(outcome.story)")
      #expect(outcome.finished.code == 123)
      let seen = outcome.finished.output.count + outcome.finished.errors.utf8.count
      #expect(kind == "invalid" || kind == "error" || seen <= 4 << 20 + 4096)
      #expect(outcome.document?.outputBytes == 4 << 20)
      #expect(peak <= 3072, "the supervisor grew to \(peak) KiB")
      print("R13 \(kind) as \(setting.caller): supervisor at most \(peak) KiB")
      let outside = try Control.run(["R13", "8388608", kind])
      #expect(outside.output.count + outside.errors.utf8.count >= 8 << 20, "the control is cut off")
    }

    @Test(arguments: Setting.plain, [0, 1, 2, 125, 126, 127, 137, 255])
    func `R15 an exit code imitates no failure of the sandbox`(
      _ setting: Setting, code: Int32
    ) throws {
      let outcome = try setting.call().attempt("R15", String(code))
      #expect(outcome.finished.code == code)
      #expect(outcome.document?.status == (code == 0 ? "ok" : "nonzero"), "\(outcome.story)")
      #expect(outcome.document?.exitCode == code)
      #expect(try Control.run(["R15", String(code)]).code == code)
    }

    @Test(arguments: Setting.plain, [SIGKILL, SIGTERM, SIGSEGV, SIGXCPU])
    func `R15 a signal of the payload's own imitates no limit`(
      _ setting: Setting, signal: Int32
    ) throws {
      let outcome = try setting.call().attempt("R15", "0", String(signal))
      #expect(outcome.document?.status == "signal", "\(outcome.story)")
      #expect(outcome.document?.limitsHit.isEmpty == true)
      #expect(try Control.run(["R15", "0", String(signal)]).code == 128 + signal)
    }

    @Test(arguments: Setting.plain)
    func `R15 SIGSYS that a payload sends itself is not taken for more than it is`(
      _ setting: Setting
    ) throws {
      let sent = try setting.call().attempt("R15", "0", String(SIGSYS))
      #expect(sent.document?.status == "deniedKill", "\(sent.story)")
      #expect(sent.document?.reason?.contains("or sent itself") == true, "\(sent.story)")
      #expect(sent.document?.denials.isEmpty == true)
      #expect(sent.finished.code == 128 + SIGSYS)
    }

    @Test(arguments: Setting.plain)
    func `R18 files that may not be executed are not, and memory files are`(
      _ setting: Setting
    ) throws {
      var call = try setting.call()
      let profile = try call.home.write(
        "schema: sentinel.profile/1\nname: pure\nsummary: Executes nothing.\ninherits: strict\n",
        to: "pure.yaml")
      call.options = ["--profile", profile.path]
      let own = call.workspace.url.appending(path: "true").path
      try call.workspace.copy(URL(filePath: "/usr/bin/true"), as: "true")
      // The numbers of memfd_create on x86-64 and on ARM.
      let script = #"""
        local $/; open F, "<", "/usr/bin/true"; my $program = <F>;
        my $fd = syscall(`uname -m` =~ /x86_64/ ? 319 : 279, my $name = "copy", 0);
        open M, ">&=", $fd; syswrite M, $program; $^F = 255;
        open T, ">", "/tmp/true"; print T $program; close T; chmod 0755, "/tmp/true";
        for ("/usr/bin/true", $ARGV[0], "/tmp/true", "/proc/self/fd/$fd") {
          my $child = fork; if (!$child) { exec { $_ } "true"; exit 13 }
          waitpid $child, 0; print $? >> 8, "\n";
        }
        """#
      let outcome = try call.run(["/usr/bin/perl", "-e", script, own])
      // SECURITY.md says what the last line means.
      #expect(outcome.finished.text == "0\n13\n13\n0\n", "\(outcome.finished)")
      #expect(try HostProcess.run([own]).code == 0, "the control does not run")
    }

    @Test(arguments: Setting.all)
    func `R16 no variable of the caller steers the payload`(_ setting: Setting) throws {
      let names = [
        "LD_LIBRARY_PATH", "LD_DEBUG_OUTPUT", "BASH_ENV", "ENV", "PYTHONSTARTUP", "PYTHONPATH",
        "GIT_DIR", "GIT_SSH_COMMAND", "NODE_OPTIONS", "LOCPATH", "PERL5OPT",
        "AWS_SECRET_ACCESS_KEY",
        "SSH_AUTH_SOCK", "IFS", "BASH_FUNC_ls%%", "NLSPATH", "MALLOC_CHECK_", "TERMINFO",
      ]
      var call = try setting.call()
      for name in names { call.environment[name] = "/nonexistent" }
      let outcome = try call.attempt("R16")
      outcome.expectRan("R16")
      let seen = Set(outcome.observations.map { $0.detail.prefix { $0 != "=" } }.map(String.init))
      #expect(seen.isDisjoint(with: names), "\(seen.intersection(names))")
      let outside = try HostProcess.run(
        [Executables.shared.probe.path, "R16"], environment: call.environment)
      #expect(outside.text.contains("GIT_SSH_COMMAND"))
    }

    @Test(arguments: Setting.plain)
    func `R17 arguments arrive as they were written`(_ setting: Setting) throws {
      let words = [
        "", "-x", "--", "--profile", "a b", "new\nline", "$(reboot)", "`id`", "'", "\"", "\\",
        "*", "~", "%s%n", "\u{1b}[31m", ";", "&&", "|", "{}", "!",
      ]
      let call = try setting.call()
      let outcome = try call.run([call.probe, "R17"] + words)
      #expect(outcome.observations.map(\.detail) == words)
      // Words that pass through a shell on the way are other words.
      let harmless = words.filter { !$0.contains("reboot") }
      let line = ([Executables.shared.probe.path, "R17"] + harmless).joined(separator: " ")
      let control = Observation.parse(try Bare.run(["/bin/sh", "-c", line]).output)
      #expect(control.map(\.detail) != harmless, "the control changes nothing")
    }

    @Test(
      .enabled(if: Self.mayTakePriority, "real-time priority needs CAP_SYS_NICE"),
      arguments: Setting.all.filter { $0.caller == .root })
    func `X18 a caller's real-time priority stays outside`(_ setting: Setting) throws {
      // The 41st field of proc(5) stat, counted behind the name.
      let ask = ["/usr/bin/cut", "-d", " ", "-f", "41", "/proc/self/stat"]
      var call = try setting.call()
      call.place = Self.firstInLine
      let outcome = try call.run(ask)
      #expect(outcome.finished.text == "0\n", "\(outcome.story)")
      #expect(outcome.finished.code == 0 && outcome.isClean)
      #expect(try HostProcess.run(Self.firstInLine + ask).text == "1\n", "the control has none")
    }

    private static let firstInLine = ["/usr/bin/chrt", "--fifo", "1"]

    private static let mayTakePriority =
      (try? HostProcess.run(firstInLine + ["/bin/true"]).code) == 0

    @Test(arguments: Setting.plain)
    func `R17 an empty command is refused`(_ setting: Setting) throws {
      let outcome = try setting.call().run([""])
      #expect(outcome.finished.code == 125 || outcome.finished.code == 2, "\(outcome.story)")
      #expect(outcome.observations.isEmpty)
    }
  }
}
