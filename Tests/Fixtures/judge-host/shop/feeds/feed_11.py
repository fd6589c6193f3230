"""Feed 11."""

import requests


def read(url):
    """The rows of feed 11."""
    return requests.get(url).json()
