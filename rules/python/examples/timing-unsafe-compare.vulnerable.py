import hashlib
import hmac


def check(key, body, signature):
    expected = hmac.new(key, body, hashlib.sha256).hexdigest()
    if signature != expected:  # finding: timing-unsafe-compare
        return False
    return hmac.new(key, body, hashlib.sha256).hexdigest() == signature  # finding: timing-unsafe-compare
