import httpx
import requests


def fetch(url):
    requests.get(url, verify=False, timeout=5)  # finding: tls-verification-off
    session = requests.Session()
    session.verify = False  # finding: tls-verification-off
    session.post(url, verify=False)  # finding: tls-verification-off
    return httpx.Client(verify=False)  # finding: tls-verification-off
