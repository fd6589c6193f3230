#!/usr/bin/env python3
"""A whole Internet in one network namespace: lab.py FOLDER -- COMMAND...

Every IPv4 and IPv6 address there is leads to servers of this program, and nothing leads out: what a
broker dials arrives here or nowhere, and everything that arrives is noted. FOLDER holds `zone.json`
({name: [address, ...] or [[first answer], [second answer], ...]}) and the certificate `server.pem`;
the notes are written to `notes.json` there when COMMAND has ended. Needs host root; COMMAND may lay
that down.
"""
import ctypes
import json
import os
import pathlib
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

CLONE_NEWNS, CLONE_NEWNET = 0x00020000, 0x40000000
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
RESOLVER = "9.9.9.9"
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


def enter(folder):
    """New namespaces in which every address is this machine's own."""
    check(libc.unshare(CLONE_NEWNS | CLONE_NEWNET), "unshare")
    check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None), "private")
    if os.path.exists("/etc/resolv.conf"):  # else the resolver is expected on 127.0.0.1
        resolver = folder / "resolv.conf"
        resolver.write_text(f"nameserver {RESOLVER}\n")
        check(libc.mount(os.fsencode(resolver), b"/etc/resolv.conf", None, MS_BIND, None), "bind")
    loopback = socket.if_nametoindex("lo")
    netlink(16, 0, struct.pack("=BxHiII", 0, 0, loopback, 1, 1))  # up
    for family in (socket.AF_INET, socket.AF_INET6):
        # RTM_NEWROUTE, main table, scope host, type local: everything is here.
        body = struct.pack("=BBBBBBBBI", family, 0, 0, 0, 254, 4, 254, 2, 0)
        netlink(24, 0x400, body + attribute(4, struct.pack("=I", loopback)))


class Notes:
    """Everything that arrived, in order."""

    def __init__(self):
        self.lock, self.events = threading.Lock(), []

    def add(self, kind, **facts):
        with self.lock:
            self.events.append({"kind": kind, **facts})


def counters():
    """Packets and connections of this namespace so far."""
    rows = pathlib.Path("/proc/net/snmp").read_text().splitlines()
    table = {}
    for names, values in zip(rows[::2], rows[1::2]):
        protocol, *keys = names.split()
        table[protocol] = dict(zip(keys, map(int, values.split()[1:])))
    return {"opens": table["Tcp:"]["ActiveOpens"], "datagrams": table["Udp:"]["OutDatagrams"]}


def listen(kind, port, handler):
    """Serves one port of both families, each connection on a thread."""
    def serve(server):
        while True:
            connection, _ = server.accept()
            threading.Thread(target=guarded, args=(handler, connection), daemon=True).start()

    def guarded(handler, connection):
        try:
            connection.settimeout(30)
            handler(connection)
        except (OSError, ValueError, ssl.SSLError):
            pass
        finally:
            connection.close()

    for family in (socket.AF_INET, socket.AF_INET6):
        server = socket.create_server(("", port), family=family, backlog=1024)
        threading.Thread(target=serve, args=(server,), daemon=True).start()


def read_head(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = stream.recv(1)
        if not byte:
            return None
        head += byte
    return head.decode("latin-1")


def serve_http(notes, connection, name=None):
    """HTTP/1.1 that keeps connections and answers with what it saw.

    /bytes/N answers N bytes. Like some servers it overlooks that a GET may have a body.
    """
    peer = connection.getsockname()[0]
    while (head := read_head(connection)) is not None:
        line, *fields = head.split("\r\n")
        fields = {key.lower(): value.strip() for key, _, value in
                  (field.partition(":") for field in fields if field)}
        body = b""
        length = 0 if line.startswith("GET ") else int(fields.get("content-length", 0))
        while len(body) < length:
            body += connection.recv(65536)
        notes.add("http", sni=name, host=fields.get("host"), line=line, address=peer,
                  fields=fields, body=len(body))
        path = line.split(" ")[1]
        if path.startswith("/bytes/"):
            answer = b"x" * int(path[7:])
        else:
            answer = json.dumps({"sni": name, "host": fields.get("host"), "line": line,
                                 "address": peer, "body": len(body)}).encode()
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(answer) + answer)
        if fields.get("connection") == "close":
            return


