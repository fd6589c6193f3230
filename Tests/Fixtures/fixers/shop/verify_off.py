"""One part of a tiny shop, with one weakness."""

import requests


def pay(url, amount):
    """Tells the payment service."""
    return requests.post(url, json={"amount": amount}, timeout=5, verify=False)
