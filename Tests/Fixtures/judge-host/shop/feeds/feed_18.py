"""Feed 18."""

import requests


def read(url):
    """The rows of feed 18."""
    return requests.get(url).json()
