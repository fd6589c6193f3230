"""ClientHellos of TLS, down to their bytes."""
import os
import struct
import time

from registry import Blocked
from wire import dial, resolve


def extension(kind, data):
    return struct.pack(">HH", kind, len(data)) + data


def name_list(name, kind=0):
    entry = bytes([kind]) + struct.pack(">H", len(name)) + name
    return struct.pack(">H", len(entry)) + entry


def hello(name, extra=b"", versions=b"\x02\x03\x04", shares=None, names=None):
    """A ClientHello of TLS 1.3 with the server name of choice; `extra` stands last."""
    if shares is None:
        shares = b"\0\x1d\0\x20" + os.urandom(32)
    extensions = b""
    if names is not None:
        extensions += extension(0, names)
    elif name is not None:
        extensions += extension(0, name_list(name))
    extensions += extension(43, versions) + extension(10, b"\0\2\0\x1d")
    extensions += extension(13, b"\0\4\4\3\x08\4")
    extensions += extension(51, struct.pack(">H", len(shares)) + shares) + extra
    body = b"\3\3" + os.urandom(32) + b"\0" + b"\0\2\x13\1" + b"\1\0"
    body += struct.pack(">H", len(extensions)) + extensions
    return record(b"\1" + struct.pack(">I", len(body))[1:] + body)


def record(data):
    return b"\x16\3\1" + struct.pack(">H", len(data)) + data


def records(data, size):
    """A hello in one record, in several of a size."""
    return b"".join(record(data[at:at + size]) for at in range(5, len(data), size))


def resumption():
    """Early data with a key that some earlier session would have left."""
    identity = struct.pack(">H", 32) + os.urandom(32) + b"\0\0\0\0"
    binder = b"\x20" + os.urandom(32)
    keys = struct.pack(">H", len(identity)) + identity + struct.pack(">H", len(binder)) + binder
    return extension(45, b"\1\1") + extension(42, b"") + extension(41, keys)


def first_answer(name, chunks, port=443, pause=0.0, seconds=15):
    """What the server says to bytes in pieces: a handshake worked, an alert or an end did not."""
    with dial(resolve(name), port) as stream:
        for chunk in chunks:
            stream.sendall(chunk)
            if pause:
                time.sleep(pause)
        stream.settimeout(seconds)
        data = stream.recv(4096)
    return handshake(data)


def after_retry(name, second):
    """The server's answer to a second hello, which it asked for because the first has no key."""
    with dial(resolve(name), 443) as stream:
        stream.settimeout(5)
        stream.sendall(hello(name.encode(), shares=b""))
        if stream.recv(4096)[:1] != b"\x16":
            raise Blocked("no request for another hello")
        stream.sendall(second)
        return handshake(stream.recv(4096))


def handshake(data):
    if data[:1] == b"\x16":
        return "a handshake"
    raise Blocked(data[:40] if data else "closed")
