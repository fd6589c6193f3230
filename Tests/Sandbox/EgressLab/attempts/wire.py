"""Connections and what comes back on them."""
import socket
import ssl

from registry import Blocked

ALLOWED, DENIED = "allowed.test", "denied.test"
RESOLVER = "198.18.0.53"


def resolve(name, family=socket.AF_INET):
    return socket.getaddrinfo(name, 0, family, socket.SOCK_STREAM)[0][4][0]


def dial(host, port, seconds=5):
    return socket.create_connection((host, port), seconds)


def tls(name, sni, port=443, host=None, context=None):
    """The answer of the server behind TLS with a server name of choice."""
    if context is None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with dial(resolve(name), port) as raw:
        with context.wrap_socket(raw, server_hostname=sni) as stream:
            stream.sendall(f"GET / HTTP/1.1\r\nHost: {host or sni or name}\r\n\r\n".encode())
            return receive(stream)


def receive(stream, seconds=5):
    stream.settimeout(seconds)
    data = stream.recv(65536)
    if not data:
        raise Blocked("closed without a word")
    return data.decode("latin-1")


def receive_all(stream, seconds=3):
    """Everything until the end, or until nothing more comes."""
    text = ""
    stream.settimeout(seconds)
    try:
        while data := stream.recv(65536):
            text += data.decode("latin-1")
    except TimeoutError:
        pass
    return text


def http(name, text, port=80):
    """The answer to bytes that are sent to an HTTP port; an answer of the policy is a block."""
    with dial(resolve(name), port) as stream:
        stream.sendall(text if isinstance(text, bytes) else text.encode("latin-1"))
        return judged(receive(stream))


def judged(answer):
    if answer.startswith("HTTP/1.1 200"):
        return answer
    raise Blocked(answer)


def echoed(address, port=7777, seconds=3):
    """Whether a server at an address sends bytes back."""
    with dial(address, port, seconds) as stream:
        stream.sendall(b"ping")
        return f"{address}:{port} answered {receive(stream, seconds)!r}"
