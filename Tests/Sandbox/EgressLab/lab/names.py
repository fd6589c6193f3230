"""A name server for a zone: {name: [address, ...] or [[first answer], [second answer], ...]}.

`*` in the zone is for all other names, so that what is asked for in vain inside exists outside.
"""
import socket
import struct
import threading

import servers

RESOLVER = "9.9.9.9"
# The last two are for attempts without a sandbox, which ask what they would ask inside.
PLACES = (RESOLVER, "127.0.0.1", "8.8.8.8", "1.1.1.1", "198.18.0.53")
A, TXT, AAAA, SVCB, HTTPS, ANY = 1, 16, 28, 64, 65, 255


class Names:
    """Answers questions; lists of lists are answered one after the other."""

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
        entry = self.zone.get(name, self.zone.get("*"))
        if entry and isinstance(entry[0], list):
            turn = self.asked[name, kind] = self.asked.get((name, kind), -1) + 1
            entry = entry[min(turn, len(entry) - 1)]
        found = list(self.records(kind, entry or []))
        if b"exfil" in query[at + 5:]:  # data beside the question
            self.notes.add("smuggled", name=name)
            found.append(struct.pack(">HHHIH", 0xC00C, TXT, 1, 0, 5) + b"\4seen")
        code = 0 if entry is not None else 3
        return query[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, len(found), 0, 0) + question + (
            b"".join(found))

    @staticmethod
    def records(kind, addresses):
        """What there is of a type; texts and services say something for the sake of attempts."""
        data = [b"\4data"] if kind == TXT else [b"\0\1\0"] if kind in (SVCB, HTTPS) else [
            socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address)
            for address in addresses
            if kind == (AAAA if ":" in address else A) or (kind == ANY and ":" not in address)]
        for bytes_ in data:
            real = A if kind == ANY else kind
            yield struct.pack(">HHHIH", 0xC00C, real, 1, 0, len(bytes_)) + bytes_

    def serve_datagrams(self, server):
        while True:
            query, peer = server.recvfrom(4096)
            try:
                server.sendto(self.answer(query), peer)
            except (IndexError, struct.error):
                pass  # noise of attempts without a sandbox

    def serve_stream(self, connection):
        while size := connection.recv(2, socket.MSG_WAITALL):
            answer = self.answer(connection.recv(struct.unpack(">H", size)[0], socket.MSG_WAITALL))
            connection.sendall(struct.pack(">H", len(answer)) + answer)


def serve_all(zone, notes):
    names = Names(zone, notes)
    for address in PLACES:
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind((address, 53))
        threading.Thread(target=names.serve_datagrams, args=(server,), daemon=True).start()
    servers.listen(53, names.serve_stream)
    servers.listen(853, names.serve_stream)  # to be reached is enough there
