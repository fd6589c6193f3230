import hashlib
import hmac


def sign(key, data):
    hashlib.md5(data, usedforsecurity=False).hexdigest()
    hashlib.new("sha256", data)
    hmac.new(key, data, hashlib.sha256)
    return hashlib.sha256(data).hexdigest()
