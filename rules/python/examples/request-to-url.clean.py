import requests
from flask import Flask, request

app = Flask(__name__)
FEEDS = {"news": "https://example.com/news", "blog": "https://example.com/blog"}


@app.route("/preview")
def preview():
    url = FEEDS.get(request.args.get("feed"))
    page = int(request.args.get("page", "1"))
    requests.get(f"https://example.com/{page}", timeout=5)
    requests.get("https://example.com/", params={"q": request.args["q"]}, timeout=5)
    return requests.get(url, timeout=5).text
