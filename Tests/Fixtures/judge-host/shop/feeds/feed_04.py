"""Feed 04."""

import requests


def read(url):
    """The rows of feed 04."""
    return requests.get(url).json()
