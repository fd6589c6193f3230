import hashlib

import bcrypt


def derive(password, salt):
    bcrypt.gensalt(4)  # finding: few-key-derivation-rounds
    return hashlib.pbkdf2_hmac("sha256", password, salt, 1000)  # finding: few-key-derivation-rounds
