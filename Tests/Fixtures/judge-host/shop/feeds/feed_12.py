"""Feed 12."""

import requests


def read(url):
    """The rows of feed 12."""
    return requests.get(url).json()
