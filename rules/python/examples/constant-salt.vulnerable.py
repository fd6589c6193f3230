import hashlib


def derive(password):
    hashlib.scrypt(password, salt=b"shop", n=2**15, r=8, p=1)  # finding: constant-salt
    return hashlib.pbkdf2_hmac("sha256", password, b"shop", 600000)  # finding: constant-salt
