import jwt
import requests


def fetch(url):
    requests.get(url, timeout=5)
    requests.get(url, verify="authority.pem", timeout=5)
    session = requests.Session()
    session.verify = True
    return jwt
