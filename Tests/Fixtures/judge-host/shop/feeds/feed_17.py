"""Feed 17."""

import requests


def read(url):
    """The rows of feed 17."""
    return requests.get(url).json()
