#!/usr/bin/env python3
"""A server behind TLS for tests: upstream.py FOLDER

FOLDER holds `server.pem` (key and certificate) and may hold bare repositories in `repos`. Prints its
port on 127.0.0.1, notes every request as a line of JSON in `seen.jsonl`, and answers by path; what each
path does stands beside it below.
"""
import json
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import threading
import time

folder = pathlib.Path(sys.argv[1])
lock = threading.Lock()


class Ended(Exception):
    pass


def note(**facts):
    with lock, open(folder / "seen.jsonl", "a") as file:
        file.write(json.dumps(facts) + "\n")


class Reader:
    def __init__(self, stream):
        self.stream, self.buffer = stream, b""

    def fill(self):
        more = self.stream.recv(65536)
        if not more:
            raise Ended
        self.buffer += more

    def until(self, mark):
        while mark not in self.buffer:
            self.fill()
        found, self.buffer = self.buffer.split(mark, 1)
        return found

    def exactly(self, count):
        while len(self.buffer) < count:
            self.fill()
        found, self.buffer = self.buffer[:count], self.buffer[count:]
        return found


def body_of(reader, fields):
    if fields.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(reader.until(b"\r\n").split(b";")[0], 16):
            body += reader.exactly(size)
            reader.until(b"\r\n")
        reader.until(b"\r\n")
        return body
    return reader.exactly(int(fields.get("content-length", 0)))


def page(body, *fields, status="200 OK"):
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *fields]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunks(body, size):
    cut = [body[at:at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in cut) + b"0\r\n\r\n"


def git(method, path, query, fields, body):
    """What git's own server says, which is a CGI program."""
    if fields.get("authorization") is None:
        return page(b"", 'WWW-Authenticate: Basic realm="git"', status="401 Unauthorized")
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "GIT_PROJECT_ROOT": str(folder / "repos"),
        "GIT_HTTP_EXPORT_ALL": "1", "REQUEST_METHOD": method, "PATH_INFO": path,
        "QUERY_STRING": query, "CONTENT_TYPE": fields.get("content-type", ""),
        "CONTENT_LENGTH": str(len(body)), "REMOTE_USER": "tester", "REMOTE_ADDR": "127.0.0.1",
        "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "http.receivepack",
        "GIT_CONFIG_VALUE_0": "true", "GIT_CONFIG_KEY_1": "safe.directory",
        "GIT_CONFIG_VALUE_1": "*", "HTTP_CONTENT_ENCODING": fields.get("content-encoding", ""),
        "GIT_PROTOCOL": fields.get("git-protocol", ""),
    }
    output = subprocess.run(
        ["git", "http-backend"], input=body, env=environment, capture_output=True).stdout
    head, rest = output.split(b"\r\n\r\n", 1)
    lines = head.decode().split("\r\n")
    status = next((line[8:] for line in lines if line.startswith("Status: ")), "200 OK")
    return page(rest, *[line for line in lines if not line.startswith("Status: ")], status=status)


def answer(method, target, fields, body, head):
    """The bytes of an answer, and whether the connection goes on behind them."""
    path, _, query = target.partition("?")
    secret = fields.get("authorization", "").encode()
    if path.startswith("/git/"):
        return git(method, path[4:], query, fields, body), True
    match path.split("/")[1]:
        case "echo":  # gives the request back
            return page(head), True
        case "split":  # gives the credential back in chunks of three bytes
            chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            return chunked + chunks(b"before " + secret + b" behind", 3), True
        case "field":  # gives it back in a field
            return page(b"", "X-Back: " + secret.decode()), True
        case "gzip":
            return page(b"\x1f\x8b", "Content-Encoding: gzip"), True
        case "disguise":  # gives it back in a form that nobody looks for
            return page(secret[::-1], 'ETag: "v1"', "X-Hint: " + secret[::-1].decode()), True
        case "cookie":
            return page(b"", "Set-Cookie: session=1"), True
        case "redirect":
            return page(b"", "Location: https://evil.test/", status="302 Found"), True
        case "count":
            return page(str(len(body)).encode()), True
        case "big":
            return page(b"x" * (8 << 20)), True
        case "open":  # a body that the end of the connection ends
            return b"HTTP/1.1 200 OK\r\n\r\nwhole", False
        case "cut":  # the same, without the word that nothing was cut off
            return b"HTTP/1.1 200 OK\r\n\r\npart", None
        case "short":
            return b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart", False
        case "malformed":
            return b"HTTP/1.1 200 OK\r\nBad Field: 1\r\n\r\n", True
        case "two":  # an answer that nobody has asked for behind the one that was
            return page(b"one") + page(b"two"), True
        case "nothing":
            return b"", False
        case "slow":
            time.sleep(30)
            return page(b"late"), True
        case "upgrade":
            return b"HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nhi", True
        case _:
            return page(b"hello\n"), True


def serve(stream):
    asked = []
    context.sni_callback = lambda tls, name, _: asked.append(name)
    try:
        stream.settimeout(20)
        stream = context.wrap_socket(stream, server_side=True)
        reader = Reader(stream)
        while True:
            head = reader.until(b"\r\n\r\n")
            line, *rows = head.decode("latin-1").split("\r\n")
            fields = {row.split(":", 1)[0].lower(): row.split(":", 1)[1].strip() for row in rows}
            method, target, _ = line.split(" ")
            body = body_of(reader, fields)
            note(head=head.decode("latin-1"), body=len(body), name=asked[-1] if asked else None,
                 version=stream.version(), alpn=stream.selected_alpn_protocol())
            reply, goes_on = answer(method, target, fields, body, head)
            stream.sendall(reply[:reply.index(b"\r\n\r\n") + 4] if method == "HEAD" else reply)
            if goes_on is False:
                stream.unwrap()
            if not goes_on or fields.get("connection") == "close":
                break
    except (Ended, OSError) as error:
        note(error=f"{type(error).__name__} {error}")
    finally:
        stream.close()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "server.pem")
context.set_alpn_protocols(["h2", "http/1.1"])
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
print("port", listener.getsockname()[1], "ready", flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
