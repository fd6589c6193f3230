"""One part of a tiny shop, with one weakness."""

import requests


def stock(url):
    """Asks a supplier."""
    return requests.get(url, params={"all": 1})
