import requests


def fetch(url, **options):
    requests.get(url, **options)
    return requests.get(url, timeout=10)
