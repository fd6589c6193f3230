import jwt


def tokens(claims, token):
    jwt.decode(token, "shop-key", algorithms=["HS256"])  # finding: jwt-key-literal
    return jwt.encode(claims, "shop-key", algorithm="HS256")  # finding: jwt-key-literal
