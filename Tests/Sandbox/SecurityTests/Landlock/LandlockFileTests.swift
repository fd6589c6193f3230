import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Setting {
  /// A call in a place that forbids namespaces, as Docker's default does.
  func narrowCall() throws -> SandboxCall {
    var call = try call()
    call.becomeNarrow()
    return call
  }

  /// The default profile's modes that write to a copy.
  static let copying = modes.filter { $0.mode != "read-only" }
}

extension SandboxCall {
  /// Puts the call where no namespace can be made.
  mutating func becomeNarrow() {
    wrapper = [Executables.shared.probe.path, "narrow"]
    isolation = "contained"
  }
}

extension EscapeTests {
  /// What a payload can do to files where Landlock is all that keeps it from them.
  @Suite struct LandlockFileTests {
    /// Each line is "NAME worked" or "NAME blocked"; the argument is a folder of the caller's.
    private static let attacks = """
      import os, sys, ctypes, fcntl, errno
      outside = sys.argv[1]
      file = outside + '/secret'
      libc = ctypes.CDLL(None, use_errno=True)
      def check(value):
        if value < 0: raise OSError(ctypes.get_errno(), 'call')
      def attempt(name, body):
        try:
          body()
          print(name, 'worked')
        except OSError as error:
          print(name, 'blocked', errno.errorcode.get(error.errno))
      def relative(body):
        here = os.open('.', os.O_PATH)
        os.chdir(outside)
        try: body()
        finally: os.fchdir(here)
      def through_link(body):
        os.symlink(outside, 'link')
        try: body('link/secret')
        finally: os.unlink('link')
      def by_folder(body):
        folder = os.open(outside, os.O_PATH)
        try: body(folder)
        finally: os.close(folder)
      attempt('read', lambda: open(file).read())
      attempt('list', lambda: os.listdir(outside))
      attempt('write', lambda: open(file, 'a').write('x'))
      attempt('truncate', lambda: os.truncate(file, 0))
      attempt('create', lambda: open(outside + '/new', 'w'))
      attempt('folder', lambda: os.mkdir(outside + '/folder'))
      attempt('pipe', lambda: os.mkfifo(outside + '/pipe'))
      attempt('link out', lambda: os.symlink('x', outside + '/symbolic'))
      attempt('hard link in', lambda: os.link(file, 'hard'))
      attempt('rename in', lambda: os.rename(outside + '/moved', 'moved'))
      attempt('remove', lambda: os.unlink(outside + '/removed'))
      attempt('execute', lambda: os.posix_spawn(outside + '/program', ['x'], {}))
      attempt('mode', lambda: os.chmod(file, 0o640))
      attempt('mode, relative', lambda: relative(lambda: os.chmod('secret', 0o641)))
      attempt('mode, through a link', lambda: through_link(lambda path: os.chmod(path, 0o642)))
      attempt('mode, by folder', lambda: by_folder(lambda f: os.chmod('secret', 0o643, dir_fd=f)))
      attempt('mode of a folder', lambda: os.chmod(outside, 0o711))
      attempt('mode, upwards', lambda: os.chmod(
        '../' * 40 + outside.lstrip('/') + '/secret', 0o644))
      attempt('mode by descriptor', lambda: os.chmod('/proc/self/fd/%d/secret' % os.open(
        outside, os.O_PATH), 0o645))
      attempt('owner', lambda: os.chown(file, os.getuid(), -1))
      attempt('owner of a link', lambda: os.lchown(outside + '/dangling', os.getuid(), -1))
      attempt('times', lambda: os.utime(file, (1, 1)))
      attempt('times of a link', lambda: os.utime(
        outside + '/dangling', (1, 1), follow_symlinks=False))
      attempt('times, relative', lambda: relative(lambda: os.utime('secret', (2, 2))))
      attempt('attribute', lambda: os.setxattr(file, 'user.x', b'y'))
      attempt('watch', lambda: check(libc.inotify_add_watch(
        libc.inotify_init(), outside.encode(), 2)))
      """

    private func outside(of setting: Setting) throws -> Scratch {
      let folder = try Scratch("outside", owner: setting.caller.owner)
      for name in ["secret", "moved", "removed"] { _ = try folder.write("nobody's\n", to: name) }
      let program = try folder.write("#!/bin/sh\n", to: "program")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: "dangling").path, withDestinationPath: "nothing")
      for name in ["secret", "moved", "removed", "program", "dangling"] {
        let path = folder.url.appending(path: name).path
        if let owner = setting.caller.owner { #expect(unsafe lchown(path, owner, owner) == 0) }
      }
      return folder
    }

