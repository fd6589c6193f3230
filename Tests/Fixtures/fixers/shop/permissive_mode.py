"""One part of a tiny shop, with one weakness."""

import os


def share(path):
    """Shares a folder."""
    os.chmod(path, 0o777)
    return path
