import hashlib

import bcrypt


def derive(password, salt):
    bcrypt.gensalt(12)
    return hashlib.pbkdf2_hmac("sha256", password, salt, 600000)
