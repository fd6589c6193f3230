import hashlib


def store(user, password):
    user.digest = hashlib.sha256(password.encode()).hexdigest()  # finding: fast-hash-of-password
    salted = hashlib.md5(("pepper" + password).encode()).hexdigest()  # finding: fast-hash-of-password
    return salted, hashlib.sha1(user.password)  # finding: fast-hash-of-password
