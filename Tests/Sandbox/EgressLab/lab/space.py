"""Namespaces in which every address is this machine's own."""
import ctypes
import os
import socket
import struct

CLONE_NEWNS, CLONE_NEWNET = 0x00020000, 0x40000000
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
RTM_NEWLINK, RTM_NEWADDR, RTM_NEWROUTE = 16, 20, 24
NLM_F_CREATE = 0x400
OWN = "93.184.215.1"  # a public address that is the host's own, as its interfaces say
libc = ctypes.CDLL(None, use_errno=True)


def check(result, what):
    if result != 0:
        raise OSError(ctypes.get_errno(), what)


def netlink(kind, flags, body):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as link:
        link.send(struct.pack("=IHHII", 16 + len(body), kind, 1 | 4 | flags, 1, 0) + body)
        error = struct.unpack_from("=i", link.recv(4096), 16)[0]
    if error:
        raise OSError(-error, f"netlink {kind}")


def attribute(kind, data):
    return struct.pack("=HH", 4 + len(data), kind) + data + b"\0" * (-len(data) % 4)


def mount(source, target, kind=None, flags=0, options=None):
    check(libc.mount(source and os.fsencode(source), os.fsencode(target), kind, flags, options),
          f"mount {target}")


def cover(folder, name, text):
    """Another text in the place of a file in /etc; attempts without a sandbox write to it."""
    if os.path.exists(f"/etc/{name}"):
        (folder / name).write_text(text)
        mount(folder / name, f"/etc/{name}", flags=MS_BIND)


def enter(folder, resolver):
    """Enters namespaces of its own: every address leads here, and names are asked for here."""
    check(libc.unshare(CLONE_NEWNS | CLONE_NEWNET), "unshare")
    mount(None, "/", flags=MS_REC | MS_PRIVATE)
    cover(folder, "resolv.conf", f"nameserver {resolver}\nsearch test\noptions ndots:1\n")
    cover(folder, "nsswitch.conf", "passwd: files\ngroup: files\nhosts: files resolve dns\n")
    cover(folder, "hosts", "127.0.0.1 localhost\n::1 localhost ip6-localhost\n")
    # Who logs in by SSH is root with another home; what that writes stays in the folder.
    with open("/etc/passwd") as file:
        cover(folder, "passwd", f"{file.read()}lab:x:0:0::{folder}/ssh/home:/bin/sh\n")
    loopback = socket.if_nametoindex("lo")
    netlink(RTM_NEWLINK, 0, struct.pack("=BxHiII", 0, 0, loopback, 1, 1))  # up
    own = socket.inet_aton(OWN)
    netlink(RTM_NEWADDR, NLM_F_CREATE, struct.pack("=BBBBI", socket.AF_INET, 32, 0, 0, loopback)
            + attribute(1, own) + attribute(2, own))
    for family in (socket.AF_INET, socket.AF_INET6):
        # Main table, scope host, type local: everything is here.
        body = struct.pack("=BBBBBBBBI", family, 0, 0, 0, 254, 4, 254, 2, 0)
        netlink(RTM_NEWROUTE, NLM_F_CREATE, body + attribute(4, struct.pack("=I", loopback)))
