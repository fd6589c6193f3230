"""Feed 06."""

import requests


def read(url):
    """The rows of feed 06."""
    return requests.get(url).json()
