import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension EscapeTests {
  /// What a payload can do with the sockets that it is given where it has no network of its own.
  @Suite(.enabled(if: EgressLab.obstacle == nil, "\(EgressLab.obstacle ?? "")"))
  struct LandlockSocketTests {
    private static let head = """
      import array, ctypes, os, socket, struct, sys, threading, time
      def attempt(name, body):
          try:
              print(name, 'worked', body(), flush=True)
          except OSError as problem:
              print(name, 'blocked', problem.errno, flush=True)

      """

    /// Runs a script of Python in the laboratory, without namespaces.
    private static func run(
      _ caller: Caller, _ script: String, options: [String] = []
    ) throws -> (outcome: SandboxCall.Outcome, notes: EgressLab.Notes) {
      let lab = try EgressLab()
      var call = try lab.call(caller)
      call.becomeNarrow()
      call.options = EgressLab.roots(of: call) + options
      let outcome = try call.run(["/usr/bin/python3", "-c", head + script])
      return (outcome, try lab.notes())
    }

    private static func left(_ notes: EgressLab.Notes) -> Set<String> {
      LandlockNetworkTests.left(notes).subtracting(EgressTests.allowed)
    }

    @Test(arguments: Caller.available)
    func `no option leads a socket's packets elsewhere`(_ caller: Caller) throws {
      // Loose source route by 1.1.1.1; a routing header of type 4 by 2001:db8::1.
      let options = """
        route = bytes([131, 7, 4, 1, 1, 1, 1, 0])
        header = bytes([0, 2, 4, 0, 0, 0, 0, 0]) + socket.inet_pton(socket.AF_INET6, '2001:db8::1')
        def option(family, level, name, value):
            with socket.socket(family, socket.SOCK_STREAM) as one:
                one.setsockopt(level, name, value)
        attempt('route', lambda: option(socket.AF_INET, 0, 4, route))
        attempt('header', lambda: option(socket.AF_INET6, 41, 57, header))
        attempt('interface', lambda: option(socket.AF_INET, 1, 25, b'lo'))
        attempt('number', lambda: option(socket.AF_INET, 1, 62, struct.pack('i', 1)))
        attempt('of IPv6', lambda: option(socket.AF_INET6, 41, 76, struct.pack('!i', 1)))
        attempt('source', lambda: option(
            socket.AF_INET6, 41, 50, socket.inet_pton(socket.AF_INET6, '::1') + struct.pack('i', 1)))
        attempt('first bytes', lambda: option(socket.AF_INET, 6, 30, 1))
        attempt('other protocol', lambda: option(socket.AF_INET, 6, 31, b'tls'))
        key = struct.pack('H2xI', socket.AF_INET, 0x0100007f) + bytes(120) + struct.pack('BBHI', 0, 0, 3, 0)
        attempt('key', lambda: option(socket.AF_INET, 6, 14, key + b'key' + bytes(77)))

        """
      let usual = """
        attempt('delay', lambda: option(socket.AF_INET, 6, 1, 1))
        attempt('alive', lambda: option(socket.AF_INET, 1, 9, 1))
        attempt('only', lambda: option(socket.AF_INET6, 41, 26, 1))
        attempt('service', lambda: option(socket.AF_INET, 0, 1, 16))
        def mapped(only):
            with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as one:
                one.setsockopt(41, 26, only)
                one.settimeout(5)
                place = socket.getaddrinfo('six.test', 7777, socket.AF_INET6)[0][4]
                one.connect(place)
                one.sendall(b'ping')
                return one.recv(4)
        attempt('only IPv6', lambda: mapped(1))
        attempt('both', lambda: mapped(0))
        """
      let (outcome, notes) = try Self.run(caller, options + usual)
      let lines = outcome.finished.text.split(separator: "\n")
      #expect(lines.count == 15, "\(outcome.story)")
      #expect(lines.prefix(9).allSatisfy { $0.contains("blocked") }, "\(lines)")
      #expect(lines.suffix(6).allSatisfy { $0.contains("worked") }, "\(lines)")
      #expect(Self.left(notes).isEmpty)
      // The control: outside the same options are taken.
      let outside = try HostProcess.run(["/usr/bin/python3", "-c", Self.head + options])
      let taken = outside.text.split(separator: "\n").count { $0.contains("worked") }
      #expect(taken >= 5, "\(outside)")
    }

    @Test(arguments: Caller.available)
    func `an address or descriptor that changes meanwhile leads to nothing else`(
      _ caller: Caller
    ) throws {
      let script = """
        libc = ctypes.CDLL(None, use_errno=True)
        allowed = socket.gethostbyname('raw.test')
        def place(address, port=7777):
            return struct.pack('!2xH4s8x', port, socket.inet_aton(address))[2:]
        places = [place(allowed), place('1.1.1.1'), place('127.0.0.1'), place('93.184.216.36')]
        buffer = ctypes.create_string_buffer(struct.pack('H', socket.AF_INET) + places[0], 16)
        over = False
        def change():
            while not over:
                for one in places:
                    ctypes.memmove(ctypes.addressof(buffer) + 2, one, 14)
        def swap(number, others):
            while not over:
                for other in others: os.dup2(other, number)
        threading.Thread(target=change).start()
        results = {}
        for _ in range(400):
            with socket.socket() as one:
                end = libc.connect(one.fileno(), buffer, 16)
                key = 'connected' if end == 0 else os.strerror(ctypes.get_errno())
                results[key] = results.get(key, 0) + 1
        pair, stream, file = socket.socketpair(), socket.socket(), open('/dev/null')
        target = os.dup(stream.fileno())
        threading.Thread(target=swap, args=(
            target, [pair[0].fileno(), stream.fileno(), file.fileno()])).start()
        for _ in range(400): libc.connect(target, buffer, 16)
        over = True
        print(sorted(results), flush=True)
        with socket.create_connection(('raw.test', 7777), 5) as one:
            one.sendall(b'ping')
            print('still', one.recv(4), flush=True)
        """
      let (outcome, notes) = try Self.run(caller, script)
      #expect(outcome.finished.text.contains("connected"), "\(outcome.story)")
      #expect(outcome.finished.text.contains("Network is unreachable"), "\(outcome.story)")
      #expect(outcome.finished.text.contains("still b'"), "\(outcome.story)")
      #expect(Self.left(notes).isEmpty)
    }

    @Test(arguments: Caller.available)
    func `no message is sent, and no socket made but those of TCP`(_ caller: Caller) throws {
      let script = """
        a, b = socket.socketpair()
        attempt('parts', lambda: a.sendmsg([b'one', b'two']))
        attempt('urgent', lambda: a.sendmsg([b'x'], [], socket.MSG_OOB))
        with open('/dev/null') as file:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [file.fileno()]))]
            attempt('rights', lambda: a.sendmsg([b'x'], rights))
        def over_network():
            with socket.create_connection(('raw.test', 7777), 5) as one:
                return one.sendmsg([b'pi', b'ng'])
        attempt('network', over_network)
        def first():
            with socket.socket() as one:
                place = (socket.gethostbyname('raw.test'), 7777)
                return one.sendmsg([b'ping'], [], socket.MSG_FASTOPEN, place)
        attempt('first bytes', first)
        attempt('datagram', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        attempt('raw', lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
        attempt('unix', lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        attempt('netlink', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
        attempt('vsock', lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM))
        attempt('packet', lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
        attempt('paths', lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262))
        attempt('listener', lambda: socket.create_server(('127.0.0.1', 0)))
        """
      let (outcome, notes) = try Self.run(caller, script)
      let lines = outcome.finished.text.split(separator: "\n")
      #expect(lines.count == 13, "\(outcome.story)")
      #expect(lines.allSatisfy { $0.contains("blocked") }, "\(lines)")
      #expect(Self.left(notes).isEmpty)
    }

    @Test(arguments: Caller.available)
    func `nothing that is set on a socket keeps the supervisor from the clock`(
      _ caller: Caller
    ) throws {
      // Whoever closes last would wait for what is not taken; whoever connects, for an answer.
      let script = """
        import fcntl
        place = (socket.gethostbyname('raw.test'), 7777)
        def race():
            while True:
                one = socket.socket()
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 3600))
                number = one.fileno()
                def dial():
                    try: one.connect(place)
                    except OSError: pass
                def block():
                    for _ in range(200):
                        try: fcntl.fcntl(number, fcntl.F_SETFL, 0)
                        except OSError: return
                threads = [threading.Thread(target=dial), threading.Thread(target=block)]
                for thread in threads: thread.start()
                for _ in range(2000):
                    try:
                        one.send(bytes(1 << 20), socket.MSG_DONTWAIT)
                        break
                    except OSError: pass
                for thread in threads: thread.join()
                one.close()
        print('racing', flush=True)
        race()
        """
      let begin = Date()
      let (outcome, _) = try Self.run(caller, script, options: ["--timeout", "8s"])
      #expect(outcome.finished.text.contains("racing"), "\(outcome.story)")
      #expect(outcome.finished.code == 124, "\(outcome.story)")
      #expect(Date().timeIntervalSince(begin) < 40)
    }

    @Test(arguments: Caller.available)
    func `more sockets than are kept cost the payload the oldest alone`(_ caller: Caller) throws {
      let script = """
        sockets = [socket.socket() for _ in range(400)]
        def reach(one):
            one.settimeout(5)
            one.connect(('raw.test', 7777))
            one.sendall(b'ping')
            return one.recv(4)
        attempt('oldest', lambda: reach(sockets[0]))
        attempt('newest', lambda: reach(sockets[-1]))
        for one in sockets: one.close()
        for _ in range(5000): socket.socket().close()
        attempt('after a flood', lambda: reach(socket.socket()))
        """
      let (outcome, _) = try Self.run(caller, script)
      let ends = outcome.finished.text.split(separator: "\n").map { $0.contains("worked") }
      #expect(ends == [false, true, true], "\(outcome.story) \(outcome.finished.text)")
    }
  }
}
