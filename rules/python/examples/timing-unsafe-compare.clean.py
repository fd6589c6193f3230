import hashlib
import hmac


def check(key, body, signature):
    expected = hmac.new(key, body, hashlib.sha256).hexdigest()
    return len(signature) == 64 and hmac.compare_digest(expected, signature)
