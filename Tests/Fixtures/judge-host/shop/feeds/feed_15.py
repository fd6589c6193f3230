"""Feed 15."""

import requests


def read(url):
    """The rows of feed 15."""
    return requests.get(url).json()
