import urllib.request

import httpx
import requests
from flask import Flask, request

app = Flask(__name__)


@app.route("/preview")
def preview():
    url = request.args.get("url")
    return requests.get(url, timeout=5).text  # finding: request-to-url


@app.route("/fetch")
async def fetch():
    session = requests.Session()
    session.get("https://" + request.args["host"], timeout=5)  # finding: request-to-url
    async with httpx.AsyncClient() as web:
        await web.get(request.args["url"])  # finding: request-to-url


@app.post("/webhook")
def webhook():
    target = request.get_json()["callback"]
    urllib.request.urlopen(target, timeout=5)  # finding: request-to-url
    return httpx.post(f"https://{target}/done").text  # finding: request-to-url
