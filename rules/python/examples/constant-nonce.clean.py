import os

from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import modes


def cipher(key):
    AES.new(key, AES.MODE_CBC, os.urandom(16))
    AES.new(key, AES.MODE_GCM)
    return modes.CBC(os.urandom(16))
