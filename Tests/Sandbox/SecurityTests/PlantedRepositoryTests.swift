import FoundationEssentials
import TestSupport
import Testing

/// What git would obey although no protected name says so, and other things that reviews found.
extension EscapeTests {
  @Suite struct PlantedRepositoryTests {
    /// Makes a folder a repository whose configuration runs a program for `git status`.
    private static let plant = """
      plant() {
        mkdir -p "$1/objects" "$1/refs" && echo "ref: refs/heads/main" > "$1/HEAD"
        echo x > "$1/objects/x"; echo x > "$1/refs/x"
        printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tworktree = .\\n' > "$1/config"
        printf '\\tfsmonitor = "touch %s; false"\\n' "$2" >> "$1/config"
      }
      """

    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "git is missing"),
      arguments: Caller.available, [".", "src", "node_modules/.git"])
    func `X17 no folder becomes a repository that steers git outside`(
      _ caller: Caller, place: String
    ) throws {
      var call = try SandboxCall(caller, mode: "read-write")
      let marks = try Scratch("mark", owner: caller.owner)
      let mark = marks.url.appending(path: "ran").path
      let outcome = try call.run(["/bin/sh", "-c", "\(Self.plant)\nplant '\(place)' '\(mark)'"])
      let folder = call.workspace.url.appending(
        path: place == "node_modules/.git" ? "node_modules" : place)
      #expect(outcome.document?.quarantined.isEmpty == false, "\(outcome.story)")
      #expect(try !Self.isSteered(folder, mark))
      call = try SandboxCall(caller)
      let patch = call.home.url.appending(path: "fix.patch").path
      call.options = ["--diff", patch]
      _ = try call.run(["/bin/sh", "-c", "\(Self.plant)\nplant '\(place)' '\(mark)'; echo x > y"])
      let target = try Scratch("target")
      let applied = try HostProcess.run(
        [
          "/bin/sh", "-c", "cd \"$1\" && git init -q && git apply \"$2\" && mkdir -p \"$3\"", "sh",
          target.url.path, patch,
          folder.lastPathComponent == "node_modules" ? "node_modules" : place,
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": target.url.path])
      #expect(applied.code == 0, "\(applied.errors)")
      #expect(try !Self.isSteered(target.url.appending(path: place), mark))
      // The same folder outside any sandbox does run the program.
      let control = try Scratch("control")
      _ = try HostProcess.run(
        [
          "/bin/sh", "-c", "cd \"$1\" && \(Self.plant)\nplant . \"$2\"", "sh", control.url.path,
          mark,
        ], environment: ["PATH": "/usr/bin:/bin"])
      #expect(try Self.isSteered(control.url, mark), "the control steers nothing")
      withExtendedLifetime(marks) {}
    }

    private static func isSteered(_ folder: URL, _ mark: String) throws -> Bool {
      _ = try HostProcess.run(
        ["/bin/sh", "-c", "cd \"$1\" && git status", "sh", folder.path],
        environment: [
          "PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_COUNT": "1",
          "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
        ])
      defer { try? FileManager.default.removeItem(atPath: mark) }
      return FileManager.default.fileExists(atPath: mark)
    }

    @Test(arguments: [8, 11, 12, 13, 14, 20, 40])
    func `any number of covers leaves room for init's descriptors`(count: Int) throws {
      let call = try SandboxCall(Caller.available[0], mode: "read-write")
      for number in 0..<count { try call.workspace.folder("d\(number)/.vscode") }
      #expect(try call.run(["/bin/echo", "ok"]).document?.status == "ok")
    }

    @Test func `R19 who was given the payload's output is not heard after its end`() throws {
      var call = try SandboxCall(Caller.available[0])
      // A socket in the workspace would be seen by nobody; one in a folder that both write is.
      let shared = try Scratch("shared", owner: call.caller.owner)
      call.profile = try call.home.write(
        """
        schema: sentinel.profile/1
        name: shared
        summary: Shares a folder.
        inherits: default
        filesystem: {mounts: [{source: \(shared.url.path), target: /shared, access: read-write}]}

        """, to: "shared.yaml"
      ).path
      let payload = """
        import array, socket
        s = socket.socket(socket.AF_UNIX); s.bind("/shared/door"); s.listen()
        print("open", flush=True)
        c = s.accept()[0]
        c.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [1]))])
        c.recv(1); print("end", flush=True)
        """
      let outside = """
        import array, os, socket, sys, time
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
        data = s.recvmsg(1, socket.CMSG_SPACE(4))[1]
        fd = array.array("i", data[0][2])[0]
        s.send(b"x"); time.sleep(1); os.write(fd, b"forged\\n"); time.sleep(6)
        """
      let outcome = try call.start(["/usr/bin/python3", "-c", payload]) { process in
        #expect(process.wait(for: "open") != nil)
        let door = shared.url.appending(path: "door").path
        let holder = try HostProcess(["/usr/bin/python3", "-c", outside, door])
        defer { holder.end() }
        return process.finish(seconds: 30)
      }
      #expect(outcome.finished.text == "open\nend\n")
      #expect(outcome.document?.status == "ok")
      #expect((outcome.document?.wallMilliseconds ?? .infinity) < 5000)
    }

    @Test func `a set-up that fails under network rules ends at once`() throws {
      var call = try SandboxCall(Caller.available[0])
      call.profile = try call.home.write(
        """
        schema: sentinel.profile/1
        name: broken
        summary: Cannot be set up.
        inherits: default
        filesystem: {mounts: [{source: /nowhere/at/all, target: /opt/x}]}
        network: {mode: egress, rules: [{allow: allowed.test}]}

        """, to: "broken.yaml"
      ).path
      call.seconds = 20
      let outcome = try call.run(["/bin/true"])
      #expect(outcome.document?.status == "setupFailed", "\(outcome.story)")
      #expect(outcome.finished.code == 125)
    }
  }
}
