import jwt


def tokens(claims, token, key):
    jwt.decode(token, key, algorithms=["HS256"])
    return jwt.encode(claims, key, algorithm="HS256")
