from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import modes


def cipher(key):
    AES.new(key, AES.MODE_ECB)  # finding: ecb-mode
    return modes.ECB()  # finding: ecb-mode
