import requests


def fetch(url):
    requests.post(url, json={})  # finding: request-without-timeout
    return requests.get(url)  # finding: request-without-timeout
