import random
import secrets


def reset(user, colours):
    token = secrets.token_urlsafe(32)
    colour = random.choice(colours)
    rng = random.SystemRandom()
    session_key = rng.getrandbits(64)
    return token, colour, session_key
