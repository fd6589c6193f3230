"""Ways past the allow-list by addresses and routes (§2.2 of the catalogue)."""
import ctypes
import os
import socket
import struct

from question import ask, question
from registry import Blocked, attempt
from wire import ALLOWED, dial, echoed, judged, receive, resolve, tls

libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000


@attempt("E27", "public addresses", *((address, port) for address in
                                       ("93.184.216.34", "1.1.1.1", "8.8.8.8", "203.0.113.7")
                                       for port in (80, 443, 7777)))
def _(target):
    dial(*target, 1).close()
    return "connected"


@attempt("E28", "public addresses of IPv6, mapped and translated forms", "2606:4700:4700::1111",
         "::ffff:93.184.216.34", "64:ff9b::5db8:d822", "2002:5db8:d822::1", "2001:0:5db8:d822::1",
         "::93.184.216.34")
def _(address):
    dial(address, 443, 1).close()
    return "connected"


@attempt("E30", "addresses that stand for no name", "198.18.200.200", "198.19.255.1",
         "fd53:656e:7469::c612:c8c8")
def _(address):
    return echoed(address)


@attempt("E31", "a port that no rule names", 81, 3306, 9999)
def _(port):
    return echoed(resolve(ALLOWED), port)


@attempt("E31b", "a port that another name has")
def _():
    return echoed(resolve(ALLOWED))


METADATA = ("169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254")


@attempt("E32", "metadata services", *METADATA)
def _(address):
    for port in (80, 443, 7777):
        try:
            dial(address, port, 1).close()
            return f"port {port}"
        except OSError:
            pass


@attempt("E33", "an allowed name that leads to the host's loopback, or to its own public address",
         "inward.test", "own.wild.test")
def _(name):
    return judged(tls(name, name))


@attempt("E33b", "allowed names that lead to private, link-local, metadata and translated addresses",
         *(f"inward{number}.wild.test" for number in range(16)))
def _(name):
    return judged(tls(name, name))


@attempt("E34", "a name whose second answer is private")
def _():
    for _ in range(6):
        answer = tls("flips.wild.test", "flips.wild.test")
        if '"address": "10.' in answer:
            return answer


@attempt("E35", "the private one of two addresses")
def _():
    for _ in range(6):
        answer = tls("mixed2.wild.test", "mixed2.wild.test")
        if '"address": "10.' in answer:
            return answer


@attempt("E36", "allowed names that lead to the gateway, the resolver and other names",
         *(f"back{number}.wild.test" for number in range(5)))
def _(name):
    return judged(tls(name, name))


@attempt("E37", "the link-local address of the gateway", 7777, 443, 53)
def _(port):
    device = next((name for _, name in socket.if_nameindex() if name != "lo"), None)
    if device is None:
        return echoed("fe80::1%lo", port)
    ask(question(ALLOWED))  # after which the neighbour is known
    with open("/proc/net/arp") as file:
        hardware = file.readlines()[1].split()[3]
    first, *rest = bytes.fromhex(hardware.replace(":", ""))
    number = bytes([first ^ 2, *rest[:2], 0xFF, 0xFE, *rest[2:]])  # RFC 4291, appendix A
    address = socket.inet_ntop(socket.AF_INET6, b"\xfe\x80" + bytes(6) + number)
    return echoed(f"{address}%{device}", port)


def change(kind, flags, body):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as link:
        link.send(struct.pack("=IHHII", 16 + len(body), kind, 5 | flags, 1, 0) + body)
        result = struct.unpack_from("=i", link.recv(4096), 16)[0]
    if result == 0:
        return "done"
    raise Blocked(os.strerror(-result))


def attribute(kind, data):
    return struct.pack("=HH", 4 + len(data), kind) + data + b"\0" * (-len(data) % 4)


LOOPBACK = 1
CHANGES = {
    "a local route": (24, 0x400, struct.pack("=BBBBBBBBI", 2, 24, 0, 0, 254, 4, 254, 2, 0)
                      + attribute(1, socket.inet_aton("192.0.2.0"))
                      + attribute(4, struct.pack("=I", LOOPBACK))),
    "an address": (20, 0x400, struct.pack("=BBBBI", 2, 32, 0, 0, LOOPBACK)
                   + attribute(2, socket.inet_aton("192.0.2.9"))),
    "an interface": (16, 0x400, struct.pack("=BxHiII", 0, 0, 0, 0, 0)
                     + attribute(3, b"made0\0") + attribute(18, attribute(1, b"dummy\0"))),
    "a device into the namespace of process 1": (
        16, 0, struct.pack("=BxHiII", 0, 0, 2, 0, 0) + attribute(19, struct.pack("=I", 1))),
}


@attempt("E38", "changes of routes, addresses and devices", *CHANGES)
def _(name):
    return change(*CHANGES[name])


@attempt("E39", "namespaces in which one would be root", CLONE_NEWUSER, CLONE_NEWUSER | CLONE_NEWNET,
         CLONE_NEWNET)
def _(flags):
    # In a child, so that this process stays where it is.
    child = os.fork()
    if child == 0:
        os._exit(0 if libc.unshare(flags) == 0 else ctypes.get_errno())
    number = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if number:
        raise OSError(number, os.strerror(number))
    return "made"


@attempt("E40", "broadcast, multicast and no address", ("255.255.255.255", "udp"),
         ("224.0.0.1", "udp"), ("198.19.255.255", "udp"), ("0.0.0.0", "udp"), ("0.0.0.0", "tcp"),
         ("ff02::1", "udp"))
def _(target):
    address, kind = target
    if kind == "tcp":
        return echoed(address, seconds=1)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        link.settimeout(0.5)
        link.sendto(b"ping", (address, 7777))
        return repr(link.recvfrom(100))


@attempt("E41", "a forged sender", socket.IPPROTO_RAW, socket.IPPROTO_TCP, socket.IPPROTO_UDP)
def _(protocol):
    socket.socket(socket.AF_INET, socket.SOCK_RAW, protocol).close()
    return "opened"
