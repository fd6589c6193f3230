import FoundationEssentials
import TestSupport
import Testing

extension EscapeTests {
  /// Sentinel inside one of its own sandboxes, where it has neither namespaces nor a listener.
  @Suite struct NestedTests {
    /// What an inner command tries on its outer sandbox; the arguments are a file and a process there.
    private static let attacks = """
      import errno, os, signal, socket, sys
      secret, process = sys.argv[1], int(sys.argv[2])
      def attempt(name, body):
        try:
          body()
          print(name, 'worked')
        except OSError as error:
          print(name, 'blocked', errno.errorcode.get(error.errno))
      def by_descriptor():
        file = os.open(secret, os.O_PATH)
        os.chmod('/proc/self/fd/%d' % file, 0o604)
      attempt('read', lambda: open(secret).read())
      attempt('write', lambda: open(secret, 'a').write('x'))
      attempt('truncate', lambda: os.truncate(secret, 3))
      attempt('mode', lambda: os.chmod(secret, 0o640))
      attempt('mode by descriptor', by_descriptor)
      attempt('owner', lambda: os.chown(secret, os.getuid(), -1))
      attempt('times', lambda: os.utime(secret, (1, 1)))
      attempt('attribute', lambda: os.setxattr(secret, 'user.x', b'y'))
      attempt('link', lambda: os.link(secret, secret + '-linked'))
      attempt('rename', lambda: os.rename(secret, secret + '-renamed'))
      attempt('rename back', lambda: os.rename(secret + '-renamed', secret))
      attempt('socket', lambda: socket.socket(socket.AF_INET).close())
      attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, process, 7))
      attempt('environment', lambda: open('/proc/%d/environ' % process).read())
      attempt('signal', lambda: os.kill(process, signal.SIGTERM))
      """

    /// Runs the attacks in the outer sandbox as they are, and then in one within it.
    private static let outer = """
      import json, os, subprocess, sys
      home = os.environ['HOME']
      secret, result = home + '/secret', home + '/result.json'
      def attack(prefix):
        for name in (secret, secret + '-linked', secret + '-renamed'):
          if os.path.exists(name): os.unlink(name)
        open(secret, 'w').write('outer')
        sleeper = subprocess.Popen(['sleep', '1000'])
        before = os.stat(secret)
        command = prefix + ['/usr/bin/python3', '-c', sys.argv[1], secret, str(sleeper.pid)]
        done = subprocess.run(command, capture_output=True, text=True)
        same = os.path.exists(secret) and os.stat(secret)[:9] == before[:9] and sleeper.poll() is None
        sleeper.kill()
        return done.stdout.splitlines(), done.stderr, same
      control = attack([])
      lines, errors, same = attack(
        ['sentinel', 'run', '--isolation', 'contained', '--result', result, '--'])
      document = json.load(open(result))
      print(json.dumps({
        'control': control[0], 'lines': lines, 'errors': errors, 'same': same,
        'level': document['level'], 'backend': document['layers']['backend'],
        'missing': [layer['layer'] for layer in document['missing']]}))
      """

    private struct Seen: Decodable {
      var control: [String]
      var lines: [String]
      var errors: String
      var same: Bool
      var level: String
      var backend: String
      var missing: [String]
    }

    /// A call of the profile `agent` that finds the built programs on its PATH.
    private func agent(_ setting: Setting) throws -> SandboxCall {
      var call = try SandboxCall(setting.caller, profile: "agent")
      let programs = Executables.shared.sentinel.deletingLastPathComponent().path
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      call.environment["PATH"] = "\(programs):\(path)"
      return call
    }

    @Test(arguments: Setting.plain)
    func `a command in a sandbox within a sandbox reaches nothing of the outer`(
      _ setting: Setting
    ) throws {
      let call = try agent(setting)
      let outcome = try call.run(["/usr/bin/python3", "-c", Self.outer, Self.attacks])
      let seen = try #require(
        try? JSONDecoder().decode(Seen.self, from: Data(outcome.finished.text.utf8)),
        "\(outcome.story) \(outcome.finished.text)")
      #expect(seen.backend == "landlock" && seen.level == "contained", "\(seen)")
      #expect(seen.missing.contains("listener"), "\(seen.missing)")
      #expect(
        seen.lines.count == 15 && seen.lines.allSatisfy { $0.contains(" blocked") }, "\(seen)")
      #expect(seen.same, "\(seen)")
      let held = seen.control.filter { !$0.contains(" worked") }
      #expect(seen.control.count == 15 && held.isEmpty, "the control: \(seen.control)")
    }

    @Test(arguments: Setting.plain)
    func `what cannot be held in a sandbox within a sandbox is refused with the reason`(
      _ setting: Setting
    ) throws {
      let call = try agent(setting)
      let outcome = try call.run([
        "/bin/sh", "-c",
        """
        sentinel run -- true; echo $?
        sentinel run --isolation contained --allow-host example.com -- true; echo $?
        sentinel run --isolation contained -- sh -c 'echo inner; exit 7'; echo $?
        """,
      ])
      #expect(outcome.finished.text == "125\n125\ninner\n7\n", "\(outcome.story)")
      #expect(
        outcome.finished.errors.contains("inside another sandbox nothing can be reached by name"),
        "\(outcome.finished.errors)")
    }

    @Test(arguments: Setting.plain)
    func `a flood of processes in a sandbox within a sandbox ends with the inner`(
      _ setting: Setting
    ) throws {
      let call = try agent(setting)
      let marker = "marker-\(UInt64.random(in: 0 ... .max))"
      let outcome = try call.run([
        "/bin/sh", "-c",
        """
        sentinel run --isolation contained --pids 64 --timeout 5s -- python3 -c '
        import os, time
        if os.fork() == 0: os.setsid()
        while True:
          try: os.fork()
          except OSError: time.sleep(0.01)
        ' \(marker) 2>/dev/null
        echo $?
        cat /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -cx '[m]\(marker.dropFirst())'
        """,
      ])
      let lines = outcome.finished.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 2 && lines.last == "0", "\(outcome.story) \(lines)")
      #expect(["124", "137", "125"].contains(lines.first ?? ""), "\(lines)")
    }
  }
}
