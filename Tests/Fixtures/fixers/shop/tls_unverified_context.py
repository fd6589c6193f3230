"""One part of a tiny shop, with one weakness."""

import ssl


def context():
    """Makes the context of calls to the payment service."""
    return ssl._create_unverified_context()
