"""Reads one request from standard input and writes one answer to standard output.

    python -I -B <this folder> < request.json

README.md describes the documents. Opens no file and no connection; exit code 2 says that the
request is none.
"""

from __future__ import annotations

import json
import sys

from catalogue import BY_RULE, NOTICES
from engine.protocol import ANSWER, BadRequest, Catalogue, answer

LARGEST_REQUEST = 128 << 20


def main() -> int:
    """Answers one request."""
    data = sys.stdin.buffer.read(LARGEST_REQUEST + 1)
    try:
        if len(data) > LARGEST_REQUEST:
            raise BadRequest(f"the request has more than {LARGEST_REQUEST} bytes")
        document = answer(json.loads(data), Catalogue(BY_RULE, NOTICES))
    except (BadRequest, ValueError, RecursionError) as error:
        text = str(error) if isinstance(error, BadRequest) else "the request is no JSON"
        print(json.dumps({"schema": ANSWER, "error": text}))
        return 2
    json.dump(document, sys.stdout, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
