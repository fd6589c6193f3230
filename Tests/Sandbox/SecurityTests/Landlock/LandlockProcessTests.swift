import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// What a payload can do to processes, and with the machine, without namespaces.
  @Suite struct LandlockProcessTests {
    @Test(arguments: Setting.plain)
    func `a payload neither ends, slows nor looks into a process outside`(
      _ setting: Setting
    ) throws {
      let script = """
        import ctypes, os, resource, signal, sys
        other = int(sys.argv[1])
        libc = ctypes.CDLL(None, use_errno=True)
        def attempt(name, body):
          try:
            body()
            print(name, 'worked')
          except OSError as error: print(name, 'blocked')
        def check(value):
          if value < 0: raise OSError(ctypes.get_errno(), 'call')
        attempt('signal', lambda: os.kill(other, signal.SIGTERM))
        attempt('signal 0', lambda: os.kill(other, 0))
        attempt('queue', lambda: check(libc.sigqueue(other, signal.SIGTERM, 0)))
        attempt('pidfd', lambda: signal.pidfd_send_signal(os.pidfd_open(other), signal.SIGTERM))
        attempt('group', lambda: os.killpg(os.getpgid(other), signal.SIGTERM))
        attempt('keeper', lambda: os.kill(os.getppid(), signal.SIGKILL))
        attempt('affinity', lambda: os.sched_setaffinity(other, [0]))
        attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, other, 19))
        attempt('priorities of the user', lambda: os.setpriority(os.PRIO_USER, 0, 19))
        attempt('limits', lambda: resource.prlimit(other, resource.RLIMIT_NOFILE, (9, 9)))
        attempt('environment', lambda: open('/proc/%d/environ' % other).read())
        attempt('memory', lambda: open('/proc/%d/mem' % other))
        attempt('arguments', lambda: open('/proc/%d/cmdline' % other).read())
        attempt('descriptors', lambda: os.listdir('/proc/%d/fd' % other))
        attempt('trace', lambda: check(libc.ptrace(16, other, None, None)))
        attempt('everybody', lambda: os.kill(-1, signal.SIGTERM))
        """
      let other = try HostProcess(
        setting.caller.prefix(group: nil) + [Executables.shared.probe.path, "sleep", "60"])
      defer { other.end() }
      try #require(other.wait(for: "ready") != nil)
      let limits = HostTable.read(other.id, "limits")
      let outcome = try setting.narrowCall().run(
        ["/usr/bin/python3", "-c", script, String(other.id)])
      let lines = outcome.finished.text.split(separator: "\n")
      #expect(lines.count == 16, "\(outcome.story)")
      // A signal to everybody is said to be sent when there is anybody at all.
      let reached = lines.filter { !$0.hasSuffix(" blocked") }
      #expect(reached == ["everybody worked"], "\(lines)")
      #expect(outcome.finished.code == 0, "\(outcome.story)")
      #expect(!HostTable.read(other.id, "cmdline").isEmpty, "it has ended")
      #expect(HostTable.read(other.id, "limits") == limits && !limits.isEmpty)
      let control = try HostProcess.run(
        setting.caller.prefix(group: nil) + ["/bin/kill", "-TERM", String(other.id)])
      #expect(control.code == 0, "the control: \(control)")
      #expect(other.finish(seconds: 10).code == 128 + SIGTERM)
    }

    @Test(arguments: Setting.plain)
    func `no socket gets to a program outside, and pairs work`(_ setting: Setting) throws {
      let folder = try Scratch("socket", owner: setting.caller.owner)
      let path = folder.url.appending(path: "listener").path
      let listener = try HostProcess(
        setting.caller.prefix(group: nil)
          + [Executables.shared.probe.path, "listen", "path", path])
      defer { listener.end() }
      try #require(listener.wait(for: "ready") != nil)
      let script = """
        import socket, sys
        def attempt(name, body):
          try:
            body()
            print(name, 'worked')
          except OSError: print(name, 'blocked')
        for family, kind in ((socket.AF_UNIX, socket.SOCK_STREAM), (socket.AF_UNIX, socket.SOCK_DGRAM),
                             (socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET6, socket.SOCK_DGRAM),
                             (socket.AF_NETLINK, socket.SOCK_RAW)):
          attempt('socket %d %d' % (family, kind), lambda: socket.socket(family, kind))
        attempt('pair of datagrams', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
        for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
          one, other = socket.socketpair(socket.AF_UNIX, kind)
          attempt('connect', lambda: one.connect(sys.argv[1]))
          attempt('send to', lambda: one.sendto(b'x', sys.argv[1]))
          attempt('bind', lambda: one.bind('bound'))
          attempt('message', lambda: one.sendmsg([b'x']))
          one.send(b'pair'); print(other.recv(9))
        """
      let outcome = try setting.narrowCall().run(["/usr/bin/python3", "-c", script, path])
      let lines = outcome.finished.text.split(separator: "\n")
      #expect(lines.count == 16, "\(outcome.story) \(lines)")
      #expect(lines.filter { $0 == "b'pair'" }.count == 2, "\(lines)")
      #expect(!lines.contains { $0.hasSuffix(" worked") }, "\(lines)")
      let control = try HostProcess.run(
        setting.caller.prefix(group: nil)
          + [
            "/usr/bin/python3", "-c",
            "import socket,sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])", path,
          ])
      #expect(control.code == 0, "the control: \(control)")
    }

    @Test(arguments: Setting.plain)
    func `what a command has left running ends with it`(_ setting: Setting) throws {
      let marker = "marker-\(UInt64.random(in: 0 ... .max))"
      let call = try setting.narrowCall()
      let script = """
        for i in 1 2 3; do setsid sh -c "setsid sleep 1000 \(marker) & sleep 1000 \(marker)" & done
        (trap '' TERM HUP INT; exec sleep 1000 \(marker)) &
        until [ "$(cat /proc/loadavg)" ]; do :; done; sleep 0.3; echo begun
        """
      let outcome = try call.run(["/bin/sh", "-c", script])
      #expect(outcome.finished.text == "begun\n" && outcome.finished.code == 0, "\(outcome.story)")
      #expect(HostTable.processes(naming: marker).isEmpty)
    }

    @Test(arguments: Setting.plain)
    func `a command that multiplies without end is ended`(_ setting: Setting) throws {
      var call = try setting.narrowCall()
      call.options = ["--pids", "64", "--timeout", "4s"]
      let marker = "marker-\(UInt64.random(in: 0 ... .max))"
      let bomb = "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass\n# \(marker)"
      let outcome = try call.run(["/usr/bin/python3", "-c", bomb])
      let document = try #require(outcome.document, "\(outcome.story)")
      // Others of the user who end meanwhile leave it room, and then the count ends it.
      #expect(["timeout", "pidsLimit"].contains(document.status), "\(outcome.story)")
      #expect(document.pidsPeak > 30 && document.pidsPeak < 200, "\(document.pidsPeak)")
      #expect(HostTable.processes(naming: marker).isEmpty)
    }

    @Test(
      arguments: Setting.plain,
      [
        ("oom", "x = [bytearray(1 << 20) for _ in range(4000)]", ["--memory", "128M"]),
        ("cpuLimit", "import os\nos.fork()\nwhile True: pass", ["--cpu-time", "2s"]),
        (
          "diskLimit",
          "import time\nfor i in range(900): open(str(i), 'wb').write(bytes(1 << 20)); time.sleep(0.01)",
          ["--disk", "64M"]
        ),
        (
          "diskLimit",
          """
          import os, time
          held = []
          for i in range(900):
            held.append(open('f', 'wb')); os.unlink('f'); held[-1].write(bytes(1 << 20)); held[-1].flush()
            time.sleep(0.01)
          """, ["--disk", "64M"]
        ),
        (
          "diskLimit",
          """
          import os, time
          os.makedirs('a/b'); inner = os.open('a/b', os.O_RDONLY)
          try: os.chmod('a', 0)
          except OSError: pass
          try: os.mkdir('closed', 0o300)
          except OSError: pass
          for i in range(900):
            file = os.open(str(i), os.O_CREAT | os.O_WRONLY, dir_fd=inner)
            os.write(file, bytes(1 << 20)); os.close(file); time.sleep(0.01)
          """, ["--disk", "64M"]
        ),
        (
          "diskLimit",
          """
          import ctypes, os, threading, time
          libc = ctypes.CDLL(None)
          def fill():
            libc.unshare(0)
            held = []
            for i in range(900):
              held.append(os.open('f', os.O_CREAT | os.O_WRONLY)); os.unlink('f')
              os.write(held[-1], bytes(1 << 20)); time.sleep(0.01)
          threading.Thread(target=fill).start()
          libc.pthread_exit(None)
          """, ["--disk", "64M"]
        ),
        (
          "oom",
          """
          import ctypes, threading, time
          def fill():
            held = []
            for i in range(400): held.append(b'x' * (1 << 20)); time.sleep(0.005)
            time.sleep(20)
          threading.Thread(target=fill).start()
          ctypes.CDLL(None).pthread_exit(None)
          """, ["--memory", "128M"]
        ),
        (
          "cpuLimit",
          """
          import os, signal, time
          signal.signal(signal.SIGCHLD, signal.SIG_IGN)
          for i in range(200):
            if os.fork() == 0:
              until = time.process_time() + 0.3
              while time.process_time() < until: pass
              os._exit(0)
            time.sleep(0.2)
          """, ["--cpu-time", "2s"]
        ),
      ])
    func `limits end a run by the supervisor's own eyes`(
      _ setting: Setting, _ row: (status: String, script: String, options: [String])
    ) throws {
      var call = try setting.narrowCall()
      call.options = row.options + ["--timeout", "30s"]
      let outcome = try call.run(["/usr/bin/python3", "-c", row.script])
      #expect(outcome.document?.status == row.status, "\(outcome.story)")
    }

    @Test(arguments: Setting.plain)
    func `a command that keeps the supervisor waiting is ended in time`(_ setting: Setting) throws {
      var call = try setting.narrowCall()
      call.options = ["--timeout", "4s", "--memory", "512M", "--disk", "20G", "--pids", "200"]
      // Its own file is locked by writers for as long as they like, while the mode is to be changed.
      let script = """
        import os, threading, time
        file = os.open('f', os.O_CREAT | os.O_RDWR)
        block = bytes(200 << 20)
        def write():
          while True: os.pwrite(file, block, 0)
        for _ in range(60): threading.Thread(target=write, daemon=True).start()
        while True: os.fchmod(file, 0o600)
        """
      let start = ContinuousClock.now
      let outcome = try call.run(["/usr/bin/python3", "-c", script])
      let ended = ["timeout", "signal", "cpuLimit", "oom"]
      #expect(ended.contains(outcome.document?.status ?? ""), "\(outcome.story)")
      #expect(ContinuousClock.now - start < .seconds(25), "\(outcome.story)")
    }

    @Test(arguments: Setting.plain)
    func `the command's input is whole, though something else was tried first`(
      _ setting: Setting
    ) throws {
      let call = try setting.narrowCall()
      let finished = try HostProcess.run(
        setting.caller.prefix(group: nil) + [
          "/bin/sh", "-c", "seq 1 200000 | \"$@\" | cksum; seq 1 200000 | cksum", "sh",
        ] + call.wrapper + call.arguments(["cat"]),
        environment: ["PATH": "/usr/bin:/bin", "HOME": call.home.url.path])
      let lines = finished.text.split(separator: "\n")
      #expect(lines.count == 2 && lines[0] == lines[1], "\(finished)")
    }

    @Test(arguments: Setting.plain)
    func `what needs the host's network or another path is refused, with both reasons`(
      _ setting: Setting
    ) throws {
      var call = try setting.narrowCall()
      call.options = ["--network", "host"]
      let shared = try call.run(["/bin/true"])
      #expect(shared.document?.status == "refused", "\(shared.story)")
      #expect(shared.document?.reason?.contains("network cannot be shared") == true)
      // What Sentinel keeps for itself could not be hidden in a workspace.
      call.options = []
      call.environment["XDG_DATA_HOME"] = call.workspace.url.path
      let own = try call.run(["/usr/bin/find", ".", "-name", "cache.key"])
      #expect(own.document?.status == "refused" && own.finished.text.isEmpty, "\(own.story)")
      #expect(own.document?.reason?.contains("cannot be hidden") == true, "\(own.story)")
      call.environment = [:]
      call.isolation = "full"
      let full = try call.run(["/bin/true"])
      #expect(full.document?.status == "setupFailed", "the control: \(full.story)")
    }
  }
}
