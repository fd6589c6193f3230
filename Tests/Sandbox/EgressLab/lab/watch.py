"""What arrived: requests and questions by their meaning, and every packet by its header."""
import collections
import ctypes
import socket
import struct
import threading

SO_ATTACH_FILTER, SOL_PACKET, PACKET_STATISTICS = 26, 263, 6
ETH_P_ALL, PACKET_OUTGOING = 3, 4
PROTOCOLS = {1: "icmp", 6: "tcp", 17: "udp", 58: "icmp6"}


class Notes:
    """Requests and questions, in order."""

    def __init__(self):
        self.lock, self.events = threading.Lock(), []

    def add(self, kind, **facts):
        with self.lock:
            self.events.append({"kind": kind, **facts})


def first_packets():
    """A classic BPF program that takes what opens something: SYN of TCP, and all that is no TCP.

    The packet begins with its IP header, as in a packet socket of type SOCK_DGRAM. Jumps name the
    line that they lead to.
    """
    load, load_indexed, header_length, shift_right, mask = 0x30, 0x50, 0xB1, 0x74, 0x54
    equal, jump, give = 0x15, 0x05, 0x06
    accept, refuse = 13, 14
    program = [
        (load, 0), (shift_right, 4), (equal, 4, 7, 3),
        (load, 6), (equal, 6, 5, accept), (load, 40 + 13), (jump, 11 - 7),  # IPv6
        (load, 9), (equal, 6, 9, accept), (header_length, 0), (load_indexed, 13),  # IPv4
        (mask, 0x12), (equal, 2, accept, refuse),  # SYN without ACK
        (give, 0xFFFF), (give, 0)]
    lines = b""
    for number, (code, value, *targets) in enumerate(program):
        yes, no = (target - number - 1 for target in targets or (number + 1, number + 1))
        lines += struct.pack("=HBBI", code, yes, no, value)
    return lines


class Packets:
    """Counts what opens a connection or travels alone, by protocol, address and port."""

    def __init__(self):
        self.counts = collections.Counter()
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(ETH_P_ALL))
        lines = first_packets()
        buffer = ctypes.create_string_buffer(lines)
        program = struct.pack("@HP", len(lines) // 8, ctypes.addressof(buffer))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
        self.socket.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)  # SO_RCVBUFFORCE
        self.socket.settimeout(0.2)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.count, daemon=True)
        self.thread.start()

    def count(self):
        while True:
            try:
                packet, (_, _, direction, *_) = self.socket.recvfrom(2048)
            except TimeoutError:
                if self.ended.is_set():
                    return
                continue
            if direction != PACKET_OUTGOING:
                self.counts[self.target(packet)] += 1

    @staticmethod
    def target(packet):
        """Protocol, address and port; a datagram that answers counts by the port it comes from."""
        if packet[0] >> 4 == 4:
            kind, size = packet[9], (packet[0] & 15) * 4
            address = socket.inet_ntop(socket.AF_INET, packet[16:20])
        else:
            kind, size = packet[6], 40
            address = socket.inet_ntop(socket.AF_INET6, packet[24:40])
        ports = struct.unpack_from(">HH", packet, size) if len(packet) >= size + 4 else (0, 0)
        if kind == 6:
            return "tcp", address, ports[1]
        if kind == 17:
            return ("answer", "", ports[0]) if ports[0] == 53 else ("udp", address, ports[1])
        return PROTOCOLS.get(kind, str(kind)), address, 0

    def finish(self):
        self.ended.set()
        self.thread.join()
        _, dropped = struct.unpack("=II", self.socket.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))
        return {"packetsDropped": dropped, "packets": [
            {"protocol": protocol, "address": address, "port": port, "count": count}
            for (protocol, address, port), count in sorted(self.counts.items())]}
