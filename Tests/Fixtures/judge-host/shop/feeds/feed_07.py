"""Feed 07."""

import requests


def read(url):
    """The rows of feed 07."""
    return requests.get(url).json()
