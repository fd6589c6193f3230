from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import modes


def cipher(key, nonce):
    AES.new(key, AES.MODE_GCM)
    return modes.GCM(nonce)
