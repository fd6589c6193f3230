"""Ways past the allow-list by TLS (§2.3 of the catalogue)."""
import socket
import ssl
import struct
import time

from greeting import (after_retry, extension, first_answer, hello, name_list, record, records,
                      resumption)
from registry import Blocked, attempt
from wire import ALLOWED, DENIED, dial, judged, receive, resolve, tls

FOREIGN = DENIED.encode()


@attempt("E42", "another server name", DENIED, "bad.wild.test", "plain.test", "allowed.test.evil.test")
def _(name):
    return judged(tls(ALLOWED, name))


@attempt("E43", "no server name")
def _():
    return judged(tls(ALLOWED, None))


@attempt("E44", "a hello for another name, in pieces",
         *((size, "bytes") for size in (1, 7, 90)), *((size, "records") for size in (1, 40, 77)))
def _(case):
    size, kind = case
    data = hello(FOREIGN)
    if kind == "records":
        return first_answer(ALLOWED, [records(data, size)])
    return first_answer(
        ALLOWED, [data[at:at + size] for at in range(0, len(data), size)], pause=0.0005)


@attempt("E45", "two server names, wrong lengths, a name that is no host",
         ("twice", name_list(ALLOWED.encode()), extension(0, name_list(FOREIGN))),
         ("two in one list", struct.pack(">H", 2 * (3 + 12)) + (name_list(ALLOWED.encode())[2:]
                                                               + name_list(FOREIGN)[2:]), b""),
         ("another kind of name", name_list(ALLOWED.encode(), kind=1), b""),
         ("a list that ends early", name_list(ALLOWED.encode())[:-3], b""),
         ("a list that says less", b"\0\4" + name_list(FOREIGN)[2:], b""))
def _(case):
    _, names, more = case
    return first_answer(ALLOWED, [hello(None, more, names=names)])


@attempt("E46", "bytes that no host name has", b"allowed.test\0.denied.test", b"allowed.test ",
         b"allowed%2etest", b"allowed_test", "аllowed.test".encode(), b"allowed.test\r\nx",
         b"..allowed.test", b"93.184.216.34")
def _(name):
    return first_answer(ALLOWED, [hello(name)])


@attempt("E47", "an empty record, SSL 2, an oversize hello",
         ("empty", b"\x16\3\1\0\0" + hello(FOREIGN)),
         ("SSL 2", b"\x80\x2e\1\0\2\0\x15\0\0\0\x10" + b"\0" * 37),
         ("oversize", hello(ALLOWED.encode(), extension(21, b"\0" * 17000))),
         ("endless", b"\x16\3\1\x40\0\1\xff\xff\xff" + b"x" * 16380 + record(b"x" * 16384) * 2))
def _(case):
    return first_answer(ALLOWED, [case[1]])


@attempt("E48", "bytes that are no TLS", b"SSH-2.0-client\r\n" * 4, b"GET / HTTP/1.1\r\n\r\n", b"\x17\3\3\0\1x")
def _(data):
    with dial(resolve(ALLOWED), 443) as stream:
        stream.sendall(data)
        text = receive(stream)
    if text[:1] == "\x15" or "X-Sentinel-Refusal: notTLS" in text:
        raise Blocked(text)
    return text


@attempt("E49", "an encrypted hello, and what only looks like one",
         b"\0\0\1\0\1\0\0\x20" + b"k" * 32 + b"\0\4abcd", b"\1", b"\0" * 8)
def _(body):
    return first_answer(ALLOWED, [hello(ALLOWED.encode(), extension(0xFE0D, body))])


@attempt("E50", "early data for another name")
def _():
    return first_answer(ALLOWED, [hello(FOREIGN, resumption())])


@attempt("E53", "another server name in the hello that the server asks for")
def _():
    return after_retry(ALLOWED, hello(FOREIGN))


@attempt("E53b", "a session that is taken up for another name")
def _():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with context.wrap_socket(dial(resolve(ALLOWED), 443), server_hostname=ALLOWED) as stream:
        session = stream.session
    with context.wrap_socket(dial(resolve(ALLOWED), 443), server_hostname=DENIED,
                             session=session) as stream:
        stream.sendall(f"GET / HTTP/1.1\r\nHost: {DENIED}\r\n\r\n".encode())
        return judged(receive(stream))


@attempt("E53c", "a bare public key in place of a certificate, for another name")
def _():
    return first_answer(ALLOWED, [hello(FOREIGN, extension(20, b"\2\2\0"))])


@attempt("E54", "a client that says nothing on a TLS port", slow=True)
def _():
    with dial(resolve(ALLOWED), 443) as stream:
        stream.settimeout(25)
        begin = time.monotonic()
        try:
            stream.recv(10)
        except TimeoutError:
            return "still open"
        raise Blocked(f"closed after {time.monotonic() - begin:.1f} s")


@attempt("E54b", "a change to TLS in the middle, as in mail")
def _():
    with dial(resolve(ALLOWED), 443) as stream:
        stream.sendall(b"EHLO client\r\nSTARTTLS\r\n")
        text = receive(stream)
    if text[:1] == "\x15":
        raise Blocked("an alert")
    return text
