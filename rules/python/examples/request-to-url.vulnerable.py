import urllib.request

import httpx
import requests
from flask import Flask, request

app = Flask(__name__)


@app.route("/preview")
def preview():
    url = request.args.get("url")
    return requests.get(url, timeout=5).text  # finding: request-to-url


@app.post("/webhook")
def webhook():
    target = request.get_json()["callback"]
    urllib.request.urlopen(target, timeout=5)  # finding: request-to-url
    return httpx.post(f"https://{target}/done").text  # finding: request-to-url
