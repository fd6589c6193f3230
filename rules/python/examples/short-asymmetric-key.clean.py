from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.asymmetric import rsa


def keys():
    RSA.generate(4096)
    return rsa.generate_private_key(public_exponent=65537, key_size=3072)
