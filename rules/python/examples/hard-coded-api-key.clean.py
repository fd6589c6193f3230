import os

API_KEY = os.environ["API_KEY"]
API_KEY_HEADER = "X-Api-Key"
access_token = "placeholder-123456789"


def client(factory):
    return factory(client_secret=os.environ["CLIENT_SECRET"])
