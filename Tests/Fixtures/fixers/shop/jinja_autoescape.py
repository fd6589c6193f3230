"""One part of a tiny shop, with one weakness."""

import jinja2


def pages(folder):
    """Makes the environment of the pages."""
    return jinja2.Environment(loader=folder)
