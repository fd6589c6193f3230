"""One part of a tiny shop, with one weakness."""

from xml.dom import minidom


def count(document):
    """Counts orders."""
    return len(minidom.parseString(document).documentElement.childNodes)
