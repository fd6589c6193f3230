"""Ways past the allow-list by HTTP and by proxies (§2.4 of the catalogue)."""
import urllib.request

from registry import Blocked, attempt
from wire import DENIED, RESOLVER, dial, http, judged, receive, receive_all, resolve


def request(rest, line="GET / HTTP/1.1"):
    return f"{line}\r\nHost: plain.test\r\n{rest}"


@attempt("E55", "another Host", DENIED, "plain.test.evil.test", "93.184.216.41",
         "plain.test:443", "")
def _(host):
    return http("plain.test", f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")


@attempt("E56", "another Host in the second request of a connection")
def _():
    with dial("plain.test", 80) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: plain.test\r\n\r\n")
        judged(receive(stream))
        stream.sendall(f"GET /second HTTP/1.1\r\nHost: {DENIED}\r\n\r\n".encode())
        return judged(receive(stream))


@attempt("E56b", "another Host behind a body")
def _():
    with dial("plain.test", 80) as stream:
        stream.sendall((request("Content-Length: 4\r\n\r\nbody", "POST / HTTP/1.1")
                        + f"GET /second HTTP/1.1\r\nHost: {DENIED}\r\n\r\n").encode())
        text = receive_all(stream)
        return text if DENIED in text and text.count("200 OK") > 1 else None


@attempt("E57", "two Hosts, none, user information, folding, spaces, NUL",
         "Host: plain.test\r\nHost: denied.test", "X: y", "Host: user@plain.test",
         "Host: plain.test\r\n denied.test", "Host : plain.test", "Host: plain.test\0",
         "Host: plain.test, denied.test", " Host: plain.test", "Host: plain.test\r\nhost: plain.test",
         "Host: plain.test/", "Host: [plain.test]", "Host: plain.test\x0b")
def _(fields):
    return http("plain.test", f"GET / HTTP/1.1\r\n{fields}\r\n\r\n")


@attempt("E58", "absolute targets, CONNECT, bare line feeds",
         f"GET http://{DENIED}/ HTTP/1.1\r\nHost: plain.test\r\n\r\n",
         f"GET http://{DENIED}/ HTTP/1.1\r\nHost: {DENIED}\r\n\r\n",
         f"CONNECT {DENIED}:443 HTTP/1.1\r\nHost: plain.test\r\n\r\n",
         f"CONNECT {DENIED}:443 HTTP/1.1\r\nHost: {DENIED}:443\r\n\r\n",
         "GET / HTTP/1.1\nHost: plain.test\n\n", "GET / HTTP/1.1\rHost: plain.test\r\r",
         "GET //denied.test/ HTTP/1.1\nHost: plain.test\r\n\r\n")
def _(text):
    return http("plain.test", text)


@attempt("E59", "two lengths, a length and chunks, codings after chunks, lengths that are none",
         "Content-Length: 4\r\nContent-Length: 5\r\n\r\nbodyx",
         "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         "Content-Length: -1\r\n\r\n", "Content-Length: 4, 4\r\n\r\nbody", "Content-Length: +4\r\n\r\nbody",
         "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
         "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
         "Content-Length: 18446744073709551620\r\n\r\nbody",
         "Transfer-Encoding: chunked\r\n\r\n10000000000000004\r\nbody\r\n0\r\n\r\n",
         "Transfer-Encoding: chunked\r\n\r\n4\nbody\n0\n\n",
         "Transfer-Encoding: chunked\r\n\r\n0\r\nHost: denied.test\r\n\r\n",
         "Content-Length: 0\r\nTransfer_Encoding: chunked\r\n\r\n")
def _(fields):
    return http("plain.test", request(fields, "POST / HTTP/1.1"))


@attempt("E59b", "a request in the body of a GET, for a server that overlooks it")
def _():
    inner = f"GET /smuggled HTTP/1.1\r\nHost: {DENIED}\r\n\r\n"
    with dial("plain.test", 80) as stream:
        stream.sendall(request(f"Content-Length: {len(inner)}\r\n\r\n{inner}").encode())
        text = receive_all(stream)
        return text if DENIED in text else None


@attempt("E60", "upgrades and the preface of HTTP/2",
         request("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                 "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"),
         "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
         request("Connection: upgrade\r\nUpgrade: websocket\r\n\r\n"),
         request("Upgrade: websocket\r\n\r\n"))
def _(text):
    return http("plain.test", text)


@attempt("E61", "a redirect to a denied host")
def _():
    with urllib.request.urlopen("http://plain.test/redirect", timeout=5) as answer:
        return answer.read()


@attempt("E63", "TRACE and TRACK", "TRACE", "TRACK", "trace")
def _(method):
    return http("plain.test", request("\r\n", f"{method} / HTTP/1.1"))


@attempt("E64", "a proxy by its usual ports", *((host, port) for host in (
    "198.18.0.1", RESOLVER, "127.0.0.1") for port in (3128, 8080, 1080)))
def _(target):
    with dial(*target, 2) as stream:
        stream.sendall(b"CONNECT denied.test:443 HTTP/1.1\r\nHost: denied.test:443\r\n\r\n")
        return judged(receive(stream, 2))


@attempt("E64b", "authorities that two readers read differently", "plain.test:80@denied.test",
         "plain.test:80.denied.test", "[plain.test]:80", "plain.test :80", "plain.test:80:80",
         "plain.test:80\r\nX: y", "plain.test:0", "plain.test:65616")
def _(authority):
    return http("plain.test", f"CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n\r\n")


@attempt("E65", "SOCKS on every port that is open", 80, 443, 22, 7777, 1080)
def _(port):
    name = {80: "plain.test", 443: "allowed.test", 22: "ssh.test", 7777: "raw.test"}.get(port)
    with dial(resolve(name) if name else "198.18.0.1", port, 2) as stream:
        stream.sendall(b"\5\1\0")
        text = receive(stream, 2)
    if not text.startswith("\5\0"):
        raise Blocked(text)
    return text


@attempt("E91", "heads and fields that are too large",
         "X: " + "y" * 70000 + "\r\n\r\n", "X: y\r\n" * 500 + "\r\n",
         "\r\n".join(f"X{number}: {'y' * 60}" for number in range(99 * 6)) + "\r\n\r\n")
def _(fields):
    return http("plain.test", request(fields))


@attempt("E91b", "a request line that is too large")
def _():
    return http("plain.test", request("\r\n", "GET /" + "a" * 70000 + " HTTP/1.1"))


@attempt("E95", "control bytes for whoever reads the record", "\x1b]0;owned\x07", "\x1b[2J",
         '","verdict":"allowed', "a" * 4000)
def _(text):
    return http("plain.test", f"GET / HTTP/1.1\r\nHost: {text}\r\n\r\n")
