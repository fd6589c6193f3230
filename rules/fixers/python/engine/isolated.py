"""A process for each file: one that ends it costs the other files nothing."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
from collections.abc import Callable

Object = dict[str, object]


def isolated(work: Callable[[], Object], seconds: int) -> Object | None:
    """The result of some work in a process of its own; None when that ended without one.

    A recursive parser ends on a source that is nested by the thousand, or takes for ever: the
    kernel ends the process after its processor time.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _work(work, seconds, reader, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        data = stream.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        return None
    result = json.loads(data)
    return result if isinstance(result, dict) else None


def _work(work: Callable[[], Object], seconds: int, reader: int, writer: int) -> None:
    """What the process does; it never returns."""
    code = 1
    try:
        os.close(reader)
        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, used + seconds))
        # A sandbox that holds this limit at zero itself lets nobody touch it.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with os.fdopen(writer, "wb") as stream:
            stream.write(json.dumps(work()).encode("ascii"))
        code = 0
    except BaseException as error:  # The parent learns of it by the exit code.
        sys.stderr.write(f"{type(error).__name__}\n")
    finally:
        os._exit(code)
