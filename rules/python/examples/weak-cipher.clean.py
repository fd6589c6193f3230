from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import algorithms


def ciphers(key):
    AES.new(key, AES.MODE_GCM)
    return algorithms.AES(key)
