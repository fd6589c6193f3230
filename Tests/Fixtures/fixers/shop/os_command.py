"""One part of a tiny shop, with one weakness."""

import os


def label(name):
    """Prints a label."""
    return os.popen("/bin/echo label " + name).read()
