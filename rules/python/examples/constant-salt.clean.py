import hashlib
import os


def derive(password):
    salt = os.urandom(16)
    return hashlib.pbkdf2_hmac("sha256", password, salt, 600000)
