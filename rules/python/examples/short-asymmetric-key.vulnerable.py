from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.asymmetric import dsa, rsa


def keys():
    RSA.generate(1024)  # finding: short-asymmetric-key
    dsa.generate_private_key(1024)  # finding: short-asymmetric-key
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)  # finding: short-asymmetric-key
