import hashlib
import os


def store(user, password, document):
    user.salt = os.urandom(16)
    user.digest = hashlib.scrypt(password.encode(), salt=user.salt, n=2**15, r=8, p=1)
    return hashlib.sha256(document).hexdigest()
