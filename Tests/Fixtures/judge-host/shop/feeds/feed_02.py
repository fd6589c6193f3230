"""Feed 02."""

import requests


def read(url):
    """The rows of feed 02."""
    return requests.get(url).json()
