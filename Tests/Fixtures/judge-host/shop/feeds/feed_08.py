"""Feed 08."""

import requests


def read(url):
    """The rows of feed 08."""
    return requests.get(url).json()
