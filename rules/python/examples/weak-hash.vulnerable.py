import hashlib
import hmac

from Crypto.Hash import MD5


def sign(key, data):
    hashlib.md5(data).hexdigest()  # finding: weak-hash
    hashlib.new("sha1", data)  # finding: weak-hash
    MD5.new(data)  # finding: weak-hash
    hmac.new(key, data, hashlib.md5)  # finding: weak-hash
    return hashlib.sha1(data).hexdigest()  # finding: weak-hash