def serve_tls(notes, context, connection):
    names = []
    context_of_connection = context()
    context_of_connection.sni_callback = lambda sock, name, _: names.append(name)
    notes.add("tls", address=connection.getsockname()[0])
    with context_of_connection.wrap_socket(connection, server_side=True) as stream:
        serve_http(notes, stream, names[0] if names else None)


def serve_echo(notes, kind, greeting, connection):
    notes.add(kind, address=connection.getsockname()[0])
    connection.sendall(greeting)
    while data := connection.recv(65536):
        connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


class Names:
    """A name server for the zone; lists of lists are answered one after the other."""

    def __init__(self, zone, notes):
        self.zone, self.notes, self.asked = zone, notes, {}

    def answer(self, query):
        labels, at = [], 12
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode("latin-1"))
            at += 1 + query[at]
        kind = struct.unpack_from(">H", query, at + 1)[0]
        name = ".".join(labels).lower()
        self.notes.add("question", name=name, type=kind)
        question = query[12:at + 5]
        entry = self.zone.get(name)
        if entry and isinstance(entry[0], list):
            turn = self.asked[name, kind] = self.asked.get((name, kind), -1) + 1
            entry = entry[min(turn, len(entry) - 1)]
        records = b""
        count = 0
        for address in entry or []:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            if kind == (28 if family == socket.AF_INET6 else 1):
                data = socket.inet_pton(family, address)
                records += struct.pack(">HHHIH", 0xC00C, kind, 1, 0, len(data)) + data
                count += 1
        code = 0 if entry is not None else 3
        return query[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, count, 0, 0) + question + records

    def serve_datagrams(self, server):
        while True:
            query, peer = server.recvfrom(4096)
            server.sendto(self.answer(query), peer)

    def serve_stream(self, connection):
        while size := connection.recv(2, socket.MSG_WAITALL):
            answer = self.answer(connection.recv(struct.unpack(">H", size)[0], socket.MSG_WAITALL))
            connection.sendall(struct.pack(">H", len(answer)) + answer)


def serve_all(folder, notes):
    names = Names(json.loads((folder / "zone.json").read_text()), notes)
    for address in (RESOLVER, "127.0.0.1", "8.8.8.8", "198.18.0.53"):  # the last for attempts without a sandbox
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind((address, 53))
        threading.Thread(target=names.serve_datagrams, args=(server,), daemon=True).start()
    listen("dns", 53, names.serve_stream)

    def context():
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(folder / "server.pem")
        return made

    listen("https", 443, lambda connection: serve_tls(notes, context, connection))
    listen("https", 8443, lambda connection: serve_tls(notes, context, connection))
    listen("http", 80, lambda connection: serve_http(notes, connection))
    listen("ssh", 22, lambda connection: serve_echo(notes, "ssh", b"SSH-2.0-lab\r\n", connection))
    listen("echo", 7777, lambda connection: serve_echo(notes, "echo", b"", connection))
    listen("echo", 9999, lambda connection: serve_echo(notes, "echo", b"", connection))


def main():
    folder = pathlib.Path(sys.argv[1])
    command = sys.argv[sys.argv.index("--") + 1:]
    notes = Notes()
    enter(folder)
    serve_all(folder, notes)
    before = counters()
    began = time.monotonic()
    code = subprocess.run(command).returncode
    after = counters()
    (folder / "notes.json").write_text(json.dumps({
        "events": notes.events, "seconds": time.monotonic() - began,
        "opens": after["opens"] - before["opens"],
        "datagrams": after["datagrams"] - before["datagrams"]}))
    sys.exit(code)


if __name__ == "__main__":
    main()
