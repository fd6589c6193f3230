import ssl


def context():
    result = ssl.create_default_context()
    result.check_hostname = True
    result.verify_mode = ssl.CERT_REQUIRED
    return result
