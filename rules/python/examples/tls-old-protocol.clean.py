import ssl


def context():
    result = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    result.minimum_version = ssl.TLSVersion.TLSv1_2
    return result
