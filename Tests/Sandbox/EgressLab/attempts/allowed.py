"""What must work, so that the rest means something."""
import os
import select
import socket
import struct

from greeting import after_retry, extension, first_answer, hello, records, resumption
from question import ask, ask_over_tcp, address, answers, question
from registry import attempt
from wire import ALLOWED, dial, http, judged, receive, resolve, tls


@attempt("W01", "TLS to an allowed name")
def _():
    return judged(tls(ALLOWED, ALLOWED))


@attempt("W02", "HTTP to an allowed name")
def _():
    return http("plain.test", "GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")


@attempt("W03", "bytes to an allowed name")
def _():
    with dial("raw.test", 7777) as stream:
        stream.sendall(b"ping")
        return receive(stream)


@attempt("W04", "a server that speaks first")
def _():
    with dial("ssh.test", 22) as stream:
        stream.sendall(b"SSH-2.0-client\r\n")
        return receive(stream)


@attempt("W05", "a name below a wildcard")
def _():
    return judged(tls("a.b.wild.test", "a.b.wild.test"))


@attempt("W06", "6 MiB there and back, and an end in one direction")
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


@attempt("W07", "several requests on one connection")
def _():
    with dial("plain.test", 80) as stream:
        for _ in range(3):
            stream.sendall(b"GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")
            judged(receive(stream))
    return "three"


@attempt("W08", "auto with a client that speaks first, and a server that does",
         (9999, b"anything"), (22, b""))
def _(case):
    port, first = case
    with dial("auto.test", port) as stream:
        stream.sendall(first)
        return receive(stream)


@attempt("W06b", "an allowed name over TCP")
def _():
    return "an address" if answers(ask_over_tcp(question(ALLOWED))) == 1 else None


@attempt("W13", "other spellings of an allowed name", "ALLOWED.test", "aLLoWeD.TesT", "allowed.test.")
def _(name):
    return "one address" if resolve(name) == resolve(ALLOWED) else None


@attempt("W17", "a name below a wildcard without its top")
def _():
    return resolve("x.sub.test")


@attempt("W26", "the addresses of names, to be compared between runs")
def _():
    names = (ALLOWED, "plain.test", "raw.test", "ssh.test", "auto.test")
    return " ".join(address(ask(question(name))) for name in names)


@attempt("W29", "the mapped form of an address that stands for a name")
def _():
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as stream:
        stream.settimeout(5)
        stream.connect((f"::ffff:{resolve('raw.test')}", 7777))
        stream.sendall(b"ping")
        return receive(stream)


@attempt("W29b", "IPv6 where the rule offers it")
def _():
    with dial(resolve("six.test", socket.AF_INET6), 7777) as stream:
        stream.sendall(b"ping")
        return receive(stream)


@attempt("W34", "a name whose answers change, by the first of them")
def _():
    answer = judged(tls("flips.wild.test", "flips.wild.test"))
    return answer if '"address": "93.184.216.42"' in answer else None


@attempt("W35", "a name with a public and a private address, by the public one")
def _():
    answer = judged(tls("mixed.wild.test", "mixed.wild.test"))
    return answer if '"address": "93.184.216.43"' in answer else None


@attempt("W44", "a hello for the right name, in pieces",
         *((size, "bytes") for size in (1, 7, 90)), *((size, "records") for size in (1, 40, 77)))
def _(case):
    size, kind = case
    data = hello(ALLOWED.encode())
    if kind == "records":
        return first_answer(ALLOWED, [records(data, size)])
    return first_answer(
        ALLOWED, [data[at:at + size] for at in range(0, len(data), size)], pause=0.0005)


@attempt("W49", "an encrypted hello where the rule takes it")
def _():
    ech = extension(0xFE0D, b"\0\0\1\0\1\0\0\x20" + os.urandom(32) + b"\0\4" + os.urandom(4))
    return first_answer("relaxed.test", [hello(b"relaxed.test", ech)])


@attempt("W50", "early data for the right name")
def _():
    return first_answer(ALLOWED, [hello(ALLOWED.encode(), resumption())])


@attempt("W51", "another Host inside TLS, which the rule says it cannot see")
def _():
    return judged(tls(ALLOWED, ALLOWED, host="fronted.test"))


@attempt("W53", "the right server name in the hello that the server asks for")
def _():
    return after_retry(ALLOWED, hello(ALLOWED.encode()))


@attempt("W57", "one Host, with its port and in capitals",
         "Host: plain.test", "Host: plain.test:80", "HOST: PLAIN.TEST", "Host:plain.test",
         "Host: plain.test.")
def _(field):
    return http("plain.test", f"GET / HTTP/1.1\r\n{field}\r\n\r\n")


@attempt("W59", "bodies whose end is plain",
         "Content-Length: 4\r\n\r\nbody", "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n")
def _(rest):
    answer = http("plain.test", f"POST / HTTP/1.1\r\nHost: plain.test\r\n{rest}")
    return answer if '"body": 4' in answer else None


@attempt("W60", "an upgrade where the rule takes it")
def _():
    return http("upgrade.test", "GET / HTTP/1.1\r\nHost: upgrade.test\r\nConnection: upgrade\r\n"
                "Upgrade: websocket\r\n\r\n", port=8080)


@attempt("W68", "data in the first packet")
def _():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.sendto(b"ping", 0x20000000, (resolve("raw.test"), 7777))  # MSG_FASTOPEN
        return receive(stream)


@attempt("W92", "64 MiB that are read late")
def _():
    size = 64 << 20
    with dial("plain.test", 80) as stream:
        stream.sendall(b"GET /bytes/%d HTTP/1.1\r\nHost: plain.test\r\n\r\n" % size)
        stream.settimeout(30)
        select.select([stream], [], [], 10)
        got = 0
        while got < size and (data := stream.recv(1 << 20)):
            got += len(data)
    return "whole" if got >= size else None


@attempt("WX1", "an address that a rule names")
def _():
    with dial("93.184.216.60", 7777) as stream:
        stream.sendall(b"ping")
        return receive(stream)


@attempt("WX2", "a question with extensions, in pieces, behind another on one connection")
def _():
    one = question(ALLOWED, additional=1, extra=b"\0" + struct.pack(">HHIH", 41, 1232, 0, 0))
    data = b"".join(struct.pack(">H", len(one)) + one for _ in range(2))
    with dial("198.18.0.53", 53) as stream:
        for at in range(0, len(data), 5):
            stream.sendall(data[at:at + 5])
        got = b""
        while len(got) < 2 or len(got) < 2 * (2 + struct.unpack(">H", got[:2])[0]):
            got += stream.recv(4096) or b"\0" * 4096
    return "two answers" if got.count(socket.inet_aton(resolve(ALLOWED))) == 2 else None
