"""One part of a tiny shop, with one weakness."""

import ssl


def protect(wrap, socket, version=ssl.PROTOCOL_TLSv1):
    """Protects a connection."""
    return wrap(socket, version)


def protect_old(wrap, socket):
    """Protects a connection to an old printer."""
    return wrap(socket, ssl_version=ssl.PROTOCOL_TLSv1)
