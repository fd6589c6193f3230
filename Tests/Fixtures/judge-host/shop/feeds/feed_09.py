"""Feed 09."""

import requests


def read(url):
    """The rows of feed 09."""
    return requests.get(url).json()
