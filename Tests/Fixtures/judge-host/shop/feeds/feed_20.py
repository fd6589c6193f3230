"""Feed 20."""

import requests


def read(url):
    """The rows of feed 20."""
    return requests.get(url).json()