    /// Modes, owners, times and contents of everything in a folder.
    ///
    /// Access times are left out: looking changes them, and whoever sets one changes the file's `ctime`.
    private func state(of folder: Scratch) throws -> String {
      try HostProcess.run([
        "/bin/sh", "-c", "stat -c '%n %a %u %y %z %s' \"$1\" \"$1\"/*; cat \"$1\"/secret", "sh",
        folder.url.path,
      ]).text
    }

    @Test(arguments: Setting.copying)
    func `a payload reaches no file of its user's outside, by no way`(_ setting: Setting) throws {
      let folder = try outside(of: setting)
      let before = try state(of: folder)
      let call = try setting.narrowCall()
      let outcome = try call.run(["/usr/bin/python3", "-c", Self.attacks, folder.url.path])
      #expect(outcome.document?.layers.backend == "landlock", "\(outcome.story)")
      #expect(outcome.document?.level == "contained", "\(outcome.story)")
      let lines = outcome.finished.text.split(separator: "\n")
      #expect(lines.count == 26 && lines.allSatisfy { $0.contains(" blocked") }, "\(lines)")
      #expect(try state(of: folder) == before)
      let control = try HostProcess.run(
        setting.caller.prefix(group: nil)
          + [
            "/bin/sh", "-c", "cd \"$2\"; exec /usr/bin/python3 -c \"$1\" \"$3\"", "sh",
            Self.attacks,
            call.workspace.url.path, folder.url.path,
          ])
      let held = control.text.split(separator: "\n").filter { !$0.contains(" worked") }
      #expect(held.isEmpty, "the control: \(held) \(control.errors)")
    }

    @Test(arguments: Setting.make(["default"], mode: "read-only"))
    func `what may only be read keeps its mode, owner, times and flags`(_ setting: Setting) throws {
      let script = """
        import os, fcntl, array
        file = os.open('file', os.O_RDONLY)
        def attempt(body):
          try: body()
          except OSError: pass
        for target in (file, 'file', '.'):
          attempt(lambda: os.chmod(target, 0o777))
          attempt(lambda: os.utime(target, (1, 1)))
          attempt(lambda: os.setxattr(target, 'user.x', b'y'))
        attempt(lambda: fcntl.ioctl(file, 0x40086602, array.array('L', [0x40])))
        print(os.read(file, 9))
        """
      let call = try setting.narrowCall()
      try call.workspace.write("content\n", to: "file")
      let look = [
        "/bin/sh", "-c", "cd \"$1\"; stat -c '%a %Y %Z' . file; lsattr -d file 2>&1", "sh",
      ]
      let before = try HostProcess.run(look + [call.workspace.url.path]).text
      let outcome = try call.run(["/usr/bin/python3", "-c", script])
      #expect(outcome.finished.text == "b'content\\n'\n", "\(outcome.story)")
      #expect(try HostProcess.run(look + [call.workspace.url.path]).text == before)
      let control = try HostProcess.run(
        setting.caller.prefix(group: nil)
          + ["/bin/sh", "-c", "cd \"$2\"; exec /usr/bin/python3 -c \"$1\"", "sh", script]
          + [call.workspace.url.path])
      #expect(control.code == 0, "\(control)")
      #expect(try HostProcess.run(look + [call.workspace.url.path]).text != before, "the control")
    }

