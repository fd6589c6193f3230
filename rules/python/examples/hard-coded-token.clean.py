import os

CLOUD_KEY = os.environ["CLOUD_KEY"]
PREFIX = "AKIA"
PAYMENT = {"key": "sk_test_000fake000fake000fake"}
