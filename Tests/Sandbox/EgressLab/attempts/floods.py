"""Ways past the allow-list by numbers (§2.1 and 2.7); each leaves the budgets time to recover."""
import os
import select
import socket
import time

from greeting import hello
from question import address, answers, ask, code, question
from registry import Blocked, attempt
from wire import ALLOWED, dial, judged, receive, resolve, tls

WILDCARD_LABELS, WILDCARD_NAMES, CONNECTIONS, OPENS_PER_SECOND = 64, 4096, 256, 200


@attempt("S01", "denied names that are slow to fail")
def _():
    begin = time.monotonic()
    for _ in range(50):
        try:
            resolve(f"{os.urandom(4).hex()}.example")
            return "resolved"
        except OSError:
            pass
    seconds = time.monotonic() - begin
    return f"{seconds:.1f} s" if seconds > 2 else None


@attempt("E03", "1,000 names below a wildcard, of which 100 are reached")
def _():
    for number in range(1000):
        if not answers(ask(question(f"quiet{number}.many.test"))):
            raise Blocked(f"name {number} was refused")
    reached = 0
    for number in range(100):
        time.sleep(1 / OPENS_PER_SECOND)
        try:
            with dial(resolve(f"loud{number}.many.test"), 7777, 2) as stream:
                stream.sendall(b"ping")
                receive(stream, 2)
                reached += 1
        except (OSError, Blocked):
            pass
    if reached == 0:
        return "none at all was reached, which proves nothing"
    return f"{reached} names" if reached > WILDCARD_LABELS else None


@attempt("E25", "more names below a wildcard than it may have")
def _():
    given = {}
    for number in range(WILDCARD_NAMES + 500):
        reply = ask(question(f"name{number}.pool.test"))
        if answers(reply):
            given.setdefault(address(reply), number)
            if given[address(reply)] != number:
                return f"{number} has the address of {given[address(reply)]}"
    if not given or address(ask(question("name0.pool.test"))) not in given:
        return "an address was taken back"
    return f"{len(given)} names" if len(given) > WILDCARD_NAMES else None


@attempt("E89", "more connections at one time than there may be")
def _():
    open_ones = []
    try:
        for _ in range(CONNECTIONS + 100):
            time.sleep(1.2 / OPENS_PER_SECOND)
            try:
                stream = dial(resolve("raw.test"), 7777, 3)
                stream.sendall(b"ping")
                receive(stream, 3)
                open_ones.append(stream)
            except (OSError, Blocked):
                pass
        count = len(open_ones)
    finally:
        for stream in open_ones:
            stream.close()
    if count < CONNECTIONS // 2:
        return f"only {count} were served, which proves nothing"
    time.sleep(1)
    with dial(resolve("raw.test"), 7777, 3) as stream:
        stream.sendall(b"ping")
        receive(stream, 3)
    return f"{count} at one time" if count > CONNECTIONS else None


@attempt("E90", "more new connections per second than there may be", 3000)
def _(wanted):
    target = (resolve("raw.test"), 7777)
    begin, served, made = time.monotonic(), 0, 0
    while made < wanted and time.monotonic() - begin < 20:
        batch = []
        for _ in range(60):
            stream = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            stream.setblocking(False)
            stream.connect_ex(target)
            batch.append(stream)
        made += len(batch)
        waiting = set(batch)
        deadline = time.monotonic() + 2
        unsent = set(batch)
        while waiting and time.monotonic() < deadline:
            readable, writable, _ = select.select(waiting, unsent, [], 0.2)
            for stream in writable:
                unsent.discard(stream)
                try:
                    stream.send(b"x")
                except OSError:
                    waiting.discard(stream)
            for stream in readable:
                waiting.discard(stream)
                unsent.discard(stream)
                try:
                    served += len(stream.recv(1))
                except OSError:
                    pass
        for stream in batch:
            stream.close()
    seconds = time.monotonic() - begin
    time.sleep(1.5)
    allowed = OPENS_PER_SECOND * (seconds + 2)
    return f"{served} of {made} in {seconds:.1f} s" if served > allowed else None


@attempt("E88", "150 clients that send one byte of a hello and wait", slow=True)
def _():
    waiting = []
    for _ in range(150):
        time.sleep(1.5 / OPENS_PER_SECOND)
        stream = dial(resolve(ALLOWED), 443, 5)
        stream.sendall(b"\x16")
        waiting.append(stream)
    begin = time.monotonic()
    judged(tls(ALLOWED, ALLOWED))
    if time.monotonic() - begin > 5:
        return "another client waited"
    deadline = time.monotonic() + 14
    while waiting and time.monotonic() < deadline:
        for stream in select.select(waiting, [], [], 0.5)[0]:
            waiting.remove(stream)
            stream.close()
    return f"{len(waiting)} are still open" if waiting else None


@attempt("E88b", "a hello of one byte a second", slow=True)
def _():
    with dial(resolve(ALLOWED), 443) as stream:
        begin = time.monotonic()
        for byte in hello(ALLOWED.encode())[:16]:
            try:
                stream.sendall(bytes([byte]))
                stream.settimeout(1)
                if not stream.recv(1):
                    return None
            except TimeoutError:
                pass
        return f"{time.monotonic() - begin:.0f} s"