    @Test(arguments: Setting.plain)
    func `modes, owners and times of the payload's own files change as it asks`(
      _ setting: Setting
    ) throws {
      let script = """
        import os
        open('made', 'w').write('x'); os.mkdir('folder'); os.symlink('made', 'link')
        os.chmod('made', 0o750); os.chmod('folder', 0o700)
        os.utime('made', (5, 6)); os.utime('link', (7, 8), follow_symlinks=False)
        file = os.open('made', os.O_RDWR); os.fchmod(file, 0o705); os.utime(file, (9, 10))
        folder = os.open('.', os.O_PATH)
        os.chmod('made', 0o704, dir_fd=folder); os.chown('made', os.getuid(), os.getgid())
        os.lchown('link', -1, os.getgid()); os.utime('made', ns=(11, 12), dir_fd=folder)
        status, link = os.stat('made'), os.lstat('link')
        print(oct(status.st_mode), status.st_atime_ns, status.st_mtime_ns, link.st_mtime)
        for body in (lambda: os.chmod('gone', 1), lambda: os.utime('gone'),
                     lambda: os.fchmod(99, 1), lambda: os.chmod('made/x', 1)):
          try: body()
          except OSError as error: print(error.strerror)
        """
      let outcome = try setting.narrowCall().run(["/usr/bin/python3", "-c", script])
      #expect(
        outcome.finished.text == """
          0o100704 11 12 8.0
          No such file or directory
          No such file or directory
          Bad file descriptor
          Not a directory

          """, "\(outcome.story)")
    }

    @Test(arguments: Setting.plain)
    func `arguments and names that change under a call lead nowhere else`(
      _ setting: Setting
    ) throws {
      let script = """
        import ctypes, os, sys, threading, time
        outside = sys.argv[1] + '/secret'
        libc = ctypes.CDLL(None)
        os.mkdir('folder'); open('folder/secret', 'w'); os.mkdir('other')
        inside = os.getcwd() + '/folder/secret'
        size = max(len(inside), len(outside)) + 1
        def padded(path): return b'/' * (size - len(path)) + path.encode() + b'\\0'
        memory = ctypes.create_string_buffer(padded(inside), size + 1)
        until, done = time.time() + 3, [0, 0]
        def rewrite():
          while time.time() < until:
            ctypes.memmove(memory, padded(outside), size + 1)
            ctypes.memmove(memory, padded(inside), size + 1)
        def rename():
          while time.time() < until:
            os.rename('folder', 'kept'); os.symlink(sys.argv[1], 'folder')
            os.unlink('folder'); os.rename('kept', 'folder')
        def exchange():
          here, there = os.open('folder/secret', os.O_PATH), os.open(outside, os.O_PATH)
          while time.time() < until:
            os.dup2(there, 40); os.dup2(here, 40)
        threads = [threading.Thread(target=one) for one in (rewrite, rename, exchange)]
        for one in threads: one.start()
        while time.time() < until:
          done[libc.chmod(memory, 0o777) == 0] += 1
          done[libc.chmod(b'folder/secret', 0o777) == 0] += 1
          done[libc.fchownat(40, b'', os.getuid(), -1, 0x1000) == 0] += 1
          libc.utimensat(40, None, None, 0)
        for one in threads: one.join()
        print(min(done) > 0, sum(done) > 100)
        """
      let folder = try outside(of: setting)
      let before = try state(of: folder)
      let outcome = try setting.narrowCall().run(
        ["/usr/bin/python3", "-c", script, folder.url.path])
      #expect(outcome.finished.text == "True True\n", "\(outcome.story)")
      #expect(try state(of: folder) == before)
    }

    @Test(arguments: Setting.plain)
    func `the list of changes is that of the copy, whatever times it shows`(
      _ setting: Setting
    ) throws {
      var call = try setting.narrowCall()
      let patch = call.home.url.appending(path: "changes.patch")
      call.options = ["--diff", patch.path]
      for name in ["kept", "rewritten", "removed", "renamed"] {
        try call.workspace.write("line of \(name)\n", to: name)
      }
      let outcome = try call.run([
        "/bin/sh", "-c",
        """
        printf 'LINE of rewritten\\n' > new; touch -r rewritten new; mv new rewritten
        rm removed; mv renamed moved; mkdir folder; echo x > folder/added; ln -s kept link
        chmod 700 kept; mkfifo pipe
        """,
      ])
      #expect(outcome.finished.code == 0, "\(outcome.story)")
      let found = try #require(outcome.document).changes.map { "\($0.kind) \($0.path)" }
      #expect(
        found == [
          "added folder", "added folder/added", "mode kept", "symlink link", "renamed moved",
          "added pipe", "deleted removed", "modified rewritten",
        ], "\(found)")
      let text = try String(contentsOf: patch, encoding: .utf8)
      #expect(text.contains("-line of rewritten\n+LINE of rewritten"), "\(text)")
      #expect(
        try String(contentsOf: call.workspace.url.appending(path: "rewritten"), encoding: .utf8)
          == "line of rewritten\n")
    }
  }
}
