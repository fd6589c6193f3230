"""Feed 05."""

import requests


def read(url):
    """The rows of feed 05."""
    return requests.get(url).json()
