"""Ways past the allow-list by transport and kernel (§2.5 of the catalogue)."""
import ctypes
import os
import socket
import struct

from greeting import handshake, hello
from question import ask
from registry import Blocked, attempt
from wire import ALLOWED, DENIED, dial, receive, resolve

libc = ctypes.CDLL(None, use_errno=True)
SOCK = {1: "STREAM", 2: "DGRAM", 3: "RAW", 5: "SEQPACKET"}
LOCAL = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
FAMILIES = {"AX25": 3, "IPX": 4, "APPLETALK": 5, "NETROM": 6, "BRIDGE": 7, "ATMPVC": 8, "X25": 9,
            "ROSE": 11, "KEY": 15, "PACKET": 17, "RDS": 21, "LLC": 26, "CAN": 29, "TIPC": 30,
            "BLUETOOTH": 31, "RXRPC": 33, "PHONET": 35, "CAIF": 37, "ALG": 38, "NFC": 39,
            "VSOCK": 40, "KCM": 41, "QIPCRTR": 42, "SMC": 43, "XDP": 44, "MCTP": 45}


def opened(family, protocols=(0,), types=SOCK):
    """The first kind of socket of a family that can be made; else the last error."""
    problem = None
    for kind in types:
        for protocol in protocols:
            try:
                socket.socket(family, kind, protocol).close()
                return f"{SOCK[kind]} {protocol}"
            except OSError as error:
                problem = error
    raise problem


@attempt("E66", "datagrams to names and addresses", *((target, port) for target in (
    ALLOWED, "raw.test", "93.184.216.34") for port in (443, 123, 7777)))
def _(case):
    target, port = case
    address = target if target[0].isdigit() else resolve(target)
    return repr(ask(b"ping", server=address, port=port, seconds=0.5))


@attempt("E66b", "a refusal of datagrams that takes long", ALLOWED)
def _(name):
    try:
        ask(b"ping", server=resolve(name), port=443, seconds=1)
    except TimeoutError:
        return "silence for a second"
    return "an answer"


@attempt("E67", "an echo that says that a host is up", "allowed.test", "93.184.216.34", "198.18.200.200")
def _(target):
    address = target if target[0].isdigit() else resolve(target)
    request = struct.pack(">BBHHH", 8, 0, 0xF7FE, 1, 0)
    for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            with socket.socket(socket.AF_INET, kind, socket.IPPROTO_ICMP) as link:
                link.settimeout(0.5)
                link.sendto(request, (address, 0))
                while True:
                    reply = link.recv(100)
                    body = reply[20:] if kind == socket.SOCK_RAW else reply
                    if body[:1] == b"\0":
                        return "an answer"
        except OSError as error:
            problem = error
    raise problem


@attempt("E68", "MPTCP, and data in the first packet, for another name", "MPTCP", "fast open")
def _(how):
    protocol = 262 if how == "MPTCP" else 0
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, protocol) as stream:
        stream.settimeout(3)
        target = (resolve(ALLOWED), 443)
        if protocol:
            stream.connect(target)
            stream.sendall(hello(DENIED.encode()))
        else:
            stream.settimeout(None)
            stream.sendto(hello(DENIED.encode()), 0x20000000, target)  # MSG_FASTOPEN
            stream.settimeout(3)
        return handshake(stream.recv(4096))


@attempt("E69", "other transports and bare packets", ("SCTP", 132, 1), ("SCTP packets", 132, 5),
         ("DCCP", 33, 6), ("UDP-Lite", 136, 2), ("raw", 255, 3), ("raw ICMP", 1, 3), ("L2TP", 115, 2))
def _(case):
    _, protocol, kind = case
    socket.socket(socket.AF_INET, kind, protocol).close()
    return "opened"


@attempt("E70", "sockets of virtual machines")
def _():
    return opened(FAMILIES["VSOCK"])


@attempt("E71", "sockets of other families", *(name for name in FAMILIES if name != "VSOCK"))
def _(name):
    return opened(FAMILIES[name], (0, 1, 768) if name == "PACKET" else range(4))


@attempt("E72", "rings that make and connect sockets", 425, 426, 427)
def _(number):
    parameters = ctypes.create_string_buffer(120)
    made = libc.syscall(number, 4, parameters, 0, 0, 0, 0)
    if made < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    os.close(made)
    return "made"


@attempt("E73", "a socket that is connected a second time")
def _():
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.settimeout(3)
        stream.connect((resolve("raw.test"), 7777))
        stream.settimeout(None)
        libc.connect(stream.fileno(), struct.pack("=H14x", 0), 16)  # AF_UNSPEC dissolves it
        stream.connect(("93.184.216.41", 7777))
        return "connected"


@attempt("E74", "a socket that meets itself at another's address", 2000)
def _(rounds):
    address = resolve("raw.test")
    for number in range(rounds):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
            stream.settimeout(1)
            port = 40000 + number
            try:
                stream.bind((address, port))
            except OSError:
                stream.bind(("", port))
            try:
                stream.connect((address, port))
                return f"port {port}"
            except OSError as error:
                problem = error
    raise problem


@attempt("E75", "options that change where packets go", ("SO_MARK", socket.SOL_SOCKET, 36),
         ("IP_TRANSPARENT", socket.IPPROTO_IP, 19), ("TCP_REPAIR", socket.IPPROTO_TCP, 19),
         ("SO_RCVBUFFORCE", socket.SOL_SOCKET, 33), ("SO_DEBUG", socket.SOL_SOCKET, 1))
def _(case):
    _, level, option = case
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.setsockopt(level, option, 1)
        return "set"


@attempt("E75b", "options that would change where packets go, and what they reach", "free bind",
         "a device", "source routes")
def _(how):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.settimeout(1)
        if how == "free bind":
            stream.setsockopt(socket.IPPROTO_IP, 15, 1)
            stream.bind(("93.184.216.41", 0))
        elif how == "a device":
            stream.setsockopt(socket.SOL_SOCKET, 25, b"lo\0")
        else:  # loose source routing by way of the gateway
            stream.setsockopt(socket.IPPROTO_IP, 4, b"\x83\x07\x04" + socket.inet_aton("198.18.0.1") + b"\0")
        stream.connect(("93.184.216.41", 7777))
        stream.sendall(b"ping")
        return receive(stream, 1)


@attempt("E76", "a listener's address and port, taken over", ("198.18.0.53", 53, 2),
         ("198.18.0.1", 443, 1))
def _(case):
    address, port, kind = case
    with socket.socket(socket.AF_INET, kind) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if kind == 1:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        server.bind((address, port))
        return "bound"


@attempt("E77", "sockets of others in the tables of proc", "tcp", "tcp6", "udp", "unix")
def _(table):
    with open(f"/proc/net/{table}") as file:
        rows = file.readlines()[1:]
    if table == "unix":
        return f"{len(rows)} sockets" if len(rows) > 2 else None
    foreign = [row.split()[1] for row in rows if row.split()[3] in ("0A", "07")]
    return ", ".join(foreign) or None


@attempt("E77b", "a list of all sockets by netlink", 6, 17)
def _(protocol):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4) as link:  # NETLINK_SOCK_DIAG
        body = struct.pack("=BBBBI", 2, protocol, 0, 0, 0xFFFFFFFF) + b"\0" * 48
        link.send(struct.pack("=IHHII", 16 + len(body), 20, 0x301, 1, 0) + body)
        size, kind = struct.unpack_from("=IH", link.recv(65536))
        if kind != 20:
            raise Blocked(f"message {kind}")
        return f"{size} bytes of sockets"
