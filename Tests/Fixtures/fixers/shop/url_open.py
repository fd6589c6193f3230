"""One part of a tiny shop, with one weakness."""

import urllib.request


def news(url):
    """Reads the news of a supplier."""
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read()
