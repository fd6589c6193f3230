"""One part of a tiny shop, with one weakness."""

import ssl


def protect(socket):
    """Protects a connection."""
    return ssl.wrap_socket(socket)
