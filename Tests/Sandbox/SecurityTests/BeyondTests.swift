import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Attempts beyond the catalogue, by somebody who has read the source.
extension EscapeTests {
  @Suite struct BeyondTests {
    @Test(arguments: Setting.all)
    func `X01 one process of the payload cannot look into another`(_ setting: Setting) throws {
      try expectContained("X01", setting, recorded: ["ptrace", "process_vm_readv"])
    }

    @Test(arguments: Setting.all)
    func `X02 a filter of the payload's own permits nothing`(_ setting: Setting) throws {
      try expectContained("X02", setting)
    }

    @Test(arguments: Setting.all)
    func `X16 a filter of the payload's own hides a refusal, which stays one`(
      _ setting: Setting
    ) throws {
      let outcome = try setting.call().attempt("X16")
      outcome.expectBlocked("X16")
      outcome.expectRecorded(["bpf"])
      #expect(outcome.document?.refusals(of: "keyctl") == 0, "SECURITY.md says otherwise")
      let seen = try setting.call().attempt("S11", "1")
      #expect(seen.document?.refusals(of: "keyctl") == 1, "the control is not recorded")
    }

    @Test(arguments: Setting.modes)
    func `X03 no lease of the payload's holds up the host`(_ setting: Setting) throws {
      let call = try setting.call()
      let file = try call.workspace.write("shared", to: "shared").path
      var isHeld = false
      _ = try call.start([call.probe, "X03", "lease", file]) { process in
        #expect(process.wait(for: "ready") != nil)
        isHeld = Self.isHeldUp(file)
        process.send(SIGTERM)
        return process.finish(seconds: 10)
      }
      #expect(!isHeld, "the host waits for the payload before it can write its own file")
      let control = try holder("lease", file)
      defer { control.end() }
      #expect(Self.isHeldUp(file), "the control holds nothing up")
    }

    /// A file under a lease cannot be opened at once.
    private static func isHeldUp(_ file: String) -> Bool {
      let opened = unsafe open(file, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { close(opened) }
      return opened < 0 && errno == EWOULDBLOCK
    }

    /// Holds a lease or a lock in bare namespaces.
    private func holder(_ kind: String, _ file: String) throws -> HostProcess {
      let command = Bare.arguments([Executables.shared.probe.path, "X03", kind, file])
      let process = try HostProcess(command, environment: Bare.environment)
      try #require(process.wait(for: "ready") != nil)
      return process
    }

    @Test(arguments: Setting.modes)
    func `X03 no lock of the payload's is seen on the host`(_ setting: Setting) throws {
      let call = try setting.call()
      let file = try call.workspace.write("shared", to: "shared").path
      let copied = "/etc/nsswitch.conf"
      let paths = ["/usr/bin/env", file, copied]
      let isLocked = { (path: String) in
        try HostProcess.run(["/usr/bin/flock", "-n", path, "/bin/true"]).code != 0
      }
      var locked: [String] = []
      _ = try call.start([call.probe, "X03", "lock"] + paths) { process in
        #expect(process.wait(for: "ready") != nil)
        locked = try paths.filter(isLocked)
        process.send(SIGTERM)
        return process.finish(seconds: 10)
      }
      #expect(locked.isEmpty)
      let control = try holder("lock", file)
      defer { control.end() }
      #expect(try isLocked(file), "the control locks nothing")
    }

    @Test(arguments: Setting.make(["default", "strict", "agent"]))
    func `X04 a sandbox takes only a few of the machine's terminals`(_ setting: Setting) throws {
      try setting.call().attempt("X04").expectBlocked("X04")
      let fresh = "mount -t devpts devpts /dev/pts -o newinstance,ptmxmode=0666"
      let control = try Bare.observe(["X04"], after: fresh)
      #expect(control.first?.result == .worked, "\(control)")
    }

    @Test(
      .enabled(if: Caller.isRoot, "only root can play a user without groups"),
      arguments: ["plain", "thread", "chain", "execute-only"])
    func `X07 the watchdog on memory sees every process`(where place: String) throws {
      var call = try SandboxCall(.user)
      call.hasGroup = false
      call.isolation = "available"
      call.options = ["--memory", "64M", "--timeout", "20s"]
      // The memory map of a program that may not be read is shown to nobody but host root.
      var probe = call.probe
      if place == "execute-only" {
        // An overlay opens what it executes for reading; a folder that is lent is none.
        let lent = try Scratch("lent")
        probe = try lent.copy(Executables.shared.probe, as: "probe").path
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o711, .ownerAccountID: 0]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: probe)
        call.needs = [lent]
        call.profile = try call.home.write(
          """
          schema: sentinel.profile/1
          name: lent
          summary: Lends a folder.
          inherits: default
          filesystem:
            mounts:
              - {source: \(lent.url.path), target: /lent, access: read-write, execute: true}

          """, to: "lent.yaml"
        ).path
        probe = "/lent/probe"
      }
      let outcome = try call.run([probe, "X07", place, "160"])
      #expect(outcome.document?.status == "oom", "\(outcome.story)")
      call.options = ["--memory", "1G", "--timeout", "20s"]
      let control = try call.run([probe, "X07", place, "160"])
      #expect(control.document?.status == "ok", "the control: \(control.story)")
    }

