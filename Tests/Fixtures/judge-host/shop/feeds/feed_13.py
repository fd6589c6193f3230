"""Feed 13."""

import requests


def read(url):
    """The rows of feed 13."""
    return requests.get(url).json()
