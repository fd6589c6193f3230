import os

import jwt


def tokens(claims):
    return jwt.encode(claims, os.environ["TOKEN_KEY"], algorithm="HS256")
