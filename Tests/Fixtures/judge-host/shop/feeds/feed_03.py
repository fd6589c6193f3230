"""Feed 03."""

import requests


def read(url):
    """The rows of feed 03."""
    return requests.get(url).json()
