"""One part of a tiny shop, with one weakness."""

import subprocess


def label(name):
    """Prints a label."""
    return subprocess.check_output("/bin/echo label " + name, shell=True, text=True)
