"""One part of a tiny shop, with one weakness."""

import subprocess


def say(text):
    """Lets a program say something."""
    return subprocess.check_output(["echo", text], text=True)
