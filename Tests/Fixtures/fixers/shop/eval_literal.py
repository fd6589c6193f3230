"""One part of a tiny shop, with one weakness."""


def prices(line):
    """Reads a list of prices."""
    return sorted(eval(line))
