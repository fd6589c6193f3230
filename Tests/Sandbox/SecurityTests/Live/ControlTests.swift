import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// Orders that change the rules of a run while it goes on, and those who must not give any.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct ControlTests {
    @Test(arguments: Caller.available)
    func `a live order is followed or refused with its reason, and stands in the result`(
      _ caller: Caller
    ) throws {
      var call = try EgressLab().call(caller)
      let socket = Self.give(&call)
      let script = """
        import socket, time
        def reach(name, port):
            try:
                stream = socket.create_connection((name, port), 5)
                stream.settimeout(5)
                stream.sendall(b"x")
                return "reached" if stream.recv(1) == b"x" else "ended"
            except OSError:
                return "refused"
        print("before", reach("denied.test", 9999), flush=True)
        until = time.monotonic() + 30
        while (last := reach("denied.test", 9999)) != "reached" and time.monotonic() < until:
            time.sleep(0.02)
        print("after", last, flush=True)
        """
      var orders: [HostProcess.Finished] = []
      let outcome = try call.start(["/usr/bin/python3", "-c", script]) { process in
        guard process.wait(for: "before refused") != nil else { return process.finish() }
        let refused = [
          ["allow", "denied.test:53"], ["allow", "denied.test:2000-2100"],
          ["allow", "bad.wild.test"], ["allow", "93.184.216.41:9999"],
          ["allow", "raw.test:7777", "--mode", "tls"],
        ]
        for order in refused { orders.append(try Self.order(order, socket)) }
        orders.append(try Self.order(["allow", "denied.test:9999", "--json"], socket))
        return process.finish(seconds: 60)
      }
      #expect(outcome.finished.text.contains("after reached"), "\(outcome.story)")
      #expect(orders.dropLast().allSatisfy { $0.code == 2 && $0.errors.count > 20 }, "\(orders)")
      #expect(orders.last?.code == 0, "\(orders)")
      #expect(orders.last?.text.contains("sentinel.egress-policy/1") == true)
      let document = try #require(outcome.document)
      #expect(document.egressChanges.map(\.generation) == [1])
      #expect(document.egressChanges.first?.rule.target == "denied.test")
      let reached = document.egress.first { $0.name == "denied.test" && $0.verdict == "allowed" }
      #expect(reached?.generation == 1)
      #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func `what a change forbids is cut within a second, under load`() throws {
      var call = try EgressLab().call(.root)
      let socket = Self.give(&call)
      let script = """
        import socket, threading, time
        ends = []
        def load():
            stream = socket.create_connection(("raw.test", 7777), 10)
            stream.settimeout(30)
            data = b"x" * 512
            try:
                while True:
                    stream.sendall(data)
                    taken = 0
                    while taken < len(data):
                        part = stream.recv(65536)
                        if not part:
                            raise OSError("end")
                        taken += len(part)
                    time.sleep(0.004)
            except OSError:
                ends.append(time.time())
        kept = socket.create_connection(("auto.test", 9999), 10)
        threads = [threading.Thread(target=load) for _ in range(32)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        print("loaded", len(ends), flush=True)
        for thread in threads:
            thread.join(40)
        kept.sendall(b"k")
        print("kept", kept.recv(1) == b"k", "last", max(ends), "count", len(ends), flush=True)
        """
      var sent = 0.0
      var order: HostProcess.Finished?
      let outcome = try call.start(["/usr/bin/python3", "-c", script]) { process in
        guard process.wait(for: "loaded 0") != nil else { return process.finish() }
        sent = Date().timeIntervalSince1970
        order = try Self.order(["deny", "raw.test", "--json"], socket)
        return process.finish(seconds: 60)
      }
      #expect(order?.text.contains("\"cut\" : 32") == true, "\(String(describing: order))")
      let words = outcome.finished.text.split(separator: "\n").last?.split(separator: " ") ?? []
      try #require(words.count == 6, "\(outcome.story)")
      #expect(words[1] == "True" && words[5] == "32")
      let last = try #require(Double(words[3]))
      // From before the order's process was started to the last end that the payload saw.
      #expect(last - sent < 1, "\(last - sent) seconds")
      #expect(outcome.document?.egressChanges.first?.cut == 32)
    }

    @Test func `a socket is refused where it would be seen, taken or replaced`() throws {
      let lab = try EgressLab()
      let call = try lab.call(.root)
      let inside = call.workspace.url.appending(path: "run.sock").path
      let taken = call.home.url.appending(path: "taken")
      try Data("mine".utf8).write(to: taken)
      let link = call.home.url.appending(path: "link").path
      _ = unsafe symlink("/nowhere", link)
      let open = call.home.url.appending(path: "open")
      try FileManager.default.createDirectory(at: open, withIntermediateDirectories: false)
      _ = unsafe chmod(open.path, 0o777)
      let foreign = call.home.url.appending(path: "foreign")
      try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: false)
      _ = unsafe chown(foreign.path, 12_345, 12_345)
      let through = call.home.url.appending(path: "through").path
      _ = unsafe symlink(call.workspace.url.path, through)
      for (path, reason) in [
        (inside, "the command sees"), (taken.path, "is there already"),
        (link, "is there already"), (open.appending(path: "s").path, "written by others"),
        (foreign.appending(path: "s").path, "belongs to somebody else"),
        ("\(through)/s", "the command sees"), ("/usr/share/s.sock", "the command sees"),
        ("\(call.home.url.path)/..", "is there already"), ("", "Missing"),
      ] {
        var refused = call
        refused.options = ["--control", path]
        let outcome = try refused.run(["/bin/echo", "it ran"])
        #expect(!outcome.finished.text.contains("it ran"), "\(path)")
        #expect([2, 125].contains(outcome.finished.code), "\(path): \(outcome.story)")
        if !path.isEmpty {
          #expect(outcome.finished.errors.contains(reason), "\(path): \(outcome.story)")
        }
        #expect(path.isEmpty || !Self.isSocket(path))
      }
      #expect(try String(contentsOf: taken, encoding: .utf8) == "mine")
    }

    @Test func `a killed run's socket is taken over, and a living run's is not`() throws {
      var call = try SandboxCall(.root)
      call.options = ["--allow-host", "allowed.test"]
      let socket = Self.give(&call)
      _ = try call.start(["/bin/sh", "-c", "echo begun; sleep 100"]) { process in
        _ = process.wait(for: "begun")
        process.send(SIGKILL)
        return process.finish(seconds: 30)
      }
      try #require(Self.isSocket(socket), "the control: a killed run leaves its socket")
      var refused: SandboxCall.Outcome?
      var order: HostProcess.Finished?
      var second = try SandboxCall(.root)
      second.options = call.options
      let outcome = try call.start(["/bin/sh", "-c", "echo begun; sleep 100"]) { process in
        guard process.wait(for: "begun") != nil else { return process.finish(seconds: 30) }
        refused = try second.run(["/bin/echo", "it ran"])
        order = try Self.order(["show"], socket)
        process.send(SIGTERM)
        return process.finish(seconds: 30)
      }
      #expect(order?.code == 0, "\(outcome.story), \(String(describing: order))")
      #expect(refused?.finished.errors.contains("is there already") == true)
      #expect(refused?.finished.text.contains("it ran") == false)
      let left = try FileManager.default.contentsOfDirectory(atPath: call.home.url.path)
      #expect(!left.contains { $0 == "run.sock" || $0.hasPrefix(".") }, "\(left)")
    }

    /// The sandbox sees a folder whose subfolder has a second name, which no check of places can know.
    ///
    /// A workspace would cover the socket besides; a mount of the profile's does not.
    @Test(arguments: Caller.available)
    func `a payload that finds the socket is not heard`(_ caller: Caller) throws {
      var call = try EgressLab().call(caller)
      let shared = try Scratch("shared", owner: caller.owner)
      call.needs.append(shared)
      let folder = shared.url.appending(path: "below")
      let alias = call.home.url.appending(path: "alias")
      for made in [folder, alias] {
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: false)
        if let owner = caller.owner { _ = unsafe chown(made.path, owner, owner) }
      }
      let profile = """
        schema: sentinel.profile/1
        name: shared
        summary: A folder of the host that somebody shares with the command.
        inherits: default
        filesystem:
          mounts:
            - {source: \(shared.url.path), target: /shared, access: read-write}
        network: {mode: egress, rules: [{allow: allowed.test}]}

        """
      call.profile = try call.home.write(profile, to: "shared.yaml").path
      call.place += [
        "/bin/sh", "-c", "mount --bind \"$1\" \"$2\" && shift 2 && exec \"$@\"", "sh", folder.path,
        alias.path,
      ]
      call.options = ["--control", alias.appending(path: "s").path]
      let script = """
        import json, os, socket, time
        print("begun", os.path.exists("/shared/below/s"), flush=True)
        time.sleep(1.5)
        for _ in range(40):
            stream = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            stream.settimeout(5)
            try:
                stream.connect("/shared/below/s")
                stream.send(json.dumps({"allow": {"id": "x", "target": "denied.test"}}).encode())
                answer = stream.recv(65536)
                print("answered" if answer else "hung up", flush=True)
            except OSError as problem:
                print("failed", problem, flush=True)
        try:
            print("resolved", socket.gethostbyname("denied.test"), flush=True)
        except OSError:
            print("unknown", flush=True)
        """
      var order: HostProcess.Finished?
      let outcome = try call.start(["/usr/bin/python3", "-c", script]) { process in
        _ = process.wait(for: "begun")
        // The control: the same socket by the same name answers a process that is not in a sandbox.
        order = try Self.order(["show"], folder.appending(path: "s").path)
        return process.finish(seconds: 60)
      }
      #expect(outcome.finished.text.contains("begun True"), "\(outcome.story)")
      #expect(!outcome.finished.text.contains("answered"), "\(outcome.finished.text)")
      #expect(outcome.finished.text.contains("unknown"), "\(outcome.finished.text)")
      #expect(outcome.document?.egressChanges.isEmpty == true)
      #expect(order?.code == 0, "\(String(describing: order))")
    }

    @Test func `others are not heard, a flood holds nobody up, and signals leave no socket`() throws
    {
      var call = try SandboxCall(.root)
      call.options = ["--allow-host", "allowed.test"]
      let socket = Self.give(&call)
      _ = unsafe chmod(call.home.url.path, 0o755)
      var order: HostProcess.Finished?
      var foreign: HostProcess.Finished?
      var flood: HostProcess.Finished?
      let outcome = try call.start(["/bin/sh", "-c", "echo begun; sleep 100"]) { process in
        _ = process.wait(for: "begun")
        foreign = try HostProcess.run([
          "/usr/bin/setpriv", "--reuid", "12345", "--regid", "12345", "--clear-groups",
          Executables.shared.sentinel.path, "egress", "show", "--control", socket,
        ])
        flood = try HostProcess.run([
          "/usr/bin/python3", "-c", Self.flood, socket,
        ])
        order = try Self.order(["show"], socket)
        process.send(SIGTERM)
        return process.finish(seconds: 30)
      }
      #expect(foreign?.code == 5, "\(String(describing: foreign))")
      #expect(flood?.text.contains("flooded") == true, "\(String(describing: flood))")
      #expect(order?.code == 0, "\(String(describing: order))")
      #expect(outcome.document?.egressChanges.isEmpty == true)
      #expect(outcome.document != nil, "\(outcome.story)")
      #expect(!Self.isSocket(socket))
    }

    /// Silent clients, orders that are none, orders that are too long, and answers that nobody reads.
    private static let flood = """
      import socket, sys, json
      kept = []
      bad = [b"", b"{", b"[]", b"{}", b'{"finish":true}', b"x" * 20000,
             b'{"allow":{"id":"x"}}', b'{"show":true,"deny":{"id":"x","target":"*"}}']
      for turn in range(200):
          stream = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
          stream.settimeout(5)
          try:
              stream.connect(sys.argv[1])
              stream.send(bad[turn % len(bad)])
              for _ in range(20):
                  stream.setblocking(False)
                  stream.send(b'{"show":true}')
          except OSError:
              pass
          kept.append(stream)
      print("flooded")
      """

    /// Gives a run a control socket in the caller's own folder.
    private static func give(_ call: inout SandboxCall) -> String {
      let socket = call.home.url.appending(path: "run.sock").path
      call.options += ["--control", socket]
      return socket
    }

    private static func order(_ words: [String], _ socket: String) throws -> HostProcess.Finished {
      try HostProcess.run(
        [Executables.shared.sentinel.path, "egress"] + words + ["--control", socket])
    }

    private static func isSocket(_ path: String) -> Bool {
      var status = stat()
      return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
  }
}
