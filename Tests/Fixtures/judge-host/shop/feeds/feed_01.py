"""Feed 01."""

import requests


def read(url):
    """The rows of feed 01."""
    return requests.get(url).json()
