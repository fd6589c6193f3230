"""One part of a tiny shop, with one weakness."""

import xml.etree.ElementTree as ET


def count(document):
    """Counts orders."""
    return len(ET.fromstring(document))
