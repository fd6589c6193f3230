import ssl


def context():
    result = ssl.SSLContext(ssl.PROTOCOL_TLSv1)  # finding: tls-old-protocol
    result.minimum_version = ssl.TLSVersion.TLSv1_1  # finding: tls-old-protocol
    return result
