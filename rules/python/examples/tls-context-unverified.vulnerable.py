import ssl


def context():
    result = ssl.create_default_context()
    result.check_hostname = False  # finding: tls-context-unverified
    result.verify_mode = ssl.CERT_NONE  # finding: tls-context-unverified
    return ssl._create_unverified_context()  # finding: tls-context-unverified


ssl._create_default_https_context = ssl._create_unverified_context  # finding: tls-context-unverified
