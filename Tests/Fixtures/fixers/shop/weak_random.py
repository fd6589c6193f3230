"""One part of a tiny shop, with one weakness."""

import random


def reset_code(letters):
    """Makes a code to reset a password."""
    return "".join(random.choice(letters) for _ in range(12))
