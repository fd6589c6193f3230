"""One part of a tiny shop, with one weakness."""

from cryptography.hazmat.primitives.asymmetric import rsa


def key():
    """Makes the shop's key."""
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)
