import random
import string


def reset(user):
    token = "".join(random.choice(string.hexdigits) for _ in range(32))  # finding: weak-random-for-secret
    user.reset_code = random.randint(0, 999999)  # finding: weak-random-for-secret
    return token


def make_session_key():
    return str(random.getrandbits(64))  # finding: weak-random-for-secret
