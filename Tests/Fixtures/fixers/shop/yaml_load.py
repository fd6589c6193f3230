"""One part of a tiny shop, with one weakness."""

import yaml


def prices(text):
    """Reads a price list."""
    return yaml.load(text, Loader=yaml.UnsafeLoader)
