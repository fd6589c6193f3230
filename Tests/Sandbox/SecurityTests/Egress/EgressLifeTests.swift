import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// What becomes of connections and questions when the broker is stopped or gone.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct EgressLifeTests {
    @Test(arguments: Caller.available)
    func `probe 93 with the broker the way out is gone at once`(_ caller: Caller) throws {
      let call = try EgressLab().call(caller)
      let script = """
        import socket, time
        print("begun", flush=True)
        stream = socket.create_connection(("raw.test", 7777), 5)
        stream.sendall(b"x")
        stream.recv(1)
        print("connected", flush=True)
        stream.settimeout(20)
        begin = time.monotonic()
        try:
            end = stream.recv(1)
        except OSError as problem:
            end = problem
        print("cut", time.monotonic() - begin < 15, flush=True)
        begin, last = time.monotonic(), 0
        while last != 111 and time.monotonic() - begin < 5:  # ECONNREFUSED
            try:
                socket.create_connection(("198.18.5.5", 7777), 5).close()
            except OSError as problem:
                last = problem.errno
        print("gone", last, time.monotonic() - begin < 2, flush=True)
        """
      let outcome = try call.start(["/usr/bin/python3", "-c", script]) { process in
        guard process.wait(for: "connected") != nil,
          let broker = HostTable.descendant(of: process.id, named: "sentinel-egress")
        else {
          Issue.record("no connection, or no broker")
          return process.finish(seconds: 60)
        }
        kill(broker, SIGKILL)
        return process.finish(seconds: 60)
      }
      #expect(outcome.finished.text.contains("cut True"), "\(outcome.story)")
      #expect(outcome.finished.text.contains("gone 111 True"), "\(outcome.finished.text)")
      #expect(outcome.document?.missing.contains { $0.layer == "egress broker" } == true)
      #expect(outcome.document?.level == "reduced")
      #expect(outcome.isClean)
    }

    @Test(arguments: Caller.available)
    func `probe 93 a broker that is stopped keeps nobody waiting for long`(_ caller: Caller) throws
    {
      let call = try EgressLab().call(caller)
      // Tells by itself when the broker stops: an answer takes long for the first time.
      let script = """
        import socket, time
        def timed(what, *arguments):
            begin = time.monotonic()
            try:
                what(*arguments)
                end = "answered"
            except OSError:
                end = "failed"
            return end, time.monotonic() - begin
        def exchange():
            with socket.create_connection(("198.18.5.5", 7777), 3) as stream:
                stream.sendall(b"x")
                if not stream.recv(1):
                    raise OSError("closed")
        socket.create_connection(("raw.test", 7777), 5).close()
        print("connected", flush=True)
        seconds, begin = 0, time.monotonic()
        while seconds < 1 and time.monotonic() - begin < 40:
            time.sleep(0.02)
            end, seconds = timed(socket.getaddrinfo, "raw.test", 80)
        print("name", end, 1 <= seconds < 8, seconds, flush=True)
        end, seconds = timed(exchange)
        print("stream", end, seconds < 5, flush=True)
        end, begin = "", time.monotonic()
        while end != "answered" and time.monotonic() - begin < 20:
            end, seconds = timed(socket.getaddrinfo, "raw.test", 7777)
        with socket.create_connection(("raw.test", 7777), 10) as stream:
            stream.sendall(b"x")
            print("again", stream.recv(1), flush=True)
        """
      let outcome = try call.start(["/usr/bin/python3", "-c", script]) { process in
        guard process.wait(for: "connected") != nil,
          let broker = HostTable.descendant(of: process.id, named: "sentinel-egress")
        else {
          Issue.record("no connection, or no broker")
          return process.finish(seconds: 60)
        }
        kill(broker, SIGSTOP)
        _ = process.wait(for: "stream", seconds: 60)
        kill(broker, SIGCONT)
        return process.finish(seconds: 60)
      }
      #expect(outcome.finished.text.contains("name failed True"), "\(outcome.story)")
      #expect(outcome.finished.text.contains("stream failed True"), "\(outcome.finished.text)")
      #expect(outcome.finished.text.contains("again b'x'"), "\(outcome.finished.text)")
      #expect(outcome.isClean)
    }
  }
}
