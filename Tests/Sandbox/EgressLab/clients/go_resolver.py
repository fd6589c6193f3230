"""Looks a name up as Go's own resolver does, then fetches from it: go_resolver.py NAME [tcp]

net/dnsclient_unix.go: resolv.conf is read, A and AAAA are asked for at once, each on a socket of
its own, with EDNS and 1,232 bytes; an answer that was cut off is asked for again over TCP; NXDOMAIN
is final. The C library has no part in it.
"""
import random
import socket
import struct
import sys
import threading

A, AAAA, OPT = 1, 28, 41
TRUNCATED, NO_SUCH_NAME = 0x0200, 3


def server():
    with open("/etc/resolv.conf") as file:
        return next(line.split()[1] for line in file if line.startswith("nameserver"))


def question(name, kind):
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.rstrip(".").split("."))
    return (struct.pack(">HHHHHH", random.randrange(65536), 0x0120, 1, 0, 0, 1) + labels
            + struct.pack(">BHH", 0, kind, 1) + struct.pack(">BHHIH", 0, OPT, 1232, 0, 0))


def exchange(message, over_tcp):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM if over_tcp else socket.SOCK_DGRAM) as link:
        link.settimeout(5)
        link.connect((server(), 53))
        if not over_tcp:
            link.send(message)
            return link.recv(1232)
        link.sendall(struct.pack(">H", len(message)) + message)
        size = struct.unpack(">H", link.recv(2, socket.MSG_WAITALL))[0]
        return link.recv(size, socket.MSG_WAITALL)


def addresses(name, kind, over_tcp):
    message = question(name, kind)
    reply = exchange(message, over_tcp)
    flags, _, count = struct.unpack_from(">HHH", reply, 2)
    if flags & TRUNCATED and not over_tcp:
        return addresses(name, kind, True)
    if reply[:2] != message[:2] or flags & 15 == NO_SUCH_NAME:
        raise OSError(f"lookup {name}: no such host")
    at = len(message) - 11  # behind the question, before what was added to it
    found = []
    for _ in range(count):
        real, size = struct.unpack_from(">H6xH", reply, at + 2)  # names are pointers here
        data = reply[at + 12:at + 12 + size]
        if real == kind:
            found.append(socket.inet_ntop(socket.AF_INET if kind == A else socket.AF_INET6, data))
        at += 12 + size
    return found


def main():
    name, over_tcp = sys.argv[1], "tcp" in sys.argv
    found = {}

    def look_up(kind):
        try:
            found[kind] = addresses(name, kind, over_tcp)
        except OSError as problem:
            found[kind] = problem

    threads = [threading.Thread(target=look_up, args=(kind,)) for kind in (A, AAAA)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if isinstance(found[A], Exception):
        sys.exit(str(found[A]))
    with socket.create_connection((found[A][0], 80), 5) as stream:
        stream.sendall(f"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
        while data := stream.recv(4096):
            print(data.decode())


if __name__ == "__main__":
    main()
