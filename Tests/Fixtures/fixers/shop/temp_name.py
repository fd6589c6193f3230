"""One part of a tiny shop, with one weakness."""

import tempfile


def export(text):
    """Writes an export."""
    path = tempfile.mktemp(suffix=".csv")
    with open(path, "w") as file:
        file.write(text)
    return path
