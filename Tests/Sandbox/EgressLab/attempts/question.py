"""Questions of DNS, down to their bytes."""
import random
import socket
import struct

from registry import Blocked
from wire import RESOLVER, dial


def question(name, kind=1, flags=0x0100, labels=None, extra=b"", cls=1, count=1, additional=0):
    labels = name.encode().split(b".") if labels is None else labels
    body = b"".join(bytes([len(label)]) + label for label in labels) + b"\0"
    return struct.pack(">HHHHHH", random.randrange(65536), flags, count, 0, 0, additional) + (
        body + struct.pack(">HH", kind, cls)) * count + extra


def ask(message, server=RESOLVER, seconds=2, port=53):
    """The reply to a datagram; silence is a timeout."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(seconds)
        link.connect((server, port))
        link.send(message)
        return link.recv(4096)


def ask_over_tcp(message, server=RESOLVER):
    with dial(server, 53) as stream:
        stream.sendall(struct.pack(">H", len(message)) + message)
        size = struct.unpack(">H", stream.recv(2, socket.MSG_WAITALL))[0]
        return stream.recv(size, socket.MSG_WAITALL)


def code(reply):
    return reply[3] & 15


def answers(reply):
    return struct.unpack_from(">H", reply, 6)[0]


def refuse_answer(reply):
    if answers(reply):
        return f"{answers(reply)} records"
    raise Blocked(f"code {code(reply)}")


def address(reply):
    """The first IPv4 address of a reply to a question of its own length."""
    at = 12
    while reply[at]:
        at += 1 + reply[at]
    at += 5
    kind, size = struct.unpack_from(">H6xH", reply, at + 2)
    if kind != 1 or size != 4:
        raise Blocked(f"type {kind}")
    return socket.inet_ntop(socket.AF_INET, reply[at + 12:at + 16])