    @Test(arguments: Setting.plain)
    func `X08 the control group's path says nothing about the host`(_ setting: Setting) throws {
      try setting.call().attempt("X08").expectBlocked("X08")
      guard Caller.isRoot else { return }
      let group = try DelegatedGroup(owner: Caller.user.uid)
      let control = try HostProcess.run(
        Caller.user.prefix(group: group) + [Executables.shared.probe.path, "X08"])
      #expect(Observation.parse(control.output).contains { $0.result == .worked }, "the control")
      #expect(group.remove())
    }

    @Test(arguments: Setting.plain)
    func `X09 signals at init change nothing`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("X09")
      outcome.expectBlocked("X09")
      #expect(outcome.document?.exitCode == 42, "\(outcome.story)")
      // A first process that listens to signals is ended by them.
      let listening = "trap 'exit 7' TERM; \"$1\" X09 & wait; exit 0"
      let control = try Bare.run(
        ["/bin/sh", "-c", listening, "sh", Executables.shared.probe.path])
      #expect(![nil, 0, 125].contains(control.code), "the control: \(control)")
    }

    @Test(arguments: Setting.plain)
    func `X10 a crowd of orphans is reaped`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("X10", "2000")
      outcome.expectBlocked("X10")
      #expect(outcome.document?.exitCode == 42, "\(outcome.story)")
      // A first process that waits for nobody keeps them all.
      let control = try Bare.observe(["X10", "200"])
      #expect(control.first?.result == .worked, "the control: \(control)")
    }

    @Test(arguments: Setting.modes)
    func `X11 a FIFO of the host in the workspace carries nothing out`(_ setting: Setting) throws {
      let call = try setting.call()
      let fifo = call.workspace.url.appending(path: "fifo").path
      _ = try HostProcess.run(["/usr/bin/mkfifo", "-m", "666", fifo])
      let reader = try HostProcess(["/bin/cat", fifo])
      defer { reader.end() }
      usleep(100_000)
      try call.attempt("X11", fifo).expectBlocked("X11")
      let control = try Control.observe(["X11", fifo])
      #expect(control.count == 2 && control.allSatisfy { $0.result == .worked }, "\(control)")
    }

    @Test(arguments: Setting.all)
    func `X12 nothing of the caller's process state is inherited`(_ setting: Setting) throws {
      var call = try setting.call()
      call.wrapper = ["/bin/sh", "-c", "trap '' HUP INT USR1; umask 0; exec \"$@\"", "sh"]
      let outcome = try call.attempt("X12")
      outcome.expectBlocked("X12")
      let control = try HostProcess.run(call.wrapper + [Executables.shared.probe.path, "X12"])
      let inherited = Observation.parse(control.output).filter { $0.result == .worked }
      let names = ["no ignored signals", "umask", "parent is init"]
      #expect(Set(names).isSubset(of: inherited.map(\.attempt)), "the control: \(inherited)")
    }

    @Test(arguments: Setting.all)
    func `X13 device nodes keep their owner, mode and name`(_ setting: Setting) throws {
      let outcome = try setting.call().attempt("X13")
      outcome.expectBlocked("X13", except: ["touch /dev/null"])
      let own = "mount -t tmpfs tmpfs /dev && mknod -m 666 /dev/null c 1 3"
      let control = Caller.isRoot ? try Bare.observe(["X13"], after: own) : []
      let missing = Control.missing("X13", for: outcome.observations, outside: control)
      if Caller.isRoot {
        #expect(
          missing.count < outcome.observations.count
            && control.filter { $0.result == .worked }.count >= 3, "\(control)")
      }
      let status = try FileManager.default.attributesOfItem(atPath: "/dev/null")
      #expect(status[.posixPermissions] as? Int == 0o666)
    }

    @Test(arguments: Setting.plain.filter { $0.caller == .user })
    func `X14 a sandbox takes only a share of its user's watches`(_ setting: Setting) throws {
      try setting.call().attempt("X14").expectBlocked("X14")
      let control = try HostProcess.run(
        Caller.user.prefix(group: nil) + [Executables.shared.probe.path, "X14"])
      #expect(Observation.parse(control.output).first?.result == .worked, "\(control.text)")
    }
  }
}
