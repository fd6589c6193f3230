"""Feed 14."""

import requests


def read(url):
    """The rows of feed 14."""
    return requests.get(url).json()
