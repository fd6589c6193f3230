import jwt


def tokens(claims, token, key):
    jwt.decode(token, key, algorithms=["HS256", "none"])  # finding: jwt-algorithm-none
    return jwt.encode(claims, None, algorithm="none")  # finding: jwt-algorithm-none
