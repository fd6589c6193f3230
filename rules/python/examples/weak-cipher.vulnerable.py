from Crypto.Cipher import ARC4, DES
from cryptography.hazmat.primitives.ciphers import algorithms


def ciphers(key):
    DES.new(key, DES.MODE_CBC)  # finding: weak-cipher
    ARC4.new(key)  # finding: weak-cipher
    return algorithms.Blowfish(key)  # finding: weak-cipher
