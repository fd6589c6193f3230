import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// Who asked, as it is found out from outside of the sandbox.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct AttributionTests {
    @Test(arguments: Caller.available)
    func `connections and refusals name process and program, whatever it calls itself`(
      _ caller: Caller
    ) throws {
      let call = try EgressLab().call(caller)
      // A program whose path would steer a terminal, forge a record and be no text.
      let script = """
        import os, socket, subprocess, shutil, sys
        name = b"/tmp/\\x1b[2J\\n{\\"pid\\": 1}\\xff"
        shutil.copy(os.path.realpath(sys.executable), name)
        code = '''
        import os, socket, time
        stream = socket.create_connection(("raw.test", 7777), 5)
        stream.sendall(b"x")
        stream.recv(1)
        # Its socket stays open, for one that is closed at once may have no owner any more.
        question = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        resolver = [line.split()[1] for line in open("/etc/resolv.conf") if "." in line][0]
        question.connect((resolver, 53))
        # An A question for denied.test.
        question.send(bytes.fromhex(
            "12340100000100000000000006" + "64656e696564" + "04" + "74657374" + "0000010001"))
        question.recv(512)
        time.sleep(0.5)
        print("inside", os.getpid(), flush=True)
        '''
        subprocess.run([name, "-c", code.replace("\\n        ", "\\n")], check=True)
        stream = socket.create_connection(("auto.test", 9999), 5)
        stream.sendall(b"x")
        stream.recv(1)
        print("python", os.getpid(), os.path.realpath(sys.executable), flush=True)
        """
      let outcome = try call.run(["/usr/bin/python3", "-c", script])
      let lines = outcome.finished.text.split(separator: "\n").map { $0.split(separator: " ") }
      try #require(lines.count == 2, "\(outcome.story)")
      let egress = try #require(outcome.document?.egress)
      let hostile = egress.filter { ["raw.test", "denied.test"].contains($0.name) }
      #expect(hostile.count == 2)
      for record in hostile {
        #expect(record.pidInside.map { "\($0)" } == lines[0].last.map(String.init), "\(record)")
        let path = try #require(record.executable)
        #expect(path.contains("[2J") && path.hasPrefix("/tmp/"), "\(path)")
        #expect(path.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) }, "\(path)")
        #expect((record.pid ?? 0) > 1 && record.pid != record.pidInside)
      }
      let plain = egress.first { $0.name == "auto.test" }
      #expect(plain?.executable == lines[1].last.map(String.init), "\(String(describing: plain))")
      #expect(plain?.pidInside.map { "\($0)" } == String(lines[1][1]))
    }

    @Test func `limits that a run bumps into are named, with how often`() throws {
      let lab = try EgressLab()
      var call = try lab.call(.root)
      let profile = """
        schema: sentinel.profile/1
        name: tight
        summary: An allow-list with little room.
        inherits: default
        network:
          mode: egress
          rules:
            - {allow: raw.test, ports: 7777, mode: raw}
            - {allow: "*.wild.test"}
          limits: {connections: 2, uploadPerName: 1K, wildcardNames: 3}

        """
      call.profile = try call.home.write(profile, to: "tight.yaml").path
      let script = """
        import socket
        open = [socket.create_connection(("raw.test", 7777), 5) for _ in range(2)]
        for _ in range(3):
            try:
                socket.create_connection(("raw.test", 7777), 5).recv(1)
            except OSError:
                pass
        for number in range(5):
            try:
                socket.gethostbyname(f"n{number}.wild.test")
            except OSError:
                pass
        try:
            open[0].sendall(b"x" * 4000)
            while open[0].recv(4000):
                pass
        except OSError:
            pass
        """
      let outcome = try call.run(["/usr/bin/python3", "-c", script])
      let document = try #require(outcome.document)
      #expect(document.status == "ok" && document.limitsHit == ["network"], "\(outcome.story)")
      let limits = try #require(document.egressTotals?.limits)
      let status = { (name: String) in limits.first { $0.name == name } }
      #expect(status("connections") == .init(name: "connections", most: 2, used: 2, hits: 3))
      #expect(status("wildcardNames") == .init(name: "wildcardNames", most: 3, used: 3, hits: 2))
      #expect(status("uploadPerName")?.hits == 1)
      #expect((status("uploadPerName")?.used ?? 9999) <= 1024)
      #expect(limits.count == 17)
      #expect(limits.filter { $0.hits > 0 }.count == 3, "\(limits)")
    }
  }
}
