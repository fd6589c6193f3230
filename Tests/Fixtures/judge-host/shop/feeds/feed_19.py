"""Feed 19."""

import requests


def read(url):
    """The rows of feed 19."""
    return requests.get(url).json()
