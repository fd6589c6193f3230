"""Feed 16."""

import requests


def read(url):
    """The rows of feed 16."""
    return requests.get(url).json()
