import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// Ways to hear of the host or to speak with it that need no right to a file.
  @Suite struct ChannelTests {
    @Test(arguments: Setting.all)
    func `S16 urgent data, socket programs and other protocols are refused`(
      _ setting: Setting
    ) throws {
      try expectContained("S16", setting, recorded: ["sendto", "recvmsg", "setsockopt", "fcntl"])
    }

    @Test(arguments: Setting.make(["default", "agent"]))
    func `S16 the usual options of sockets can be set`(_ setting: Setting) throws {
      let script = """
        import socket as s
        six = s.socket(s.AF_INET6, s.SOCK_STREAM)
        # IPV6_V6ONLY has the number that SO_ATTACH_FILTER has at another level.
        six.setsockopt(s.IPPROTO_IPV6, s.IPV6_V6ONLY, 1)
        six.setsockopt(s.IPPROTO_TCP, s.TCP_NODELAY, 1)
        four = s.socket(s.AF_INET, s.SOCK_DGRAM)
        four.setsockopt(s.IPPROTO_IP, s.IP_TTL, 9)
        for name in [s.SO_REUSEADDR, s.SO_KEEPALIVE, s.SO_BROADCAST, s.SO_RCVBUF, s.SO_REUSEPORT]:
            four.setsockopt(s.SOL_SOCKET, name, 1)
        one, other = s.socketpair()
        one.sendall(b"x")
        assert other.recv(1, s.MSG_PEEK) == b"x"
        print("usual")
        """
      let outcome = try setting.call().run(["/usr/bin/python3", "-c", script])
      #expect(outcome.finished.text.contains("usual"), "\(outcome.story)")
      #expect(outcome.document?.denials.isEmpty == true)
    }

    @Test(arguments: Setting.make(["strict"]))
    func `S17 the strict profile watches nothing`(_ setting: Setting) throws {
      try expectContained("S17", setting, recorded: ["inotify_init1", "inotify_add_watch"])
    }

    @Test(arguments: Setting.plain)
    func `R18 leave to run before others is not inherited`(_ setting: Setting) throws {
      let leave = ["/usr/bin/prlimit", "--rtprio=50:50", "--nice=40:40"]
      let isGiven = try HostProcess.run(leave + ["/usr/bin/true"]).code == 0
      var call = try setting.call()
      call.place = isGiven ? leave : []
      try call.attempt("R18").expectBlocked("R18")
      guard isGiven, Caller.isRoot else {
        return print("control impossible: R18: nobody here may give leave to run before others")
      }
      let nobody = ["/usr/bin/setpriv", "--reuid", "2345678", "--inh-caps=-all", "--"]
      let control = try HostProcess.run(leave + nobody + [Executables.shared.probe.path, "R18"])
      let seen = Observation.parse(control.output)
      #expect(seen.contains { $0.result == .worked }, "the control cannot either: \(seen)")
    }

    @Test(arguments: Setting.plain)
    func `F20 a watch hears nothing of what the host does in a shared folder`(
      _ setting: Setting
    ) throws {
      let shared = try Scratch("shared", owner: setting.caller.owner)
      let call = try Self.call(setting, sharing: shared)
      // What every program that starts on the host opens, and what somebody changes there.
      for (inside, outside) in [
        ("/etc/ld.so.cache", "/etc/ld.so.cache"), ("/usr/bin", "/usr/bin"),
        ("/shared", shared.url.path),
      ] {
        let outcome = try call.start([call.probe, "F20", inside, "1500"]) { process in
          try Self.disturb(shared, once: process)
        }
        outcome.expectBlocked("F20 \(inside)")
        #expect(outcome.observations.count == 2, "\(outcome.story)")
        let probe = Executables.shared.probe.path
        let control = try HostProcess([probe, "F20", outside, "1500"])
        let heard = Observation.parse(try Self.disturb(shared, once: control).output)
        #expect(heard.last?.result == .worked, "the control hears nothing either: \(heard)")
      }
    }

    @Test(arguments: Setting.plain)
    func `F21 a socket that the host makes later in a shared folder leads nowhere`(
      _ setting: Setting
    ) throws {
      let shared = try Scratch("shared", owner: setting.caller.owner)
      let call = try Self.call(setting, sharing: shared)
      let place = shared.url.appending(path: "late").path
      let outcome = try call.start([call.probe, "F21", "/shared/late"]) { process in
        _ = process.wait(for: "ready")
        let server = try Self.serve(place)
        defer { server.end() }
        return process.finish(seconds: 30)
      }
      outcome.expectBlocked("F21")
      #expect(outcome.observation("connect")?.errno == ECONNREFUSED, "\(outcome.story)")
      let server = try Self.serve(place)
      defer { server.end() }
      let control = try Control.observe(["F21", place])
      #expect(control.last?.result == .worked, "the control reaches nothing either: \(control)")
    }

    /// A call whose profile shows a folder of the host.
    private static func call(_ setting: Setting, sharing shared: Scratch) throws -> SandboxCall {
      var call = try setting.call()
      let profile = """
        schema: sentinel.profile/1
        name: shared
        summary: A folder of the host that the host goes on to use.
        inherits: \(setting.profile)
        filesystem:
          mounts:
            - {source: \(shared.url.path), target: /shared, access: read-only}

        """
      call.profile = try call.home.write(profile, to: "shared.yaml").path
      call.needs.append(shared)
      return call
    }

    /// Starts a program and writes a file on the host while somebody watches.
    private static func disturb(
      _ shared: Scratch, once process: HostProcess
    ) throws -> HostProcess.Finished {
      _ = process.wait(for: "ready")
      _ = try HostProcess.run(["/usr/bin/ls", "/usr/bin"])
      try shared.write("changed", to: "file")
      return process.finish(seconds: 30)
    }

    /// A listener at a path of the host, for everybody.
    private static func serve(_ path: String) throws -> HostProcess {
      let script = """
        import os, socket, sys, time
        if os.path.exists(sys.argv[1]):
            os.unlink(sys.argv[1])
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1] + "-new")
        listener.listen()
        os.chmod(sys.argv[1] + "-new", 0o777)
        os.rename(sys.argv[1] + "-new", sys.argv[1])
        print("listens", flush=True)
        time.sleep(60)
        """
      let server = try HostProcess(["/usr/bin/python3", "-c", script, path])
      guard server.wait(for: "listens") != nil else { throw CocoaError(.fileWriteUnknown) }
      return server
    }
  }
}
