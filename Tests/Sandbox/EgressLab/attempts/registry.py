"""Attempts and how they are told: one JSON line each, blocked, worked or error."""
import concurrent.futures
import json
import ssl
import threading

ATTEMPTS = []
PRINTING = threading.Lock()


class Blocked(Exception):
    """What was tried came to nothing, with what was seen instead."""


def attempt(row, name, *cases, slow=False):
    """A decorator: the function returns a text when the attempt worked, else nothing or raises.

    With cases it is called for each and each is told by itself. `row` is E and a number of the
    catalogue of bypasses, X and a number of our own, or W when it must work; slow ones, which wait
    for a deadline, run side by side at the end.
    """
    def register(function):
        for case in cases or (None,):
            title = name if case is None else f"{name}: {label(case)}"
            ATTEMPTS.append((row, title, function, () if case is None else (case,), slow))
        return function
    return register


def label(case):
    """A case as it is told; long ones by their start."""
    if isinstance(case, tuple):
        text = ", ".join(str(part) for part in case if isinstance(part, (str, int)))
    else:
        text = case if isinstance(case, str) else repr(case)
    return text if len(text) <= 200 else f"{text[:100]}...{text[-60:]}"


def run(rows):
    """Makes the attempts of the rows, all without any; -ROW leaves one out, -slow what waits."""
    without = {row[1:] for row in rows if row.startswith("-")}
    wanted = set(row for row in rows if not row.startswith("-"))
    chosen = [entry for entry in ATTEMPTS if (not wanted or entry[0] in wanted)
              and entry[0] not in without and not (entry[4] and "slow" in without)]
    for entry in chosen:
        if not entry[4]:
            make(*entry)
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda entry: make(*entry), (entry for entry in chosen if entry[4])))


def make(row, title, function, arguments, _):
    try:
        detail = function(*arguments)
        tell(row, title, "worked" if detail is not None else "blocked", detail or "")
    except Blocked as reason:
        tell(row, title, "blocked", reason)
    except (OSError, ssl.SSLError) as problem:
        tell(row, title, "blocked", problem, problem.errno)
    except Exception as problem:  # the attempt itself is broken
        tell(row, title, "error", repr(problem))


def tell(row, title, result, detail="", error=0):
    with PRINTING:
        print(json.dumps({"row": row, "attempt": f"{row} {title}", "result": result,
                          "errno": error or 0, "detail": str(detail)[:300]}), flush=True)
