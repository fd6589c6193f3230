from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import modes

IV = b"0123456789abcdef"


def cipher(key):
    AES.new(key, AES.MODE_CBC, b"0000000000000000")  # finding: constant-nonce
    AES.new(key, AES.MODE_GCM, nonce=b"\x00" * 12)  # finding: constant-nonce
    return modes.CBC(bytes(16))  # finding: constant-nonce
