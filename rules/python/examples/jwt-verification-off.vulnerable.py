import jwt


def read(token, key):
    jwt.decode(token, verify=False)  # finding: jwt-verification-off
    return jwt.decode(token, options={"verify_signature": False})  # finding: jwt-verification-off
