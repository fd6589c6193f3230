"""One part of a tiny shop, with one weakness."""

import os
import subprocess


def refresh(folder):
    """Leaves an empty folder."""
    subprocess.call(["rm", "-rf", folder])
    os.makedirs(folder)
